"""Prints the completion of the command for a shell, made from what `scree --help` and `scree scenes` print.

tools/completion/ has both; the target `completion` writes them again, and a test compares.

Usage: completion.py SCREE bash|zsh
"""

import collections
import os
import re
import subprocess
import sys

OPTION = re.compile(r"^ +(?:-(\S), +)?--([\w-]+)(?:=(\S+))? *(.*)$")
SOLVERS = "soft_step pgs pgs_split projection"
SETS = "auto scalar sse2 avx2 avx512 avx2-emulated avx512-emulated"


def output(*command):
    # argp breaks lines at this column.
    environment = {**os.environ, "ARGP_HELP_FMT": "rmargin=500"}
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout


class Command:
    def __init__(self, scree, name):
        text = output(scree, name, "--help")
        usage = text.split("\n", 1)[0]
        self.name, self.scene, self.all = name, "SCENE" in usage, "SCENE|all" in usage
        self.options = []  # (name, argument or None, first line of its help)
        for line in text.splitlines():
            match = OPTION.match(line)
            if match:
                self.options.append((match[2], match[3], match[4]))


def words_of(argument, name):
    """What may follow an option: words, a file (None), or nothing to offer ("")."""
    if "|" in argument:
        return argument.replace("|", " ")
    return {"S": SOLVERS if name == "solver" else "", "SET": SETS, "F": None}.get(argument, "")


def bash(commands, scenes):
    yield "# Completion of scree for bash, made by tools/docs/completion.py."
    yield f"_scree_scenes=\"{' '.join(scenes)}\""
    yield "_scree()"
    yield "{"
    yield "    local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}"
    yield "    COMPREPLY=()"
    yield "    if [ \"$word\" = = ]; then word=; fi"
    yield "    if [ \"$last\" = = ]; then last=${COMP_WORDS[COMP_CWORD-2]}; fi"
    yield "    if [ \"$COMP_CWORD\" -eq 1 ]; then"
    yield f"        COMPREPLY=($(compgen -W \"{' '.join(command.name for command in commands)} --help --version\" -- \"$word\"))"
    yield "        return"
    yield "    fi"
    yield "    case \"$command $last\" in"
    replies = collections.defaultdict(list)
    for command in commands:
        for name, argument, _ in command.options:
            if argument:
                words = words_of(argument, name)
                replies["$(compgen -f -- \"$word\")" if words is None else f"$(compgen -W \"{words}\" -- \"$word\")" if words else ""].append(
                    f"\"{command.name} --{name}\"")
    for reply, places in replies.items():
        yield "    " + " | \\\n        ".join(places) + f") COMPREPLY=({reply}); return ;;"
    yield "    esac"
    yield "    case \"$command\" in"
    for command in commands:
        options = " ".join("--" + name for name, _, _ in command.options)
        scene = (" $_scree_scenes" if command.scene else "") + (" all" if command.all else "")
        files = " $(compgen -f -X '!*.json' -- \"$word\") $(compgen -f -X '!*.tmx' -- \"$word\")" if command.scene else ""
        yield f"    {command.name}) COMPREPLY=($(compgen -W \"{options}{scene}\" -- \"$word\"){files}) ;;"
    yield "    esac"
    yield "}"
    yield "complete -F _scree scree"


def quoted(text):
    return text.replace("'", "'\\''").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")


def zsh(commands, titles, scenes):
    yield "#compdef scree"
    yield "# Completion of scree for zsh, made by tools/docs/completion.py."
    yield "local -a commands scenes"
    yield "commands=("
    for command in commands:
        yield f"    '{command.name}:{quoted(titles[command.name])}'"
    yield ")"
    yield f"scenes=({' '.join(scenes)})"
    yield "if (( CURRENT == 2 )); then"
    yield "    _describe command commands"
    yield "    return"
    yield "fi"
    yield "shift words"
    yield "(( CURRENT-- ))"
    yield "case $words[1] in"
    for command in commands:
        yield f"{command.name})"
        yield "    _arguments \\"
        for name, argument, text in command.options:
            action = ""
            if argument:
                words = words_of(argument, name)
                action = f":{quoted(argument)}:" + ("_files" if words is None else f"({words})" if words else " ")
            yield f"        '--{name}{'=' if argument else ''}[{quoted(text)}]{action}' \\"
        yield f"        '1:scene:(${{scenes}}{' all' if command.all else ''})'" if command.scene else "        && return"
        yield "    ;;"
    yield "esac"


def main():
    scree, shell = sys.argv[1:]
    titles = dict(re.findall(r"^  (\w+)(?: SCENE)? +(\S.*)$", output(scree, "--help"), re.MULTILINE))
    commands = [Command(scree, name) for name in titles]
    scenes = [line.split()[0] for line in output(scree, "scenes").split("\n\n")[0].splitlines()[1:]]
    print("\n".join(bash(commands, scenes) if shell == "bash" else zsh(commands, titles, scenes)))


if __name__ == "__main__":
    main()
