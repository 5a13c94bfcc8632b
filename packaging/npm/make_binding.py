"""Writes the generated parts of the npm package from the interface as JSON (tools/docs/api_json.py).

Usage: make_binding.py API_JSON FOLDER

FOLDER gets
  layout.c     sizes and offsets of all structs, as the compiler has them
  exports.txt  the functions that the module exports
  api.mjs      enumerations, structs and calls for scree.mjs
  scree.d.ts   the types for TypeScript, with the comments of the headers
"""

import json
import os
import re
import sys

SCALARS = {"float": "f32", "double": "f64", "int": "i32", "int32_t": "i32", "uint32_t": "u32", "uint8_t": "u8",
           "uint16_t": "u16", "uint64_t": "u64", "_Bool": "bool", "size_t": "u32", "void *": "u32", "const void *": "u32",
           "const char *": "string"}
TS_SCALARS = {"f32": "number", "f64": "number", "i32": "number", "u32": "number", "u8": "number", "u16": "number",
              "u64": "bigint", "bool": "boolean", "string": "string"}
# Live arrays are of these classes.
ARRAYS = {"f32": "Float32Array", "f64": "Float64Array", "i32": "Int32Array", "u32": "Uint32Array", "u8": "Uint8Array",
          "u16": "Uint16Array", "u64": "BigUint64Array"}
# Structs and arrays that a call reads and writes.
IN_OUT = {"base", "clock", "state", "planes"}
# Calls on blocks of bytes, and one with two counts, which scree.mjs writes by hand.
BY_HAND = {"scree_world_save_image", "scree_world_restore_image", "scree_world_save_snapshot", "scree_world_load_snapshot",
           "scree_image_save_delta", "scree_image_apply_delta", "scree_outline_decompose"}
CALLBACK_IN_DEF = {"scree_recording_def_default", "scree_world_start_recording", "scree_world_stop_recording", "scree_world_is_recording"}


def camel(name):
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


def pascal(name):
    return "".join(word.capitalize() for word in name.removeprefix("scree_").split("_"))


def short_names(enum):
    """Names of the values without what they have in common: static, kinematic, dynamic."""
    names = [value["name"] for value in enum["values"]]
    prefix = os.path.commonprefix(names)
    prefix = prefix[:prefix.rfind("_") + 1]
    return [name[len(prefix):].lower() for name in names]


class Unsupported(Exception):
    """A type or an argument that the binding has no rule for."""


class Binding:
    def __init__(self, api):
        self.api = api
        self.enums = {enum["name"]: enum for enum in api["enums"]}
        self.aliases = {alias["name"]: alias["type"] for alias in api["aliases"]}
        self.structs = {s["name"]: s for s in api["structs"] if not s.get("opaque")}
        self.comments = {}
        self.calls, self.skipped = [], {}
        self.tables = {}
        for name in self.structs:
            try:
                self.tables[name] = self.fields(name)
            except Unsupported as error:
                self.skipped[name] = str(error)

    def id_like(self, name):
        """The scalar of a struct with one member, which the C ABI passes as that scalar."""
        fields = self.structs[name]["fields"]
        return SCALARS.get(fields[0]["type"]) if len(fields) == 1 else None

    def type_of(self, c_type):
        c_type = self.aliases.get(c_type, c_type)
        if c_type in SCALARS:
            return SCALARS[c_type]
        match = re.fullmatch(r"(.+)\[(\d+)\]", c_type)
        if match:
            return ["chars", int(match[2])] if match[1] == "char" else ["fixed", int(match[2]), self.type_of(match[1])]
        if c_type in self.enums:
            return ["enum", c_type]
        if c_type in self.structs:
            return self.id_like(c_type) or ["struct", c_type]
        if c_type.endswith("*") and "(" not in c_type:
            return ["pointer", self.type_of(c_type.removeprefix("const ").removesuffix("*").strip())]
        raise Unsupported(f"no rule for {c_type}")

    def count_of(self, names, name):
        """The member that says how many elements a pointer has."""
        singular = re.sub(r"ies$", "y", name) if name.endswith("ies") else re.sub(r"s$", "", name)
        for candidate in (singular + "_count", name + "_count", "vertex_count" if "vertex_count" in names else "count"):
            if candidate in names:
                return candidate
        return None

    def fields(self, name):
        rows = []
        flat = []
        for field in self.structs[name]["fields"]:
            flat += [(f, True) for f in field["fields"]] if field["type"] == "union" else [(field, False)]
        names = [f["name"] for f, _ in flat]
        for field, in_union in flat:
            try:
                kind = self.type_of(field["type"])
            except Unsupported:
                kind = ["hidden"]  # functions, tasks and allocators stay at their defaults
            if isinstance(kind, list) and kind[0] == "pointer" and isinstance(kind[1], list) and \
                    not field["name"].endswith("s") and field["name"] + "_count" not in names:
                kind = ["one", kind[1]]
            count = self.count_of(names, field["name"]) if isinstance(kind, list) and kind[0] in ("pointer", "fixed") else None
            row = [field["name"], kind]
            if count or in_union:
                row.append(camel(count) if count else None)
            if in_union:
                row.append(1)
            rows.append(row)
            self.comments[name, field["name"]] = field.get("comment", "")
        return rows

    def plan(self, function):
        """[[kind, name, type...], ...] of the arguments."""
        arguments = function["arguments"]
        names = [argument["name"] for argument in arguments]
        plans = []
        for index, argument in enumerate(arguments):
            name, c_type = argument["name"], argument["type"]
            base = c_type.removeprefix("const ").removesuffix("*").strip()
            if base in ("scree_world", "scree_tree") and c_type.endswith("*"):
                plans.append(["self" if index == 0 else base.removeprefix("scree_"), name])
            elif name == "count" and c_type == "int" and any("*" in a["type"] for a in arguments[1:]):
                plans.append(["count", name])
            elif name == "capacity" and c_type == "int":
                plans.append(["capacity", name])
            elif c_type in SCALARS or c_type in self.enums:
                if c_type in ("void *", "const void *") and name != "user_data":
                    raise Unsupported(f"argument {name}")
                plans.append(["in", name, self.type_of(c_type)])
            elif not c_type.endswith("*"):
                plans.append(["in", name, self.type_of(c_type)])
            else:
                if "callback" in base or "(" in base or base == "void":
                    raise Unsupported(f"argument {name}")
                inner = self.type_of(base)
                if isinstance(inner, list) and inner[0] == "pointer":
                    raise Unsupported(f"argument {name}")
                many = "count" in names and (name.endswith("s") or not isinstance(inner, list))
                constant = c_type.startswith("const ")
                if name in IN_OUT:
                    plans.append(["array_in_out" if many else "in_out", name, inner])
                elif constant:
                    plans.append(["array" if many else "in", name, inner])
                elif index + 1 < len(names) and names[index + 1] == "capacity":
                    plans.append(["found", name, inner])
                elif many or name == "ids" or function["name"] == "scree_world_cast_rays":
                    plans.append(["array_out", name, inner])
                else:
                    plans.append(["out", name, inner])
        for plan in plans:
            for part in plan[2:]:
                if isinstance(part, list) and part[0] == "struct" and part[1] not in self.tables:
                    raise Unsupported(f"argument {plan[1]}")
        if [p[0] for p in plans].count("capacity") > 1 or ("capacity" in [p[0] for p in plans] and
                                                            "count" in [p[0] for p in plans]):
            raise Unsupported("two counts")
        return plans

    def result_of(self, function):
        c_type = function["result"]
        if c_type == "void":
            return "void"
        base = c_type.removeprefix("const ").removesuffix("*").strip()
        if base in ("scree_world", "scree_tree") and c_type.endswith("*"):
            return base.removeprefix("scree_")
        kind = self.type_of(c_type)
        if isinstance(kind, list) and kind[0] == "pointer":
            raise Unsupported(f"result {c_type}")
        if isinstance(kind, list) and kind[0] == "struct" and kind[1] not in self.tables:
            raise Unsupported(f"result {c_type}")
        return kind

    def add_calls(self):
        taken = {}
        for function in self.api["functions"]:
            name = function["name"]
            if function.get("inline") or name in BY_HAND:
                continue
            if name in CALLBACK_IN_DEF:
                self.skipped[name] = "callback in the definition"
                continue
            if name.startswith("scree_player_"):
                self.skipped[name] = "plays a recording, which a program in JavaScript cannot make"
                continue
            try:
                plans, result = self.plan(function), self.result_of(function)
            except Unsupported as error:
                self.skipped[name] = str(error)
                continue
            on = "module"
            if plans and plans[0][0] == "self":
                on = "tree" if "tree" in function["arguments"][0]["type"] else "world"
            short = name.removeprefix("scree_").removeprefix("" if on == "module" else on + "_")
            method = camel(short)
            if (on, method) in taken:
                raise SystemExit(f"{name} and {taken[on, method]} are both {on}.{method}")
            taken[on, method] = name
            self.calls.append([on, method, name, result, plans])
            self.comments[name] = function["comment"]


def c_layout(binding, headers):
    rows = []
    for name, fields in binding.tables.items():
        rows.append(f"    sizeof({name}),")
        rows += [f"    offsetof({name}, {field[0]})," for field in fields]
    includes = "\n".join(f"#include <{header}>" for header in headers)
    return (f"{includes}\n#include <stddef.h>\n\n"
            "const uint32_t *scree_js_layout(void)\n{\n"
            "    static const uint32_t layout[] = {\n" + "\n".join("    " + row for row in rows) + "\n    };\n"
            "    return layout;\n}\n\n"
            "uint32_t scree_js_error_number(const scree_world *world)\n{\n"
            "    return scree_world_last_error(world).number;\n}\n\n"
            "int scree_js_error_code(const scree_world *world)\n{\n"
            "    return (int)scree_world_last_error(world).code;\n}\n")


def ts_type(kind, given):
    """The type of a value; `given`: one that a program hands in, where arrays and structs may be partial."""
    if isinstance(kind, str):
        return TS_SCALARS.get(kind, "void")
    if kind[0] == "enum":
        return pascal(kind[1])
    if kind[0] == "struct":
        return f"Given<{pascal(kind[1])}>" if given else pascal(kind[1])
    if kind[0] == "chars":
        return "string"
    inner = kind[2] if kind[0] == "fixed" else kind[1]
    if kind[0] == "one":
        return ts_type(inner, given) + " | null"
    if isinstance(inner, str) and inner in ARRAYS:
        return f"{ARRAYS[inner]} | {ts_type(inner, False)}[]" if given else ARRAYS[inner]
    return f"{ts_type(inner, given)}[]" if not given else f"({ts_type(inner, given)})[]"


def ts_comment(text, indent):
    if not text:
        return ""
    lines = text.replace("*/", "* /").split("\n")
    body = "\n".join(f"{indent} * {line}".rstrip() for line in lines)
    return f"{indent}/**\n{body}\n{indent} */\n"


def ts_call(binding, call):
    on, method, name, result, plans = call
    arguments, outs = [], []
    for plan in plans:
        kind = plan[0]
        if kind in ("self", "count", "capacity"):
            continue
        if kind in ("world", "tree"):
            arguments.append(f"{camel(plan[1])}: {kind.capitalize()}")
        elif kind in ("in", "in_out"):
            arguments.append(f"{camel(plan[1])}: {ts_type(plan[2], True)}")
        elif kind in ("array", "array_in_out"):
            arguments.append(f"{camel(plan[1])}: {ts_type(['pointer', plan[2]], True)}")
        else:
            outs.append((camel(plan[1]), ts_type(plan[2] if kind == "out" else ["pointer", plan[2]], False)))
    own = "void" if isinstance(result, list) and result[1] == "scree_result" else (
        {"world": "World", "tree": "Tree"}.get(result) if isinstance(result, str) and result in ("world", "tree")
        else ts_type(result, False))
    if len(outs) == 1:
        own = outs[0][1]
    elif outs:
        own = "{ " + "; ".join(f"{n}: {t}" for n, t in outs) + " }"
    indent = "  "
    return ts_comment(binding.comments[name], indent) + f"{indent}{method}({', '.join(arguments)}): {own};\n"


def typescript(binding, hand):
    out = [hand]
    for name, enum in binding.enums.items():
        values = " | ".join(f"'{value}'" for value in short_names(enum))
        out.append(ts_comment(enum["comment"], "") + f"export type {pascal(name)} = {values};\n")
    for name, fields in binding.tables.items():
        if binding.id_like(name):
            continue
        out.append(ts_comment(binding.structs[name]["comment"], "") + f"export interface {pascal(name)} {{")
        for field in fields:
            if field[1] == ["hidden"]:
                continue
            optional = "?" if len(field) > 3 else ""
            out.append(ts_comment(binding.comments[name, field[0]], "  ") +
                       f"  {camel(field[0])}{optional}: {ts_type(field[1], False)};")
        out.append("}\n")
    for on, interface in (("module", "Scree"), ("world", "World"), ("tree", "Tree")):
        out.append(f"export interface {interface} {{")
        out += [ts_call(binding, call) for call in binding.calls if call[0] == on]
        out.append("}\n")
    return "\n".join(out)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        binding = Binding(json.load(file))
    binding.add_calls()
    folder = sys.argv[2]
    os.makedirs(folder, exist_ok=True)

    def write(name, text):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    write("layout.c", c_layout(binding, ["scree/scree.h"]))
    exports = sorted({call[2] for call in binding.calls} | BY_HAND | {"scree_js_layout", "scree_js_error_number", "scree_js_error_code", "scree_error_text", "malloc", "free"})
    write("exports.txt", "\n".join("_" + name for name in exports) + "\n")
    api = {"enums": {name: short_names(enum) for name, enum in binding.enums.items()}, "structs": binding.tables,
           "calls": binding.calls, "skipped": binding.skipped}
    write("api.mjs", "export default " + json.dumps(api, separators=(",", ":")) + ";\n")
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "types.d.ts"), encoding="utf-8") as file:
        write("scree.d.ts", typescript(binding, file.read()))


if __name__ == "__main__":
    main()
