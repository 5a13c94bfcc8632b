/// Files that are built into the command for the pages that it writes (cmake/tools.cmake says from
/// where). Each is text without an end mark.
#ifndef SCREE_TOOLS_PAGE_PARTS_H
#define SCREE_TOOLS_PAGE_PARTS_H

#include <stddef.h>

extern const unsigned char sc_page_style[];  // tools/page.css
extern const size_t sc_page_style_size;
extern const unsigned char sc_page_script[];  // tools/page.js
extern const size_t sc_page_script_size;
extern const unsigned char sc_page_compare[];  // tools/compare.js
extern const size_t sc_page_compare_size;
extern const unsigned char sc_page_lab[];  // tools/lab.js
extern const size_t sc_page_lab_size;
/// Chart.js as found when the build was configured, with its licence header; size 0 if it was not.
extern const unsigned char sc_page_chart_library[];
extern const size_t sc_page_chart_library_size;

#endif
