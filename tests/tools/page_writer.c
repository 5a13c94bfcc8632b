// Writes its argument as the data of a page whose head is "head>" and whose tail is "<tail".

#include "tools/pages/page.h"

const unsigned char sc_page_head[] = {'h', 'e', 'a', 'd', '>'};
const size_t sc_page_head_size = sizeof sc_page_head;
const unsigned char sc_page_tail[] = {'<', 't', 'a', 'i', 'l'};
const size_t sc_page_tail_size = sizeof sc_page_tail;

int main(int argc, char **argv)
{
    if (argc == 2)
        sc_page_write(stdout, argv[1]);
    return argc != 2;
}
