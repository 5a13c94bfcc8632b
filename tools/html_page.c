#include "html_page.h"

#include "output.h"
#include "page_parts.h"

#include <stdarg.h>
#include <string.h>

bool sc_page_check_outputs(const char *json, const char *html)
{
    if (json != NULL && html != NULL && strcmp(json, html) == 0)
    {
        sc_print_error("two outputs cannot both go to %s",
                       strcmp(json, "-") == 0 ? "stdout" : json);
        return false;
    }
    if (html != NULL && sc_page_chart_library_size == 0)
    {
        sc_print_error("--html wants a build with Chart.js: install libjs-chart.js (or set "
                       "SCREE_CHART_JS to its chart.min.js) and configure again");
        return false;
    }
    return true;
}

void sc_page_begin(FILE *file, const char *title)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n",
          file);
    sc_page_text(file, "<title>", title, "</title>\n<style>\n");
    fwrite(sc_page_style, 1, sc_page_style_size, file);
    fputs("</style>\n</head>\n<body>\n<main>\n", file);
}

static const char *escape(char letter)
{
    switch (letter)
    {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

void sc_page_text(FILE *file, const char *before, const char *text, const char *after)
{
    fputs(before, file);
    for (; *text != '\0'; ++text)
    {
        const char *escaped = escape(*text);
        if (escaped != NULL)
            fputs(escaped, file);
        else
            fputc(*text, file);
    }
    fputs(after, file);
}

void sc_page_format(FILE *file, const char *before, const char *after, const char *format, ...)
{
    char text[640];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    sc_page_text(file, before, text, after);
}

void sc_page_figure(FILE *file, const char *id, const char *caption)
{
    sc_page_text(file, "<figure>\n<div class=\"chart\"><canvas id=\"", id, "\"></canvas></div>\n");
    sc_page_text(file, "<figcaption>", caption, "</figcaption>\n</figure>\n");
}

static void write_row(FILE *file, const char *name, const char *value)
{
    sc_page_text(file, "<tr><th scope=\"row\">", name, "</th>");
    sc_page_text(file, "<td>", value, "</td></tr>\n");
}

void sc_page_context(FILE *file, const sc_context *context)
{
    char processor[160], compiler[64];
    snprintf(processor, sizeof processor, "%s, %d online", context->cpu, context->processors);
    snprintf(compiler, sizeof compiler, "%.40s, %.20s", context->compiler, context->build_type);
    fputs("<table class=\"facts\">\n<tbody>\n", file);
    write_row(file, "Date", context->date);
    write_row(file, "Processor", processor);
    write_row(file, "System", context->system);
    write_row(file, "scree, commit", context->commit);
    write_row(file, "Compiler", compiler);
    write_row(file, "Flags", context->flags);
    fputs("</tbody>\n</table>\n", file);
}

// As JSON inside a script element: with "<" as an escape no text can end the element.
static bool write_data(FILE *file, const cJSON *data)
{
    char *text = cJSON_PrintUnformatted(data);
    if (text == NULL)
        return false;
    fputs("<script type=\"application/json\" id=\"data\">", file);
    for (const char *letter = text; *letter != '\0'; ++letter)
    {
        if (*letter == '<')
            fputs("\\u003c", file);
        else
            fputc(*letter, file);
    }
    fputs("</script>\n", file);
    cJSON_free(text);
    return true;
}

static void write_script(FILE *file, const unsigned char *script, size_t size)
{
    fputs("<script>\n", file);
    fwrite(script, 1, size, file);
    fputs("\n</script>\n", file);
}

bool sc_page_end(FILE *file, const cJSON *data, const unsigned char *script, size_t script_size)
{
    fputs("</main>\n", file);
    if (!write_data(file, data))
        return false;
    write_script(file, sc_page_chart_library, sc_page_chart_library_size);
    write_script(file, sc_page_script, sc_page_script_size);
    write_script(file, script, script_size);
    fputs("</body>\n</html>\n", file);
    return true;
}
