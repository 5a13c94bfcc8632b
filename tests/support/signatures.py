"""One table of the public functions, from the headers and ranges.txt, as a C source for signatures.h.

Every number, id and pointer that a function or a definition takes must have a range in ranges.txt, and every line there
must be of use; else this fails, and the build with it.

Usage: signatures.py ROOT OUT.c
"""

import fnmatch
import os
import re
import sys

OBJECTS = ("body", "shape", "chain", "particle", "joint", "soft_body")
JOINTS = ("distance", "revolute", "prismatic", "weld", "wheel", "motor", "filter", "gear", "pulley", "rack", "ratchet")
SCALARS = {"float": "FLOAT", "double": "DOUBLE", "int": "INT", "int32_t": "INT", "bool": "BOOL", "uint32_t": "WORD",
           "uint64_t": "WORD", "int64_t": "WORD", "size_t": "WORD", "char": "WORD"}
DECLARATION = re.compile(r"(?P<const>const )?(?:struct )?(?P<type>\w+) ?(?P<stars>\*?)(?P<name>\w+)(?:\[(?P<length>\w+)\])?")
WORDS = {"finite": "-3.40282347e38..3.40282347e38"}  # and those that ranges.txt defines


class Table:
    """Types and functions of the headers."""

    def __init__(self, folder):
        self.structs, self.enums, self.callbacks, self.functions, self.alias, self.lengths = {}, {}, set(), [], {}, {}
        self.declared = 0
        for header in sorted(os.listdir(folder)):
            with open(os.path.join(folder, header), encoding="utf-8") as file:
                text = file.read()
            self.lengths.update((n, int(v)) for n, v in re.findall(r"#define (\w+) (\d+)", text))
            text = re.sub(r"//[^\n]*|/\*.*?\*/|^\s*#(?:[^\n]*\\\n)*[^\n]*", "", text, flags=re.DOTALL | re.MULTILINE)
            text = text.replace("SCREE_NODISCARD ", "")
            # Of a union the first member stands for all.
            text = re.sub(r"union\s*\{([^;]*;)[^}]*\};", r"\1", text)
            for name, body in re.findall(r"typedef enum (\w+)\s*\{(.*?)\}", text, re.DOTALL):
                self.enums[name] = [v for v in re.findall(r"(\w+)(?:\s*=\s*\w+)?\s*(?:,|$)", body.strip())
                                    if not v.endswith("_COUNT")]
            for name, body in re.findall(r"typedef struct (\w+)\s*\{(.*?)\}", text, re.DOTALL):
                self.structs[name] = [field for line in body.split(";") for field in self.fields(" ".join(line.split()))]
            self.callbacks |= set(re.findall(r"typedef [\w ]+?(\w+)\([^;]*\);", text))
            self.alias.update((new, old) for old, new in re.findall(r"typedef (scree_\w+) (\w+);", text))
            for result, name, arguments in re.findall(r"\bSCREE_API\b([^;{(]*?)(\w+)\s*\(([^;]*?)\)\s*;", text):
                arguments = " ".join(arguments.split())
                arguments = [] if arguments == "void" else [self.field(a) for a in arguments.split(", ")]
                # Trees and players belong to no world: tests/queries/test_box_tree.c and tests/scenes/test_player.c
                # hand them bad values.
                if name.startswith(("scree_tree_", "scree_player_")):
                    self.declared -= 1
                    continue
                self.functions.append((name, " ".join(result.split()), arguments))
            self.declared += len(re.findall(r"\bSCREE_API\b", text))
        assert len(self.functions) == self.declared, f"{self.declared} functions are declared, {len(self.functions)} understood"

    def field(self, text):
        found = DECLARATION.fullmatch(text)
        length = found["length"]
        return {"type": found["type"], "name": found["name"], "pointer": found["stars"] == "*",
                "const": bool(found["const"]), "length": int(self.lengths.get(length, length)) if length else 0}

    def fields(self, line):
        """The fields that one declaration makes."""
        if "(*" in line:
            return [{"type": "callback", "name": re.search(r"\(\*(\w+)\)", line)[1], "pointer": True, "const": False, "length": 0}]
        if not line:
            return []
        kind, names = re.fullmatch(r"((?:const )?(?:struct )?\w+) ?(.*)", line).groups()
        return [self.field(f"{kind} {name}") for name in names.split(", ")]


def read_ranges(path):
    """{owner.path: [words]} of ranges.txt."""
    ranges, owner, weight = {}, None, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.split("#")[0].rstrip()
            if not line:
                continue
            if not line[0].isspace():
                owner, line = line.split(None, 1) if " " in line else (line, "")
            for entry in filter(None, (e.strip() for e in line.split(","))):
                first, *words = entry.split()
                if owner == "weight":
                    weight, *names = entry.split() if entry[0].isdigit() else [weight] + entry.split()
                    ranges.update((f"{name}.weight", [weight]) for name in names)
                elif owner == "let":
                    WORDS[first] = words[0]
                else:
                    assert f"{owner}.{first}" not in ranges, f"ranges.txt: {owner}.{first} twice"
                    ranges[f"{owner}.{first}"] = words
    return ranges


class Writer:
    def __init__(self, table, ranges):
        self.table, self.ranges, self.used, self.missing = table, ranges, set(), []
        self.patterns = [key for key in ranges if "*" in key[1:]]

    def words(self, owners):
        """What ranges.txt says of a leaf; owners: (function or type, path in it), the outermost first."""
        for owner, path in owners:
            owner, path = owner.replace("scree_", "", 1), re.sub(r"\[\d+\]", "", path)
            whole = path
            while path:
                of_pointer = all(w in ("null", "array", "inout") or w[0] == "=" for w in self.ranges.get(f"{owner}.{path}", ()))
                if f"{owner}.{path}" in self.ranges and (path == whole or not of_pointer):
                    self.used.add(f"{owner}.{path}")
                    return self.ranges[f"{owner}.{path}"]
                pattern = next((k for k in self.patterns if fnmatch.fnmatch(f"{owner}.{path}", k)), None)
                if pattern:
                    self.used.add(pattern)
                    return self.ranges[pattern]
                path = path.rpartition(".")[0]
        path = owners[0][1].split(".")[-1]
        if f"*.{path}" in self.ranges:
            self.used.add(f"*.{path}")
            return self.ranges[f"*.{path}"]
        return None

    def leaf(self, owners, kind, place, pick, wants_range=True):
        """One line of a table of leaves. place: depth, hop and offset as C."""
        words = self.words(owners)
        if words is None:
            if wants_range and kind in ("FLOAT", "DOUBLE", "INT"):
                self.missing.append(" / ".join(f"{o}.{p}" for o, p in owners))
            words = []
        low, high, good, usual, unit, odds, flags = 0, 0, "NAN", None, "ONE", 256, []
        if kind == "ENUM":
            high = len(pick[1]) - 1
        name, code = "NULL", {"VERSION": "VERSION", "ID": "STALE_ID", "POINTER": "NULL"}.get(kind, "ARGUMENT")
        for word in words:
            word = WORDS.get(word, word)
            if word == "any":
                flags.append("SIG_ANY")
            elif word in ("null", "array", "rough", "inside", "inside-low", "either", "inout", "or0", "here"):
                flags.append(f"SIG_{word.upper()}".replace("-", "_"))
            elif word.startswith("!"):
                code = word[1:]
            elif word.startswith("="):
                good, name = (word[1:], name) if re.match(r"=-?[\d.]", word) else (good, f'"{word[1:]}"')
            elif word.startswith("%"):
                odds = word[1:]
            elif word == "~place":
                usual, unit = (0, 0), "PLACE"
            elif word.startswith("~"):
                usual = (["0"] + word[1:].split(".."))[-2:]
                usual, unit = (usual, "ONE") if not usual[1].endswith("size") else ((usual[0], usual[1][:-4]), "SIZE")
            else:
                low, high = word.lstrip("(").split("..")
                flags += ["SIG_OPEN"] if word[0] == "(" else []
                flags += ["SIG_NO_LOW"] if low == "" else []
                flags += ["SIG_NO_HIGH"] if high == "" else []
                low, high = low or -3.40282347e38, high or 3.40282347e38
        # Where a call with any number is as good as another.
        usual = usual or (max(float(low), -10.0), min(float(high), 10.0)) if kind != "BOOL" else usual or (0, 0.5)
        if kind == "ID" and pick == "joint" and name == "NULL":
            last = re.sub("_settings$", "", owners[0][0]).rpartition("_")[2]
            name = f'"{last}"' if last in JOINTS else name
        identity = f"SIG_{pick.upper()}" if kind == "ID" else "SIG_NO_OBJECT"
        return (f'{{"{owners[0][1]}", SIG_{kind}, {identity}, {place}, {float(low)}, {float(high)}, {good}, {name}, '
                f"SIG_{unit}, {float(usual[0])}f, {float(usual[1])}f, {odds}, SCREE_ERROR_{code}, {' | '.join(flags) or 0}}}")

    def leaves(self, owners, field, place, root, wants_range=True):
        """Lines for a value and all that lies in it. place: (depth, hop, offset)."""
        kind, at = self.table.alias.get(field["type"], field["type"]), f"{place[0]}, {place[1]}, {place[2]}"
        if field["pointer"] and place[0] == 0:
            yield self.leaf(owners, "POINTER", at, None, wants_range)
            if kind in self.table.callbacks or kind in ("void", "callback", "char") or not (field["const"] or "inout" in (self.words(owners) or ())):
                return
            element = dict(field, pointer=False)
            array = "array" in (self.words(owners) or ())
            stem = [(o, p + "[1]") for o, p in owners] if array else owners
            yield from self.leaves(stem, element, (1, 0, f"sizeof({kind})" if array else "0"), (kind, ""), wants_range)
        elif field["pointer"]:
            yield self.leaf(owners, "POINTER", at, None, wants_range)
            if place[0] == 1 and field["const"] and kind != "void":
                whole = kind.endswith("_def")
                stem = owners if whole else [(o, p + "[1]") for o, p in owners]
                element = dict(field, pointer=False)
                yield from self.leaves(stem, element, (2, place[2], "0" if whole else f"sizeof({kind})"), (kind, ""), wants_range)
        elif kind.endswith("_id") and kind in self.table.structs:
            yield self.leaf(owners, "ID", at, kind[6:-3])
        elif kind in self.table.structs:
            for inner in self.table.structs[kind]:
                for i in range(max(1, min(inner["length"], 3))):
                    name = inner["name"] + (f"[{i}]" if inner["length"] else "")
                    offset = f"offsetof({kind}, {name})" if place[2] == "0" else f"{place[2]} + offsetof({kind}, {name})"
                    stem = [(o, f"{p}.{name}") for o, p in owners] + [(kind, name)]
                    yield from self.leaves(stem, inner, (place[0], place[1], offset), root, wants_range)
        elif kind in self.table.enums:
            yield self.leaf(owners, "ENUM", at, (kind, self.table.enums[kind]))
        elif kind == "uint32_t" and field["name"] == "version":
            yield self.leaf(owners, "VERSION", at, None)
        elif kind != "scree_world":
            yield self.leaf(owners, SCALARS[kind], at, None, wants_range)

    def function(self, index, name, result, arguments):
        """C for one function: its leaves, its arguments, what calls it, and its row."""
        text, rows, given = [], [], []
        for i, field in enumerate(arguments):
            kind = self.table.alias.get(field["type"], field["type"])
            lines = [] if kind == "scree_world" else list(self.leaves([(name, field["name"])], field, (0, 0, "0"), None))
            pointee = f"sizeof({kind})" if field["pointer"] and (kind in self.table.structs or kind in SCALARS) else "0"
            fill = f"fill_{kind}" if f"{kind}_default" in self.defaults else "NULL"
            text += [f"static const sig_leaf leaves_{index}_{i}[] = {{\n    " + ",\n    ".join(lines) + "};"] if lines else []
            count = f"leaves_{index}_{i}, {len(lines)}" if lines else "NULL, 0"
            is_world = f"{'true' if kind == 'scree_world' else 'false'}"
            role = f"{'true' if field['pointer'] else 'false'}, {'true' if field['const'] else 'false'}"
            rows.append(f'{{"{field["name"]}", "{kind}", {is_world}, {role}, {pointee}, {fill if field["pointer"] else "NULL"}, {count}}}')
            star = " *" if field["pointer"] else " "
            given.append(f"*({'const ' if field['const'] else ''}{field['type']}{star}*)arguments[{i}]")
        if rows:
            text.append(f"static const sig_argument arguments_{index}[] = {{\n    " + ",\n    ".join(rows) + "};")
        call = f"{name}({', '.join(given)})"
        body = f"    {call};" if result == "void" else f"    {result} value = {call};\n    memcpy(result, &value, sizeof value);"
        unused = ("    (void)result;\n" if result == "void" else "") + ("" if rows else "    (void)arguments;\n")
        text.append(f"static void call_{index}(void *result, void *const *arguments)\n{{\n{unused}{body}\n}}")
        bare = self.table.alias.get(result, result)
        what = "NULL, 0"
        if result != "void":
            field = {"type": bare.replace("const ", "").rstrip(" *"), "name": "return", "pointer": "*" in bare, "const": False, "length": 0}
            lines = [] if field["type"] == "scree_world" else list(self.leaves([(name, "")], field, (0, 0, "0"), None, False))
            text += [f"static const sig_leaf returned_{index}[] = {{\n    " + ",\n    ".join(lines) + "};"] if lines else []
            what = f"returned_{index}, {len(lines)}" if lines else what
        mode = (self.ranges.get(f"{name[6:]}.return") or [""])[0]
        self.used.add(f"{name[6:]}.return")
        world = arguments and arguments[0]["type"] == "scree_world"
        fails = bare == "scree_result" or any(f["name"] == "result" for f in self.table.structs.get(bare, []))
        made = bare == "scree_world *" or bare.endswith("_id") and not (world and arguments[0]["const"])
        if bare == "const char *":
            mode = "own"
        mode = {"own": "SIG_OWN", "query": "SIG_QUERIES"}.get(mode) or (
            "SIG_PLAIN" if not world else "SIG_READS" if not (fails or made)
            else "SIG_QUERIES" if arguments[0]["const"] else "SIG_CHANGES")
        weight = (self.ranges.get(f"{name[6:]}.weight") or [0])[0]
        self.used.add(f"{name[6:]}.weight")
        answer = "SIG_RESULT" if bare == "scree_result" else "SIG_MADE" if made else "SIG_WITHIN" if fails else "SIG_VALUE"
        at = f"offsetof({bare}, result)" if answer == "SIG_WITHIN" else "0"
        row = (f'{{"{name}", call_{index}, {f"arguments_{index}" if rows else "NULL"}, {len(rows)}, '
               f"{'0' if result == 'void' else f'sizeof({result})'}, {what}, {mode}, {answer}, {at}, {weight}}}")
        return "\n".join(text), row

    def source(self):
        self.defaults = {name: result for name, result, _ in self.table.functions if name.endswith("_default")}
        pointed = {f["type"] for _, _, arguments in self.table.functions for f in arguments if f["pointer"]}
        fills = [f"static void fill_{t}(void *value)\n{{\n    {t} filled = {t}_default();\n    memcpy(value, &filled, sizeof filled);\n}}"
                 for t in self.defaults.values() if t in pointed]
        parts = [self.function(i, *f) for i, f in enumerate(self.table.functions)]
        rows = ",\n    ".join(row for _, row in parts)
        return ("// Made by tests/support/signatures.py.\n#include \"tests/support/signatures.h\"\n\n#include <math.h>\n#include <stddef.h>\n"
                "#include <string.h>\n\n" + "\n\n".join(fills + [text for text, _ in parts]) +
                f"\n\nconst sig_function sig_functions[] = {{\n    {rows}}};\n\nconst int sig_function_count = {len(parts)};\n")


def main(root, out):
    writer = Writer(Table(os.path.join(root, "include/scree")), read_ranges(os.path.join(root, "tests/support/ranges.txt")))
    text = writer.source()
    problems = [f"ranges.txt: no range for {leaf}" for leaf in writer.missing]
    problems += [f"ranges.txt: {key} is of no use" for key in writer.ranges if key not in writer.used]
    if problems:
        sys.exit("\n".join(problems))
    with open(out, "w", encoding="utf-8") as file:
        file.write(text)


main(*sys.argv[1:])
