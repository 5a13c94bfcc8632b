#include "page.h"

void sc_page_write(FILE *file, const char *json)
{
    fwrite(sc_page_head, 1, sc_page_head_size, file);
    // With "<" as an escape no text can end the script element that holds it.
    for (const char *letter = json; *letter != '\0'; ++letter)
    {
        if (*letter == '<')
            fputs("\\u003c", file);
        else
            fputc(*letter, file);
    }
    fwrite(sc_page_tail, 1, sc_page_tail_size, file);
}
