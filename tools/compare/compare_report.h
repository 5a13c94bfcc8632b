/// The report of a comparison: tables for people, and one JSON object, from which the page is made.
#ifndef SCREE_TOOLS_COMPARE_REPORT_H
#define SCREE_TOOLS_COMPARE_REPORT_H

#include "comparison.h"

#include <cjson/cJSON.h>
#include <stdio.h>

void sc_compare_write_heading(FILE *file, const sc_compare_options *options);
void sc_compare_write_scene(FILE *file, const sc_comparison *comparison,
                            const sc_compare_scene *scene);
void sc_compare_write_summary(FILE *file, const sc_comparison *comparison);

/// Null: out of memory.
cJSON *sc_compare_json(const sc_comparison *comparison);

#endif
