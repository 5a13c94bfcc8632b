#include "report_files.h"

#include "page.h"

bool sc_report_files_open(sc_report_files *files, const char *json, const char *page)
{
    bool ok = sc_output_open(&files->json, json) && sc_output_open(&files->page, page);
    bool taken = files->json.file == stdout || files->page.file == stdout;
    files->out = taken ? stderr : stdout;
    return ok;
}

bool sc_report_files_write(const sc_report_files *files, cJSON *root)
{
    char *text = cJSON_Print(root);
    if (text != NULL && files->json.file != NULL)
        fprintf(files->json.file, "%s\n", text);
    if (text != NULL && files->page.file != NULL)
        sc_page_write(files->page.file, text);
    cJSON_free(text);
    cJSON_Delete(root);
    return text != NULL;
}

int sc_report_files_close(sc_report_files *files, int status)
{
    bool closed = sc_output_close(&files->json);
    closed = sc_output_close(&files->page) && closed;
    return closed || status != SC_EXIT_OK ? status : SC_EXIT_FAILURE;
}
