/// A page that needs nothing but itself: style, scripts and data are inside, and its own policy
/// forbids the browser to load anything else. Tables are plain HTML; charts are drawn by
/// tools/page.js with Chart.js from the page's data.
///
///     sc_page_begin(file, "title");
///     sc_page_text(file, "<p>", "5 < 6", "</p>\n");
///     sc_page_figure(file, "energy", "Energy over time, J");
///     ok = sc_page_end(file, data, sc_page_compare, sc_page_compare_size);
#ifndef SCREE_TOOLS_HTML_PAGE_H
#define SCREE_TOOLS_HTML_PAGE_H

#include "context.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// Whether a report can go to these paths, either of which may be null, as JSON and as a page.
/// False, and a line on stderr, if they are the same, or if this build cannot write pages.
bool sc_page_check_outputs(const char *json, const char *html);

/// Head and style; the page's body follows.
void sc_page_begin(FILE *file, const char *title);

/// `text` with what HTML reserves made harmless, between two pieces that are written as they are.
void sc_page_text(FILE *file, const char *before, const char *text, const char *after);

/// The same of a text of up to 639 characters.
void sc_page_format(FILE *file, const char *before, const char *after, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/// A place for the chart `id` of the page's script, with a caption. Hidden where scripts are off.
void sc_page_figure(FILE *file, const char *id, const char *caption);

/// Machine, build and date as a table.
void sc_page_context(FILE *file, const sc_context *context);

/// Data, Chart.js, tools/page.js and the page's own script. False if memory ran out; write errors
/// stay in the file's error flag.
bool sc_page_end(FILE *file, const cJSON *data, const unsigned char *script, size_t script_size);

#endif
