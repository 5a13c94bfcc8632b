/// What the lab says: a table for people, one JSON object, a page.
#ifndef SCREE_TOOLS_LAB_REPORT_H
#define SCREE_TOOLS_LAB_REPORT_H

#include "lab.h"

#include <cjson/cJSON.h>
#include <stdio.h>

void sc_lab_write_heading(FILE *file, const sc_lab *lab);
void sc_lab_write_text(FILE *file, const sc_lab *lab);

/// False if memory ran out; write errors stay in the file's error flag, here and below.
bool sc_lab_write_json(FILE *file, const sc_lab *lab);
bool sc_lab_write_html(FILE *file, const sc_lab *lab);

/// What the charts of the page show. Null: out of memory.
cJSON *sc_lab_chart_data(const sc_lab *lab);
/// Number of a solver's colour in tools/page.css.
int sc_lab_colour(scree_solver solver);

/// "yes", "no", "-".
const char *sc_lab_stands_text(sc_lab_stands stands);
/// One sentence on what warm starting saves.
void sc_lab_warmth_sentence(const sc_lab *lab, const sc_lab_warmth *warmth, char *text,
                            size_t size);

#endif
