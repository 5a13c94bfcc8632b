/// The report of the lab: a table for people, and one JSON object, from which the page is made.
#ifndef SCREE_TOOLS_LAB_REPORT_H
#define SCREE_TOOLS_LAB_REPORT_H

#include "lab.h"

#include <cjson/cJSON.h>
#include <stdio.h>

void sc_lab_write_heading(FILE *file, const sc_lab *lab);
void sc_lab_write_text(FILE *file, const sc_lab *lab);

/// Null: out of memory.
cJSON *sc_lab_json(const sc_lab *lab);

/// "yes", "no", "-".
const char *sc_lab_stands_text(sc_lab_stands stands);
/// One sentence on the savings of warm starting.
void sc_lab_warmth_sentence(const sc_lab *lab, const sc_lab_warmth *warmth, char *text,
                            size_t size);

#endif
