/// What a comparison says: tables for people, one JSON object, a page.
#ifndef SCREE_TOOLS_COMPARE_REPORT_H
#define SCREE_TOOLS_COMPARE_REPORT_H

#include "comparison.h"

#include <cjson/cJSON.h>
#include <stdio.h>

void sc_compare_write_heading(FILE *file, const sc_compare_options *options);
void sc_compare_write_scene(FILE *file, const sc_comparison *comparison,
                            const sc_compare_scene *scene);
void sc_compare_write_summary(FILE *file, const sc_comparison *comparison);

/// False if memory ran out; write errors stay in the file's error flag, here and below.
bool sc_compare_write_json(FILE *file, const sc_comparison *comparison);
bool sc_compare_write_html(FILE *file, const sc_comparison *comparison);

/// What the charts of the page show. Null: out of memory.
cJSON *sc_compare_chart_data(const sc_comparison *comparison);
/// Number of a contender's colour in tools/page.css.
int sc_compare_colour(const sc_compare_options *options, int index);

#endif
