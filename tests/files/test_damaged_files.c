// Scene files, files of R.U.B.E. and maps of Tiled that are cut or changed: each is read, or
// refused with the file and the place; never a crash.
#include "tests/files/scene_texts.h"
#include "tests/support/sanitized.h"

static const char *const paths[] = {"examples/scenes/machine.json", "examples/scenes/soft.json",
                                    "examples/scenes/rube.json", "examples/scenes/tiled.json",
                                    "examples/scenes/tiled.tmx"};

enum
{
    PATHS = sizeof paths / sizeof paths[0]
};

TEST(every_cut_of_a_file_is_read_or_refused)
{
    for (int i = 0; i < PATHS; ++i)
    {
        size_t length;
        scoped_memory char *text = text_of_file(paths[i], &length);
        for (size_t end = 0; end < length; ++end)
            try_scene_text(text, end);
    }
}

TEST(every_changed_byte_of_a_file_is_read_or_refused)
{
    // All bits of every byte; sanitized builds change three.
    for (int i = 0; i < PATHS; ++i)
    {
        size_t length;
        scoped_memory char *text = text_of_file(paths[i], &length);
        for (size_t at = 0; at < length; ++at)
        {
            const char kept = text[at];
            for (int bit = 0; bit < 8; bit += SANITIZED ? 3 : 1)
            {
                text[at] = (char)(kept ^ (1 << bit));
                try_scene_text(text, length);
            }
            text[at] = kept;
        }
    }
}

TEST(every_byte_that_becomes_a_sign_of_json_is_read_or_refused)
{
    static const char signs[] = "0-9e.,:[]{}\"$";
    uint32_t random = 1;
    for (int i = 0; i < PATHS; ++i)
    {
        size_t length;
        scoped_memory char *text = text_of_file(paths[i], &length);
        for (size_t at = 0; at < length; ++at)
        {
            const char kept = text[at];
            random = random * 1664525u + 1013904223u;
            text[at] = signs[(random >> 16) % (sizeof signs - 1)];
            try_scene_text(text, length);
            text[at] = kept;
        }
    }
}
