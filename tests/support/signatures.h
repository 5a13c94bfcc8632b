/// All public functions as a table: each with its caller, its arguments, and every number, id and
/// pointer in them with its range. signatures.py makes it from the headers and ranges.txt.
#ifndef SC_TEST_SIGNATURES_H
#define SC_TEST_SIGNATURES_H

#include <scree/scree.h>

#include <stddef.h>

typedef enum sig_kind
{
    SIG_FLOAT,
    SIG_DOUBLE,
    SIG_INT,
    SIG_ENUM,
    SIG_BOOL,
    SIG_WORD,  ///< an unsigned number; any value is valid
    SIG_VERSION,
    SIG_ID,
    SIG_POINTER
} sig_kind;

typedef enum sig_object
{
    SIG_NO_OBJECT = 0,
    SIG_BODY,
    SIG_SHAPE,
    SIG_CHAIN,
    SIG_PARTICLE,
    SIG_JOINT,
    SIG_SOFT_BODY,
    SIG_OBJECT_COUNT
} sig_object;

typedef enum sig_unit
{
    SIG_ONE = 0,
    SIG_SIZE,  ///< times the size of the contents of the fuzzer's world
    SIG_PLACE  ///< anywhere in that world
} sig_unit;

enum
{
    SIG_ANY = 1,          ///< whatever it is, it is taken
    SIG_NULL = 2,         ///< a pointer that may be null
    SIG_ARRAY = 4,        ///< a pointer to several
    SIG_OPEN = 8,         ///< the lower end itself is not in the range
    SIG_NO_LOW = 16,      ///< there is no lower end, or it depends on others
    SIG_NO_HIGH = 32,     ///< no upper end
    SIG_ROUGH = 64,       ///< squares or inverses are compared: 1e-3 round the ends is left out
    SIG_INSIDE = 128,     ///< the ends are taken only together with others, or take too much memory
    SIG_EITHER = 512,     ///< the negative of the range is taken, too
    SIG_INOUT = 1024,     ///< a pointer to data that are read and written
    SIG_OR0 = 2048,       ///< zero is taken, too
    SIG_HERE = 4096,      ///< the upper end belongs to the object in the test's world
    SIG_INSIDE_LOW = 256  ///< so is the lower end
};

/// A number, an id or a pointer in an argument: in its value (depth 0), in the target of that value
/// (depth 1, for an array its second element), or in the target of the pointer at `hop` there (2).
typedef struct sig_leaf
{
    const char *path;  ///< "def.base.frame_a.position.x"
    sig_kind kind;
    sig_object object;
    int depth;
    size_t hop, offset;
    double low, high;
    double good;            ///< NAN: that of the definition, or the number in the range nearest 1
    const char *good_name;  ///< of an object or a callback; may be null
    sig_unit unit;
    float usual_low, usual_high;  ///< what the fuzzer takes mostly; of a bool how often it is true
    int odds;                     ///< of 256 calls, in how many of them; else as in the definition
    scree_result code;            ///< of the refusal
    unsigned flags;
} sig_leaf;

typedef struct sig_argument
{
    const char *name, *type;
    bool is_world, is_pointer, is_const;
    size_t pointee;             ///< size of its target; 0: unknown
    void (*fill)(void *value);  ///< the _default() of its type, or null
    const sig_leaf *leaves;
    int leaf_count;
} sig_argument;

typedef enum sig_mode
{
    SIG_CHANGES,  ///< notes its error in the world, refused in the middle of a step
    SIG_QUERIES,  ///< notes its error in the thread
    SIG_READS,    ///< cannot fail: all zero for missing objects
    SIG_PLAIN,    ///< without a world, and without an error's text
    SIG_OWN       ///< tests of its own cover its results for bad arguments
} sig_mode;

typedef enum sig_answer
{
    SIG_VALUE,   ///< a value; of queries that fail -1
    SIG_RESULT,  ///< a scree_result
    SIG_WITHIN,  ///< a struct with a scree_result at `result_offset`
    SIG_MADE     ///< an id, null on error
} sig_answer;

typedef struct sig_function
{
    const char *name;
    void (*call)(void *result, void *const *arguments);
    const sig_argument *arguments;
    int argument_count;
    size_t result_size;
    const sig_leaf *returned;  ///< the leaves of a result, as in an argument of depth 0
    int returned_count;
    sig_mode mode;
    sig_answer answer;
    size_t result_offset;
    int weight;  ///< of the fuzzer's call; 0: it has a row of its own, or is called by another one
} sig_function;

extern const sig_function sig_functions[];
extern const int sig_function_count;

#endif
