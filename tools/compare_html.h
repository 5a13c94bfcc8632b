/// Pieces of the page of a comparison.
#ifndef SCREE_TOOLS_COMPARE_HTML_H
#define SCREE_TOOLS_COMPARE_HTML_H

#include "comparison.h"

#include <stdio.h>

/// Begins a row of a table with the name of a contender.
void sc_compare_write_name(FILE *file, const sc_compare_options *options, int index);
/// A cell: the middle ratio with its range, in the colour of the verdict.
void sc_compare_write_ratio_cell(FILE *file, const sc_spread *ratio, sc_verdict verdict);
/// The section of one scene that was run.
void sc_compare_write_html_scene(FILE *file, const sc_comparison *comparison,
                                 const sc_compare_scene *scene);

#endif
