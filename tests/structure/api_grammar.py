"""The public functions and types follow one grammar: docs/guide.md (Rules of the interface) has it.

Every exception is listed here with its reason; one that is not needed fails the test, too.

Usage: api_grammar.py ROOT | api_grammar.py --self-check
"""

import os
import re
import sys

from sources import finish

# Nouns that are no types, and what they stand for.
NOUNS = {
    "image": "a block of memory with the state of a world",
    "mover": "a capsule that a program moves",
    "outline": "points in the program's memory",
    "stage": "a place in the list of stages",
}
FREE = {
    "scree_atan2": "a function of numbers, in the order of C's",
    "scree_sincos": "a function of numbers, in the order of the C library's",
    "scree_version": "of the library",
}
# Setters of no property: what they set is not there to be read.
COMMANDS = {
    "scree_body_set_target_transform": "the target is gone when the body arrives",
    "scree_body_set_velocity": "linear_velocity and angular_velocity at once",
    "scree_soft_body_set_velocity": "that of every vertex",
    "scree_world_set_pair_material": "an entry of a list",
}
QUESTIONS = ("contains",)  # of an argument: no property of the noun
# Calls of an object that take no id of one.
WITHOUT_ID = {
    "scree_joint_frames_at": "for a definition, before there is a joint",
}
# Lists whose length comes through a pointer.
COUNTED = {
    "scree_outline_decompose": "what it returns tells which of several things is wrong with the outline",
}
# What takes a world that is not const and returns no result.
LIVE = {
    "scree_world_bodies": "velocities in the view may be written",
    "scree_world_particles": "velocities in the view may be written",
    "scree_world_soft_vertices": "the view may be written",
    "scree_soft_body_vertices": "the view may be written",
    "scree_world_body_events": "makes the list that it returns",
    "scree_world_destroy": "there is no world left that could tell an error",
    "scree_body_island": "makes the list that it returns",
    "scree_world_island_count": "makes the list that it counts",
    "scree_error_clear": "takes an error away, and cannot fail",
}
# Types of functions that are no callbacks.
TASKS = {
    "scree_task": "called with what `run` was given, by threads of the program",
}

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|^\s*#(?:[^\n]*\\\n)*[^\n]*", re.DOTALL | re.MULTILINE)
DECLARED = re.compile(r"\bSCREE_API\b([^;{(]*?)(\w+)\s*\(([^;]*?)\)\s*;")
FUNCTION_TYPE = re.compile(r"\btypedef\s+[\w ]+?[ *](\w+)\(([^;]*?)\);")
FUNCTION_FIELD = re.compile(r"\(\*(\w+)\)\(([^;]*?)\);")
STRUCT = re.compile(r"\btypedef struct (\w+)\s*\{(.*?)\n\}", re.DOTALL)
TYPE = re.compile(r"\btypedef (?:struct|enum) (scree_\w+)\b|\btypedef scree_\w+ (scree_\w+);")
PARAMETER = re.compile(r"(?P<type>(?:const )?(?:struct )?\w+) ?(?P<stars>\**)(?P<name>\w+)")


def read(root):
    folder = os.path.join(root, "include/scree")
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            yield COMMENT.sub("", file.read())


def split(parameters):
    parameters = " ".join(parameters.split())
    found = [] if parameters == "void" else [PARAMETER.fullmatch(p) for p in parameters.split(", ")]
    return [(p["type"].replace("struct ", "") + (" " + p["stars"] if p["stars"] else ""), p["name"]) for p in found]


class Header:
    """What the public headers declare."""

    def __init__(self, texts):
        self.functions, self.types, self.structs, self.function_types = {}, set(), {}, {}
        for text in texts:
            for result, name, parameters in DECLARED.findall(text):
                result = " ".join(result.replace("SCREE_NODISCARD", "").split())
                self.functions[name] = (result, split(parameters))
            self.function_types.update((name, split(parameters)) for name, parameters in FUNCTION_TYPE.findall(text))
            self.types |= {a or b for a, b in TYPE.findall(text)}
            self.structs.update(STRUCT.findall(text))
        self.ids = sorted((t[:-3] for t in self.types if t.endswith("_id")), key=len, reverse=True)
        self.plurals = {f"{t[:-1]}ies" if t.endswith("y") else f"{t}s": t for t in self.ids}

    def noun(self, name):
        """The longest beginning of a function's name that is a noun, or None."""
        words = name.split("_")
        for end in range(len(words), 1, -1):
            begin = "_".join(words[:end])
            if begin in self.types or begin in self.ids or begin in self.plurals or begin[6:] in NOUNS:
                return begin
        return None


def is_out(parameter):
    kind, name = parameter
    return "*" in kind and not kind.startswith("const ") and kind not in ("scree_world *", "scree_tree *", "scree_player *", "void *") and "_callback" not in kind


def setter_fault(header, noun, x, arguments):
    """What is wrong with a setter of property x, or None. Arguments before the value name a part of the object."""
    *keys, (kind, _) = arguments
    if [key for key in keys if key != ("int", "vertex")]:
        return "sets more than one value"
    if kind == "bool":
        getter = f"{noun}_is_{x}"
    else:
        getter = f"{noun}_get_{x}" if f"{noun}_{x}" in header.types else f"{noun}_{x}"
    value = re.sub(r"^const (scree_\w+) \*$", r"\1", kind)
    found = header.functions.get(getter)
    begin = 1 if noun == "scree_world" else 2
    same = found and found[0] in (value, kind) and found[1][begin:] == keys
    return None if same else f"there is no {getter} that returns a {value}"


def check(header):
    problems, used = [], set()

    def excused(table, name):
        used.add(name)
        return name in table

    functions = header.functions
    for name, (result, parameters) in functions.items():
        say = lambda what: problems.append(f"{name}: {what}")  # noqa: E731
        kinds = [kind for kind, _ in parameters]
        names = [given for _, given in parameters]
        noun = header.noun(name)
        rest = name[len(noun) + 1:] if noun else ""

        # Nouns first.
        if noun is None:
            if not excused(FREE, name):
                say("does not begin with a noun")
            continue
        is_world = bool(kinds) and kinds[0] in ("scree_world *", "const scree_world *")
        if (noun in header.ids or noun in header.plurals) and not is_world:
            say("the world is not its first argument")
        makes = re.match(r"create(_|$)", rest) is not None
        if noun in header.ids and not makes and kinds[1:2] != [f"{noun}_id"] and not excused(WITHOUT_ID, name):
            say(f"its second argument is no {noun}_id")
        if noun in header.plurals and not makes:
            if kinds[1:3] != [f"const {header.plurals[noun]}_id *", "int"] or names[2] != "count":
                say("a bulk call takes ids and their count after the world")
        if noun in header.plurals and makes and (names[-1] != "ids" or result != "scree_result"):
            say("creation in bulk returns a result and writes `ids`, its last argument")
        if noun in header.ids and makes and result != f"{noun}_id":
            say("creation returns the id")

        # Properties, in pairs.
        setter = re.fullmatch(r"set_(\w+)", rest)
        if setter and noun not in header.plurals and not any("_callback *" in kind for kind in kinds):
            fault = setter_fault(header, noun, setter[1], parameters[1 if noun == "scree_world" else 2:])
            if fault and not excused(COMMANDS, name):
                say(fault)
        if re.search(r"_(?:enable|disable|are|has|can)_", name):
            say("booleans are set_x and is_x")
        if result == "bool" and not re.match(r"is_", rest) and rest not in QUESTIONS:
            say("what returns a bool is is_x")
        if re.match(r"is_", rest) and result != "bool":
            say("is_x returns a bool")
        if rest.startswith("get_") and f"{noun}_{rest[4:]}" not in header.types:
            say("get_ is for what would have the name of a type")
        if rest == "default" and (result, parameters) != (noun, []):
            say(f"returns no {noun}")

        # Arguments: arrays, outputs, callbacks.
        if "capacity" in names and (names[-1] != "capacity" or not is_out(parameters[-2]) or result != "int"):
            if not excused(COUNTED, name):
                say("an array and its capacity come last, and the number of elements is returned")
        outs = [is_out(p) for p in parameters]
        tail = outs[outs.index(True):] if True in outs else []
        lengths = names[len(names) - len(tail):]
        if any(not out and length not in ("count", "capacity") for out, length in zip(tail, lengths)):
            say("an input follows an output")
        for i, given in enumerate(names):
            if given == "count" and kinds[i] == "int" and i > 0 and "*" not in kinds[i - 1] and not name.startswith("scree_world_set_"):
                say("`count` does not follow an array")
        if any("_callback *" in kind for kind in kinds) and (kinds[-1], names[-1]) != ("void *", "context"):
            say("takes a callback, but no `context` last")

        # Results.
        if is_world and kinds[0] == "scree_world *":
            told = result == "scree_result" or result.endswith("_id") or "scree_result result;" in header.structs.get(result, "")
            if not told and not excused(LIVE, name):
                say("takes a world that is not const and tells no result")

    # Callbacks.
    for name, parameters in header.function_types.items():
        if not name.endswith("_callback"):
            if not excused(TASKS, name):
                problems.append(f"{name}: a function type is a _callback")
        elif not parameters or parameters[-1] != ("void *", "context"):
            problems.append(f"{name}: `void *context` is not its last argument")
    for struct, body in header.structs.items():
        for name, parameters in FUNCTION_FIELD.findall(body):
            if split(parameters)[-1] != ("void *", "context"):
                problems.append(f"{struct}.{name}: `void *context` is not its last argument")
            if not re.search(r"void \*context;", body):
                problems.append(f"{struct}: has callbacks, but no `context`")

    # Definitions.
    for struct, body in header.structs.items():
        if struct.endswith("_def"):
            if not re.match(r"\s*uint32_t version;", body):
                problems.append(f"{struct}: does not begin with its version")
            if f"{struct}_default" not in functions:
                problems.append(f"{struct}: there is no {struct}_default")
        joint = re.search(r"\bscree_joint_base base;", body)
        if bool(joint) != struct.endswith("_joint_def"):
            problems.append(f"{struct}: the definitions of joints, and no others, are scree_*_joint_def")
        if joint and struct.endswith("_joint_def"):
            kind = struct[6:-10]
            for call in (f"scree_joint_create_{kind}", f"scree_joint_{kind}_settings", f"scree_joint_set_{kind}_settings"):
                if call not in functions:
                    problems.append(f"{struct}: there is no {call}")
    everything = " ".join(p for _, ps in functions.values() for _, p in ps)
    if re.search(r"\buser\b", everything):
        problems.append("a callback's pointer is named `context`, not `user`")

    # Exceptions that are none.
    for table in (FREE, COMMANDS, WITHOUT_ID, COUNTED, LIVE, TASKS):
        problems += [f"{name}: is listed as an exception and is none" for name in table if name not in used]
    return problems, len(functions)


def self_check():
    """Each planted declaration is reported; the sound ones beside them are not."""
    sound = """
typedef struct scree_world scree_world;
typedef struct scree_body_id { uint64_t value;
} scree_body_id;
typedef struct scree_joint_id { uint64_t value;
} scree_joint_id;
typedef struct scree_joint_base { int a;
} scree_joint_base;
typedef enum scree_body_type { SCREE_A } scree_body_type;
typedef struct scree_body_def
{
    uint32_t version;
} scree_body_def;
SCREE_API scree_body_def scree_body_def_default(void);
SCREE_API scree_body_id scree_body_create(scree_world *world, const scree_body_def *def);
SCREE_API float scree_body_glow(const scree_world *world, scree_body_id body);
SCREE_API scree_result scree_body_set_glow(scree_world *world, scree_body_id body, float glow);
SCREE_API bool scree_body_is_awake(const scree_world *world, scree_body_id body);
SCREE_API scree_result scree_body_set_awake(scree_world *world, scree_body_id body, bool awake);
SCREE_API scree_body_type scree_body_get_type(const scree_world *world, scree_body_id body);
SCREE_API int scree_body_joints(const scree_world *world, scree_body_id body, scree_joint_id *joints, int capacity);
SCREE_API scree_result scree_bodies_destroy(scree_world *world, const scree_body_id *bodies, int count);
typedef void scree_trace_callback(int zone, void *context);
SCREE_API scree_result scree_world_set_trace(scree_world *world, scree_trace_callback *callback, void *context);
"""
    planted = {
        "SCREE_API int scree_count_bodies(const scree_world *world);": "scree_count_bodies: does not begin with a noun",
        "SCREE_API float scree_body_speed(scree_body_id body);": "scree_body_speed: the world is not its first argument",
        "SCREE_API float scree_body_turn(const scree_world *world, float by);": "scree_body_turn: its second argument",
        "SCREE_API scree_result scree_body_set_hue(scree_world *world, scree_body_id body, float hue);": "scree_body_set_hue: there is no",
        "SCREE_API scree_result scree_body_set_glow(scree_world *world, scree_body_id body, float a, float b);": "scree_body_set_glow: sets more",
        "SCREE_API bool scree_body_awake(const scree_world *world, scree_body_id body);": "scree_body_awake: what returns a bool",
        "SCREE_API scree_result scree_body_enable_sleep(scree_world *world, scree_body_id body);": "scree_body_enable_sleep: booleans",
        "SCREE_API float scree_body_get_glow(const scree_world *world, scree_body_id body);": "scree_body_get_glow: get_ is for",
        "SCREE_API void scree_body_joints(const scree_world *world, scree_body_id body, scree_joint_id *joints, int capacity);":
            "scree_body_joints: an array",
        "SCREE_API scree_result scree_body_find(const scree_world *world, scree_body_id body, float *out, int where);":
            "scree_body_find: an input follows",
        "SCREE_API scree_result scree_bodies_move(scree_world *world, int count, const scree_body_id *bodies);":
            "scree_bodies_move: a bulk call",
        "SCREE_API float scree_body_drop(scree_world *world, scree_body_id body);": "scree_body_drop: takes a world that is not const",
        "typedef void scree_clock_callback(void *context, int step);": "scree_clock_callback: `void *context` is not its last",
        "SCREE_API scree_result scree_world_set_clock(scree_world *world, void *context, scree_trace_callback *callback);":
            "scree_world_set_clock: takes a callback",
        "typedef struct scree_draw\n{\n    void (*line)(int a, void *data);\n} scree_draw;": "scree_draw",
        "typedef struct scree_swing_def\n{\n    uint32_t version;\n    scree_joint_base base;\n} scree_swing_def;":
            "scree_swing_def: the definitions of joints",
        "typedef struct scree_wind_def\n{\n    float speed;\n} scree_wind_def;": "scree_wind_def: does not begin with its version",
    }
    ours = lambda texts: [p for p in check(Header(texts))[0] if "is listed as an exception" not in p]  # noqa: E731
    problems = [f"wrongly reported: {p}" for p in ours([sound])]
    for text, expected in planted.items():
        if not any(p.startswith(expected) for p in ours([sound, text])):
            problems.append(f"not reported: {expected}")
    finish(problems, len(planted), "planted declarations")


if __name__ == "__main__":
    if sys.argv[1] == "--self-check":
        self_check()
    finish(*check(Header(read(sys.argv[1]))), "public functions")
