/// The machine's limits and the tables, as text and as JSON.
#ifndef SCREE_TOOLS_FLOOR_REPORT_H
#define SCREE_TOOLS_FLOOR_REPORT_H

#include "floor.h"

#include <stdio.h>

void sc_floor_print_machine(FILE *file, const sc_machine *machine);
void sc_floor_print_table(FILE *file, const sc_floor_table *table);

/// False: no memory; write errors stay in the file's error flag.
bool sc_floor_write_json(FILE *file, const sc_floor_options *options, const sc_machine *machine,
                         const sc_floor_table *tables, int count);

#endif
