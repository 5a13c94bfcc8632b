"""The public interface as JSON, for programs that write bindings. clang reads the headers.

The object has, each sorted by header and place:
  version     [major, minor, patch]
  constants   {name, value}: numeric macros
  enums       {name, header, comment, values: [{name, value, comment}]}
  structs     {name, header, comment, opaque, fields: [{name, type, comment}]}; an unnamed union, whose members are fields of the
              struct, is {type: "union", fields: [...]}
  callbacks   {name, header, comment, result, arguments: [type]}: types of functions
  aliases     {name, header, comment, type}
  functions   {name, header, comment, result, arguments: [{name, type}], inline}; inline functions are in the headers alone

Types are those of C, as "const scree_body_def *" and "scree_vec2[64]". Comments are one string, paragraphs apart by "\\n\\n".

Usage: api_json.py ROOT CLANG [-o FILE]
"""

import json
import os
import re
import subprocess
import sys


def located(nodes):
    """(file, node) of declarations in order. clang names a file only where it differs from the last one that it named."""
    file = None

    def walk(value):
        nonlocal file
        if isinstance(value, dict):
            file = value.get("file", file)
            for key, inner in value.items():
                if key != "inner" and key != "includedFrom":
                    walk(inner)
            for inner in value.get("inner", []):
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    for node in nodes:
        for key in ("loc", "range"):
            walk(node.get(key))
        yield file, node
        walk(node.get("inner"))


def comment_of(node):
    """The text of a declaration's comment, without line breaks in paragraphs."""
    def text(part):
        return part.get("text", "") if part["kind"] == "TextComment" else \
            " ".join(text(inner).strip() for inner in part.get("inner", []))
    for inner in node.get("inner", []):
        if inner["kind"] == "FullComment":
            paragraphs = [re.sub(r"\s+", " ", text(part)).strip() for part in inner.get("inner", [])]
            return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)
    return ""


def type_of(node):
    return re.sub(r"\b(struct|enum|union) (?=scree_)", "", node["type"]["qualType"])


def value_of(enumerator, last):
    for inner in enumerator.get("inner", []):
        if "value" in inner:
            return int(inner["value"])
    return last + 1


def enum(node):
    values, last = [], -1
    for inner in node.get("inner", []):
        if inner["kind"] == "EnumConstantDecl":
            last = value_of(inner, last)
            values.append({"name": inner["name"], "value": last, "comment": comment_of(inner)})
    return {"values": values}


def fields_of(node):
    unnamed = None
    for inner in node.get("inner", []):
        if inner["kind"] == "RecordDecl":
            unnamed = inner
        elif inner["kind"] == "FieldDecl" and "name" in inner:
            yield {"name": inner["name"], "type": type_of(inner), "comment": comment_of(inner)}
        elif inner["kind"] == "FieldDecl":
            yield {"type": unnamed["tagUsed"], "fields": list(fields_of(unnamed))}


def function(node):
    result = type_of(node).split("(")[0].strip()
    arguments = [{"name": inner["name"], "type": type_of(inner)} for inner in node.get("inner", []) if inner["kind"] == "ParmVarDecl"]
    return {"result": result, "arguments": arguments, "inline": bool(node.get("inline"))}


def callback(text):
    """The result and the arguments of a type "R (A, B)"."""
    result, _, arguments = text.partition("(")
    return {"result": result.strip(), "arguments": [] if arguments == "void)" else [part.strip() for part in arguments[:-1].split(",")]}


def interface(root, clang):
    folder = os.path.join(root, "include")
    tree = json.loads(subprocess.run(
        [clang, "-std=c17", "-Xclang", "-ast-dump=json", "-fsyntax-only", "-fparse-all-comments", "-I", folder, "-x", "c",
         os.path.join(folder, "scree", "scree.h")], capture_output=True, text=True, check=True).stdout)
    found = {kind: [] for kind in ("constants", "enums", "structs", "callbacks", "aliases", "functions")}
    for name in sorted(os.listdir(os.path.join(folder, "scree"))):
        with open(os.path.join(folder, "scree", name), encoding="utf-8") as file:
            found["constants"] += [{"name": name, "value": int(value)}
                                   for name, value in re.findall(r"^#define (SCREE_\w+) (\d+)$", file.read(), re.MULTILINE)]
    complete = {node["name"] for node in tree["inner"] if node["kind"] == "RecordDecl" and node.get("completeDefinition") and "name" in node}
    seen = set()
    for file, node in located(tree["inner"]):
        name, kind = node.get("name", ""), node["kind"]
        if not name.startswith("scree_") or (kind, name) in seen:
            continue
        entry = {"name": name, "header": "scree/" + os.path.basename(file or ""), "comment": comment_of(node)}
        if kind == "EnumDecl":
            found["enums"].append({**entry, **enum(node)})
        elif kind == "RecordDecl" and (node.get("completeDefinition") or name not in complete):
            found["structs"].append({**entry, "opaque": name not in complete, "fields": list(fields_of(node))})
        elif kind == "TypedefDecl" and re.fullmatch(r"[^(]*\(.*\)", node["type"]["qualType"]):
            found["callbacks"].append({**entry, **callback(type_of(node))})
        elif kind == "TypedefDecl" and type_of(node) != name:
            found["aliases"].append({**entry, "type": type_of(node)})
        elif kind == "FunctionDecl":
            found["functions"].append({**entry, **function(node)})
        else:
            continue
        seen.add((kind, name))
    version = [entry["value"] for part in ("MAJOR", "MINOR", "PATCH") for entry in found["constants"]
               if entry["name"] == "SCREE_VERSION_" + part]
    return {"version": version, **found}


def main():
    text = json.dumps(interface(sys.argv[1], sys.argv[2]), indent=1) + "\n"
    if sys.argv[3:4] == ["-o"]:
        with open(sys.argv[4], "w", encoding="utf-8") as file:
            file.write(text)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
