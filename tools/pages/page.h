/// A report as one page without other files: style, scripts and data are inside, and its own policy
/// forbids the browser to load anything else. Its scripts (compare.js, lab.js) draw everything from
/// the data, which is the report's JSON.
#ifndef SCREE_TOOLS_PAGES_PAGE_H
#define SCREE_TOOLS_PAGES_PAGE_H

#include <stddef.h>
#include <stdio.h>

/// page.html with its parts, before and after the data; cmake/embed.cmake writes them.
extern const unsigned char sc_page_head[], sc_page_tail[];
extern const size_t sc_page_head_size, sc_page_tail_size;

/// `json` says in "report" which script draws it. Write errors stay in the file's error flag.
void sc_page_write(FILE *file, const char *json);

#endif
