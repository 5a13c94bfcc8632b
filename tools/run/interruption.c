#define _XOPEN_SOURCE 700  // sigaction

#include "interruption.h"

#include <signal.h>
#include <stddef.h>

static const int signals[] = {SIGINT, SIGTERM};

static volatile sig_atomic_t noted;

static void note(int number) { noted = number; }

void sc_interruption_catch(void)
{
    for (unsigned i = 0; i < sizeof signals / sizeof signals[0]; ++i)
    {
        struct sigaction before,
            action = {.sa_handler = note, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
        sigemptyset(&action.sa_mask);
        // A signal that the parent process chose to ignore stays ignored.
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(signals[i], &action, NULL);
    }
}

bool sc_interruption_is_wanted(void) { return noted != 0; }

void sc_interruption_end(void)
{
    if (noted != 0)
        raise(noted);
}
