"""Writes scree.1 and a page scree-COMMAND.1 for each command, by help2man from what `--help` prints.

Usage: man_pages.py SCREE HELP2MAN FOLDER
"""

import os
import re
import subprocess
import sys

from completion import output

VERSION = re.compile(r"^scree (\S+)")


def page(help2man, scree, command, title, see_also):
    """The text of one page; `command` is "" for the page of all commands."""
    environment = {**os.environ, "ARGP_HELP_FMT": "rmargin=500"}
    version = VERSION.match(output(scree, "--version"))[1]
    text = subprocess.run([help2man, "--no-info", "--section=1", "--source", f"scree {version}", "--version-string", version, "--name", title,
                           f"{scree} {command}".strip()], capture_output=True, text=True, check=True, env=environment).stdout
    name = f"scree-{command}" if command else "scree"
    text = re.sub(r"^\.TH \S+", f".TH {name.upper()}", text, flags=re.MULTILINE)
    text = re.sub(r"^scree \S+ \\- ", f"{name} \\\\- ", text, flags=re.MULTILINE) if command else text
    text = re.sub(r"^\.IP\n(.*:)$", r'.SS "\1"', text, flags=re.MULTILINE)  # headings of options
    return text + '.SH "SEE ALSO"\n' + "".join(f".BR {other} (1)\n" for other in see_also if other != name)


def main():
    scree, help2man, folder = sys.argv[1:]
    titles = dict(re.findall(r"^  (\w+)(?: SCENE)? +(\S.*)$", output(scree, "--help"), re.MULTILINE))
    names = ["scree", *(f"scree-{name}" for name in titles)]
    os.makedirs(folder, exist_ok=True)
    for command, title in [("", "2D rigid-body physics: run, measure, draw and check scenes"), *titles.items()]:
        text = page(help2man, scree, command, title, names)
        with open(os.path.join(folder, (f"scree-{command}" if command else "scree") + ".1"), "w", encoding="utf-8") as file:
            file.write(text)


main()
