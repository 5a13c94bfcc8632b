"""Comments and documents are plain English: each folder has a budget of sentences with awkward wording, which only falls.

A pattern is a wording that a technical writer rarely needs. A sentence that matches any pattern counts once. A folder above
its budget fails; so does a folder below it, until its line in BUDGETS is lowered. Raise no budget: reword the sentence.
CONTRIBUTING.md, "English", has the rules with examples.

Sentences come from comments of .c, .h and .cc files and from .md files, without code blocks, `code` and the section
"English" of CONTRIBUTING.md, which quotes bad examples. The folder is the first part of the path; files at the top are ".".

Usage: english.py ROOT
       english.py --list ROOT [PREFIX]    prints each counted sentence whose path begins with PREFIX, and its pattern
       english.py --share ROOT            prints the counts, the sentences and the share of each folder
       english.py --self-check
"""

import collections
import os
import re
import sys

from sources import finish, repository_files

BUDGETS = {
    ".": 0,
    "bench": 0,
    "broadphase": 0,
    "core": 0,
    "docs": 0,
    "dynamics": 0,
    "engines": 0,
    "examples": 0,
    "geometry": 0,
    "include": 0,
    "particles": 0,
    "queries": 0,
    "reference": 0,
    "scenes": 0,
    "simd": 0,
    "soft": 0,
    "state": 0,
    "tests": 0,
    "tools": 0,
    "world": 0,
}

DATA = r"(?:shapes?|bod(?:y|ies)|contacts?|joints?|worlds?|sensors?|steps?|islands?|pairs?|chains?|particles?|rows?|calls?|callers?)"
BE = r"(?:is|are|was|were|be)"

# Name, pattern, and a sentence that has it. Names say why: what to write instead follows the colon.
PATTERNS = [
    # Nouns made of clauses: use a noun ("non-finite values").
    ("what as a subject: a noun", r"^What\b[^?]*$", "What sleeps stays as it is."),
    ("what with a verb: a noun", r"\bwhat (?:is|are|was|were|has|have|had|do|did|moves?|sleeps?|they|it|was)\b(?! wrong| does\b)(?!.*\?$)",
     "This removes what is not finite."),
    ("preposition with what: a noun", r"\b(?:of|for|by|from|than|with|in|at|to|on|but|except|past|like) what\b",
     "It is called for what stands in the way."),
    ("that there is: the noun alone", r"\bthat there (?:is|are|was|were)\b", "It takes the memory that there is."),
    ("those that: repeat the noun", r"^(?:(?:Those|That) of|(?:Those|That|One|Ones) (?:that|which))\b", "Those that sleep are left out."),
    ("one of them that: repeat the noun", r"\b(?:one|ones|some) of (?:them|these|those) (?:that|which)\b",
     "It destroys the one of them that is older."),
    ("is that of: a verb", r"\b(?:is|are|was|were) (?:that|those) of\b", "Slots are those of bodies."),
    ("is the same bits: has them", r"\b(?:is|are|be) the same bits\b", "The results are the same bits."),
    # Fragments and order: a whole sentence, subject first.
    ("Of at the beginning: a whole sentence", r"^Of\b", "Of a dynamic row."),
    ("The same alone: repeat the noun", r"^The same(?:[.,;:]| (?:of|for|as|if|with|in|by|at|on|without)\b)", "The same of two rows."),
    ("So is at the beginning: repeat the verb", r"^(?:So|Nor|Neither) (?:is|are|does|do|did|was|were|has|have|it is|they are)\b",
     "So is a null pointer."),
    ("inverted sentence: subject first", r"^(?:Only|Not|Here|Seen|Never|Nowhere|Such) (?:\w+ ){0,3}?(?:are|is|does|do|has|have)\b",
     "Only here are pairs written."),
    ("as at the beginning: a whole sentence", r"^(?:Else|Otherwise)? ?[Aa]s (?:if|scree_\w+|it|they|above|before|the)\b[^,]*$",
     "Otherwise as scree_body_create."),
    ("so it is of: the same holds for", r"\bso (?:it is|they are|is it) (?:of|for|with|in)\b", "So it fails; so it is of the next one."),
    ("so that it is: to, or a clause", r"\bso that (?:it|they) (?:is|are)\b", "Sort it, so that it is fast."),
    # Words.
    ("anew: again", r"\banew\b", "It is mixed anew."),
    ("of which: whose, or two sentences", r"\bof (?:which|whom)\b", "Pairs, one of which sleeps."),
    ("as good as: almost", r"\bas good as\b", "It is as good as at rest."),
    ("but for: except", r"\bbut for\b", "All but for the last."),
    ("but as a preposition: except", r"\b(?:all|any|anything|nothing|none|every\w*|no \w+) but\b|\bbut (?:that it|those|where|what|when|by)\b",
     "It calls anything but the step."),
    ("for its part: nothing", r"\bfor (?:its|their|his) part\b", "The solver for its part waits."),
    ("as it comes: an adjective", r"\bas (?:it|they) comes?\b", "Take the order as it comes."),
    ("goes on: continues", r"\b(?:goes|go|going|went) on\b", "The call goes on."),
    ("is gone: was destroyed", r"\b(?:is|are|was|were) (?:gone|no more)\b|\bno more[.,;:)]", "Its object is gone."),
    ("any more: no longer", r"\bany (?:more|longer)\b", "It has none any more."),
    ("hand in: pass", r"\b(?:hand|hands|handed) in\b", "A number that is handed in."),
    ("so many: a number", r"\b(?:so|as) many[.,;:]|\bso many\b", "It writes so many."),
    ("in turns: alternate", r"^In turns?\b", "In turns, for the last one wins."),
    ("likewise: repeat the verb", r"\blikewise\b", "It is likewise sorted."),
    # Persons for data and code: the passive, or the thing that is done.
    ("nobody: no object, or the passive", r"\b(?:nobody|somebody|anybody|everybody|whoever|whosoever)\b", "It wakes nobody."),
    ("who: the program", r"\bwho (?:asks?|wants?|reads?|needs?|looks?|hands?|calls?|does|takes?|has|is|are)\b", "For who asks for it."),
    ("data that ask: flags are set", r"\b(?:asks?|asked|asking)\b", "Shapes that ask for events."),
    ("data that know or want: the passive", rf"\b{DATA} (?:that )?(?:knows?|wants?|likes?|thinks?|feels?)\b", "A shape that knows its body."),
    ("tell: report", rf"\b(?:tells?|telling) (?:of|what|whether)\b|\b{BE} (?:not )?told\b|\band told\b|\btold (?:of|again)\b", "An end is told of in the next step."),
    ("look at: read, check", r"\b(?:looked|looks?|looking) at\b|\bthought of\b", "The rest is not looked at."),
]
# A pattern for the beginning of a sentence leaves fragments of fields ("of each step, s") alone.
COMPILED = [(name, re.compile(pattern, 0 if pattern[0] == "^" else re.IGNORECASE)) for name, pattern, _ in PATTERNS]

TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/', re.DOTALL)
END = re.compile(r"(?<=[.;:?!])\s+(?=[A-Z0-9`(])|(?<=;)\s+")


def comment_blocks(text):
    """The comments of a C source, each with its line number; comment lines below each other are one block."""
    blocks, last = [], None
    for match in TOKEN.finditer(text):
        if match.group()[0] != "/":
            continue
        begin = text.rfind("\n", 0, match.start()) + 1
        column, number = match.start() - begin, text.count("\n", 0, match.start()) + 1
        words = re.sub(r"^(//[/!]?<?|/\*+<?)|\*/$|^[ \t]*\*(?= |$)", "", match.group(), flags=re.MULTILINE)
        alone = not text[begin:match.start()].strip()
        if alone and last == (number - 1, column):
            blocks[-1][1] += "\n" + words
        else:
            blocks.append([number, words])
        last = (number + match.group().count("\n"), column)
    return blocks


def document_blocks(text):
    """The paragraphs, list items and cells of a document, each with its line number."""
    text = re.sub(r"^ *```.*?^ *```$", lambda fence: "\n" * fence.group().count("\n"), text, flags=re.MULTILINE | re.DOTALL)
    blocks, fresh = [], True
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            fresh = True
        elif line.lstrip().startswith("|"):
            blocks += [[number, cell] for cell in re.split(r"(?<!\\)\|", line)]
            fresh = True
        elif fresh or re.match(r"\s*(?:[-*]|\d+\.) ", line):
            blocks.append([number, re.sub(r"^\s*(?:[-*]|\d+\.) ", "", line)])
            fresh = False
        else:
            blocks[-1][1] += "\n" + line
    return blocks


def sentences(path, text):
    """(line, sentence) of a file."""
    if path.endswith(".md"):
        if os.path.basename(path) == "CONTRIBUTING.md":
            text = re.sub(r"^## English$.*?(?=^## )", lambda part: "\n" * part.group().count("\n"), text, flags=re.MULTILINE | re.DOTALL)
        blocks = document_blocks(text)
    else:
        blocks = comment_blocks(text)
    for number, block in blocks:
        for part in re.split(r"\n\s*\n", block):
            part = re.sub(r"\*\*|(?<!\w)_(?=\w)", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`]*`", "X", part)))
            for sentence in END.split(" ".join(part.split())):
                if len(re.findall(r"[A-Za-z]{2,}", sentence)) >= 2:
                    yield number, sentence


def marker(sentence):
    """The name of the first pattern in a sentence, or None."""
    return next((name for name, pattern in COMPILED if pattern.search(sentence)), None)


def folder_of(path):
    return path.split("/")[0] if "/" in path else "."


def marked(root):
    """Counts of sentences and the marked ones (path, line, name, sentence), per folder."""
    count, found = collections.Counter(), collections.defaultdict(list)
    for path in repository_files(root):
        if path.endswith((".c", ".h", ".cc", ".md")) and path != "CHANGELOG.md":
            with open(os.path.join(root, path), encoding="utf-8") as file:
                for line, sentence in sentences(path, file.read()):
                    count[folder_of(path)] += 1
                    name = marker(sentence)
                    if name:
                        found[folder_of(path)].append((path, line, name, sentence))
    return count, found


def problems_of(found, budgets):
    for folder in sorted(set(found) | set(budgets)):
        have, may = len(found.get(folder, [])), budgets.get(folder, 0)
        if have > may:
            yield f'{folder}: {have} awkward sentences, more than {may}: reword; "english.py --list ROOT {folder}" prints them'
        elif have < may:
            yield f'{folder}: {have} awkward sentences, fewer than {may}: lower its line in BUDGETS to {have}'


def self_check():
    for name, _, planted in PATTERNS:
        last = [part for part in END.split(planted) if dict(COMPILED)[name].search(part)]
        assert last, f"{name} is not found in: {planted}"
    for plain in ["Returns false and changes nothing if out of memory.", "A sleeping body keeps its pose.", "The headers say what each call does.",
                  "Contacts affected by a changed mixing rule get new friction.", "What does a step cost?", "The same body may come twice.",
                  "It lists at most as many bodies as fit, but reports the whole count.", "There are two kinds of joints."]:
        assert marker(plain) is None, f"{marker(plain)}: {plain}"
    source = ('/// Destroys it\n/// anew. Plain words here.\nint x = "// mixed anew";  ///< of which, m\n'
              "int y;\n\n// Nobody looks.\n/* The call\n * goes on. */\n")
    assert [(line, marker(text) is not None) for line, text in sentences("a.c", source)] == \
        [(1, True), (1, False), (3, True), (6, True), (6, True)], list(sentences("a.c", source))
    page = "# Anew\n\nA plain\nline. Mixed\nanew.\n\n- an item\n- as it comes\n\n```\nmixed anew\n```\n| cell here | `anew` or of which |\n"
    assert [line for line, text in sentences("a.md", page) if marker(text)] == [3, 8, 13], list(sentences("a.md", page))
    guide = "## Rules\n\nIt goes on.\n\n## English\n\nIt goes on.\n\n## Commits\n\nIt goes on.\n"
    assert [line for line, text in sentences("CONTRIBUTING.md", guide) if marker(text)] == [3, 11]
    found = {"a": [1, 2], "b": [1], "c": [1]}
    assert [text.split(":")[0] for text in problems_of(found, {"a": 2, "b": 2, "d": 1})] == ["b", "c", "d"]
    assert folder_of("README.md") == "." and folder_of("a/b/c.h") == "a"
    print(f"planted sentences of {len(PATTERNS)} patterns are found")


if sys.argv[1] == "--self-check":
    self_check()
    sys.exit(0)
if sys.argv[1] == "--list":
    prefix = sys.argv[3] if len(sys.argv) > 3 else ""
    for rows in marked(sys.argv[2])[1].values():
        for path, line, name, sentence in rows:
            if path.startswith(prefix) or folder_of(path) == prefix:
                print(f"{path}:{line}: [{name}] {sentence}")
    sys.exit(0)
if sys.argv[1] == "--share":
    total, awkward = marked(sys.argv[2])
    for folder in sorted(total):
        print(f'    "{folder}": {len(awkward[folder])},  # of {total[folder]}, {100 * len(awkward[folder]) / total[folder]:.0f} %')
    print(f"all: {sum(map(len, awkward.values()))} of {sum(total.values())}")
    sys.exit(0)
total, awkward = marked(sys.argv[1])
finish(list(problems_of(awkward, BUDGETS)), sum(total.values()), "sentences")
