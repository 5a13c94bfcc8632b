/// The pictures of a run or a replay: one of the end, or numbered ones of the start and after every
/// K steps.
#ifndef SCREE_TOOLS_PICTURE_FILES_H
#define SCREE_TOOLS_PICTURE_FILES_H

#include "picture.h"

#include "tools/common/output.h"

typedef struct sc_picture_options
{
    const char *png, *svg;  ///< paths, "-" being stdout, or null
    int every;              ///< steps from one picture to the next; 0: one of the end
    sc_picture_style style;
} sc_picture_options;

// Rows of option tables: `member` is the sc_picture_options in the struct of the command's options.
#define SC_PICTURE_OUTPUTS(type, member)                                               \
    SC_OPTION_ROW("png", "F", "picture of the end of the run", sc_take_output,         \
                  SC_OPTION_PLACE(type, member.png, const char *), 0, 0, 0, NULL),     \
        SC_OPTION_ROW("svg", "F", "the same as vectors", sc_take_output,               \
                      SC_OPTION_PLACE(type, member.svg, const char *), 0, 0, 0, NULL), \
        SC_OPTION_INT(                                                                 \
            type, member.every, "every", "K", 1, 10000000,                             \
            "a picture of the start and after every K steps instead: F_0000, F_0001, ...")
#define SC_PICTURE_STYLES(type, member)                                            \
    SC_OPTION(type, member.style.color, "color", "speed|material", sc_take_choice, \
              "what the colours in pictures mean; default speed"),                 \
        SC_OPTION_FLAG(type, member.style.contacts, "contacts",                    \
                       "contact points and normals in pictures")

/// False, and a line on stderr, if --every has no file to write, or many files would go to stdout.
/// `others`: whether another option takes part in --every, which `names` lists.
bool sc_check_picture_options(const sc_picture_options *options, bool others, const char *names);

typedef struct sc_picture_files
{
    const sc_picture_options *options;
    sc_output png, svg;  // of the end
    int count;           // of numbered pictures that were written, or have a number already
} sc_picture_files;

/// Checks that the files can be written. `first_step`: of the first step that is pictured; numbered
/// pictures have the names that they would have from step 0 on. False, and a line on stderr, if
/// not.
bool sc_picture_files_open(sc_picture_files *files, const sc_picture_options *options,
                           int first_step);
/// Whether there is a numbered picture of a step.
bool sc_picture_files_are_due(const sc_picture_files *files, int step);
/// Writes the next numbered picture, or that of the end. False, and a line on stderr, on error.
bool sc_picture_files_write_next(sc_picture_files *files, const sc_picture_subject *subject);
bool sc_picture_files_write_end(sc_picture_files *files, const sc_picture_subject *subject);
bool sc_picture_files_close(sc_picture_files *files);

#endif
