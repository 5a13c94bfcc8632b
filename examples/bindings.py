"""A box falls, in Python: ctypes makes types and functions from the interface as JSON and calls the shared library.

Usage: bindings.py API_JSON LIBRARY
"""

import ctypes
import json
import re
import sys
from ctypes import byref

with open(sys.argv[1], encoding="utf-8") as file:
    api = json.load(file)
library = ctypes.CDLL(sys.argv[2])
structs = {struct["name"]: struct["fields"] for struct in api["structs"]}
types = {"void": None, "_Bool": ctypes.c_bool, "char": ctypes.c_char, "int": ctypes.c_int, "float": ctypes.c_float,
         "double": ctypes.c_double, "size_t": ctypes.c_size_t, "int32_t": ctypes.c_int32, "int64_t": ctypes.c_int64,
         "uint32_t": ctypes.c_uint32, "uint64_t": ctypes.c_uint64, **{enum["name"]: ctypes.c_int for enum in api["enums"]}}
aliases = {alias["name"]: alias["type"] for alias in api["aliases"]}


def type_of(name):
    """The type of ctypes for a type of C. Pointers are untyped: they take arrays, byref(value) and None."""
    array = re.fullmatch(r"(\w+)\[(\d+)\]", name)
    if array:
        return type_of(array[1]) * int(array[2])
    if "*" in name:
        return ctypes.c_char_p if name == "const char *" else ctypes.c_void_p
    name = aliases.get(name, name)
    if name not in types:
        types[name] = type(name, (ctypes.Structure,), members(structs[name]))
    return types[name]


def members(fields):
    """What a struct or union is made from. The members of an unnamed union are members of its struct."""
    unnamed = [f"union{index}" for index, field in enumerate(fields) if "name" not in field]
    return {"_anonymous_": unnamed, "_fields_": [
        (field["name"], type_of(field["type"])) if "name" in field else
        (f"union{index}", type("union", (ctypes.Union,), members(field["fields"]))) for index, field in enumerate(fields)]}


for function in api["functions"]:
    if not function["inline"]:  # those are in the headers alone
        made = getattr(library, function["name"])
        made.restype, made.argtypes = type_of(function["result"]), [type_of(argument["type"]) for argument in function["arguments"]]
        globals()[function["name"]] = made
globals().update((value["name"], value["value"]) for enum in api["enums"] for value in enum["values"])

world = scree_world_create(byref(scree_world_def_default()))
material = scree_shape_def_default()
ground = scree_body_create(world, byref(scree_body_def_default()))
scree_shape_create_half_space(world, ground, byref(material), byref(types["scree_half_space"](normal=(0, 1), offset=0)))

body_def = scree_body_def_default()
body_def.type = SCREE_BODY_DYNAMIC
body_def.position.y = 4
box = scree_body_create(world, byref(body_def))
scree_shape_create_polygon(world, box, byref(material), byref(scree_polygon_box(0.5, 0.5)))
for _ in range(120):
    if scree_world_step(world, 1 / 60, 4) != SCREE_OK:
        sys.exit(scree_error_text(world).decode())
print(f"the box rests at {scree_body_position(world, box).y:.3f} m")
scree_world_destroy(world)
