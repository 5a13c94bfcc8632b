/// What the lab says: a table for people, and one JSON object, which is also what the page shows.
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
/// One sentence on what warm starting saves.
void sc_lab_warmth_sentence(const sc_lab *lab, const sc_lab_warmth *warmth, char *text,
                            size_t size);

#endif
