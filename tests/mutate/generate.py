"""Makes small wrong changes from the sources: the tokens come from clang, and no C is parsed here beyond brackets.

    operator   one for another: + - * / < <= > >= == != && || and the same operations of vectors, which are functions
    constant   0 and 1 exchanged, n + 1, a float doubled or with the other sign
    statement  an assignment or a call left out
    arguments  two neighbouring arguments of a call swapped

Comments, strings, the preprocessor and checks (SC_ASSERT, SC_REQUIRE, validate_*.c) stay as they are. A seed
orders the changes by their digests: those of files that change leave the order of the others as it was.
"""

import collections
import hashlib
import os
import re
import shutil
import subprocess

from changes import Change, Part

FOLDERS = ("core", "simd", "geometry", "broadphase", "dynamics", "particles", "soft", "queries", "world", "state")
KINDS = ("operator", "constant", "statement", "arguments")
CHECK_FILES = re.compile(r"^(\w+/)+validate(_\w+)?\.c$")
CHECKS = re.compile(r"^(\w*prefetch\w*|SC_ASSERT\w*|SC_VALIDATE|SC_REQUIRE\w*|_?[Ss]tatic_assert|assert)$")

OPERATORS = {"+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "+=": ["-="], "-=": ["+="], "<": ["<=", ">="],
             "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="], "&&": ["||"],
             "||": ["&&"]}
FUNCTIONS = {"add": ["sub"], "sub": ["add"], "mul": ["divide"], "divide": ["mul"], "add2": ["sub2"], "sub2": ["add2"],
             "min2": ["max2"], "max2": ["min2"], "lt": ["le", "ge"], "le": ["lt", "gt"], "gt": ["ge", "le"],
             "ge": ["gt", "lt"], "both": ["either"], "either": ["both"], "sc_min": ["sc_max"], "sc_max": ["sc_min"],
             "sc_add": ["sc_sub"], "sc_sub": ["sc_add"]}
COMMUTATIVE = {"add", "mul", "add2", "min2", "max2", "eq", "eq_int", "both", "either", "and_int", "or_int", "add_int",
               "dot2", "sc_min", "sc_max", "sc_add", "sc_dot"}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"}
KEYWORDS = set("if else for while do switch case default return break continue goto sizeof typedef static const struct "
               "enum union extern void char short int long float double signed unsigned bool".split())

Token = collections.namedtuple("Token", "kind text begin end line")
TOKEN = re.compile(r"^(\w+) '(.*?)'\t[^\n]*Loc=<[^\n]*:(\d+):(\d+)>$", re.DOTALL | re.MULTILINE)


class NoTokenizer(Exception):
    """There is no clang here, or it speaks otherwise."""


def tokens_of(path, text):
    """The tokens of a file outside of comments and the preprocessor."""
    if shutil.which("clang") is None:
        raise NoTokenizer("changes are made from clang's tokens: install clang (Debian, Ubuntu: the package clang)")
    done = subprocess.run(["clang", "-cc1", "-dump-raw-tokens", path], check=True,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, bufsize=1 << 20, text=True)
    starts, skipped, inside = [0], set(), False
    for number, line in enumerate(text.split("\n"), 1):
        starts.append(starts[-1] + len(line) + 1)
        inside = inside or line.lstrip().startswith("#")
        if inside:
            skipped.add(number)
        inside = inside and line.endswith("\\")
    tokens = []
    for kind, spelling, line, column in TOKEN.findall(done.stderr):
        begin = starts[int(line) - 1] + int(column) - 1
        if kind not in ("comment", "unknown", "eof") and int(line) not in skipped:
            if not text.startswith(spelling, begin):
                raise NoTokenizer(f"{path}:{line}: clang's token '{spelling}' is not there")
            tokens.append(Token(kind, spelling, begin, begin + len(spelling), int(line)))
    return tokens


class Source:
    """The tokens of a file, its brackets, and what may change."""

    def __init__(self, text, tokens):
        self.text, self.tokens = text, tokens
        self.closing, opened = {}, []         # the ends of brackets
        self.within, self.depth = [], []      # of a token, the bracket that it is in, and how many braces
        for i, token in enumerate(tokens):
            if token.text in (")", "]", "}") and opened:
                self.closing[opened.pop()] = i
            self.within.append(tokens[opened[-1]].text if opened else "")
            self.depth.append(sum(tokens[k].text == "{" for k in opened))
            if token.text in ("(", "[", "{"):
                opened.append(i)

    def is_name(self, i):
        return self.tokens[i].kind == "raw_identifier" and self.tokens[i].text not in KEYWORDS

    def is_call(self, i):
        return self.is_name(i) and self.depth[i] > 0 and i + 1 in self.closing and self.tokens[i + 1].text == "("

    def sites(self):
        """(kind, begin, end, new text) of all that may change, in order."""
        skip_to = 0
        for i, token in enumerate(self.tokens):
            if i < skip_to:
                continue
            if CHECKS.match(token.text):
                skip_to = self.closing.get(i + 1, i) + 1
                continue
            yield from self.operators(i, token)
            yield from self.constants(token)
            yield from self.statement(i)
            if self.is_call(i) and token.text not in COMMUTATIVE:
                yield from self.arguments(i + 1)

    def operators(self, i, token):
        if token.text in OPERATORS and self.depth[i] > 0:
            # The format puts blanks on both sides of an operator with two operands and of no other.
            if self.text[token.begin - 1].isspace() and self.text[token.end].isspace():
                yield from (("operator", token.begin, token.end, new) for new in OPERATORS[token.text])
        elif token.text in FUNCTIONS and self.is_call(i):
            yield from (("operator", token.begin, token.end, new) for new in FUNCTIONS[token.text])

    @staticmethod
    def constants(token):
        if token.kind != "numeric_constant":
            return
        whole = re.fullmatch(r"(0[xX][0-9a-fA-F]+|0|[1-9]\d*)([uUlL]*)", token.text)
        if whole is not None:
            base = 16 if whole[1][:2] in ("0x", "0X") else 10
            value = int(whole[1], base)
            news = [("0" if value == 1 else f"{value + 1:#x}" if base == 16 else str(value + 1)) + whole[2]]
        elif re.fullmatch(r"[0.]+[fF]?", token.text):
            news = ["1.0" + ("f" if token.text[-1] in "fF" else "")]
        else:
            news = [f"(2 * {token.text})", f"(-{token.text})"]
        yield from (("constant", token.begin, token.end, new) for new in news)

    def statement(self, i):
        """The statement that begins at token i, if it is an assignment or a call."""
        if self.within[i] != "{" or self.tokens[i - 1].text not in (";", "{", "}"):
            return
        opens_block = i + 1 in self.closing and self.tokens[self.closing[i + 1] + 1].text == "{"
        if self.tokens[i].text in KEYWORDS or opens_block:
            return
        # What is left when everything in brackets is taken out.
        outer, at = [], i
        while at < len(self.tokens) and self.tokens[at].text not in (";", "}"):
            outer.append(at)
            at = self.closing.get(at, at) + 1
        if at >= len(self.tokens) or self.tokens[at].text != ";" or not outer:
            return
        texts = [self.tokens[k].text for k in outer]
        assigned = next((k for k, text in enumerate(texts) if text in ASSIGNMENTS), None)
        left = outer[:assigned]
        declares = any(self.is_name(a) and (self.is_name(b) or self.tokens[b].text == "*")
                       for a, b in zip(left, left[1:]))
        calls = assigned is None and len(outer) > 1 and texts[-1] == "("
        if not declares and (assigned is not None or calls):
            yield "statement", self.tokens[i].begin, self.tokens[at].begin, ""

    def arguments(self, opening):
        ends = [opening]
        at = opening + 1
        while at < self.closing[opening]:
            if self.tokens[at].text == ",":
                ends.append(at)
            at = self.closing.get(at, at) + 1
        ends.append(self.closing[opening])
        places = [(self.tokens[a + 1].begin, self.tokens[b - 1].end) for a, b in zip(ends, ends[1:]) if b > a + 1]
        for (a, b), (c, d) in zip(places, places[1:]):
            if self.text[a:b] != self.text[c:d]:
                yield "arguments", a, d, self.text[c:d] + self.text[b:c] + self.text[a:b]


def change_at(file, text, kind, begin, end, new):
    """The change of text[begin:end], with as many whole lines round it as it takes to be unique."""
    first, last = text.rfind("\n", 0, begin) + 1, text.find("\n", end)
    last = len(text) if last < 0 else last
    at, grown = text.count("\n", 0, begin) + 1, 0
    old_words, new_words = (" ".join(words.split())[:70] for words in (text[begin:end], new))
    line = f"{at}: {kind}: `{old_words}`" + (f" -> `{new_words}`" if new else "")
    while text.count(text[first:last]) > 1:
        if (grown % 2 == 0 and first > 0) or last >= len(text):
            first = text.rfind("\n", 0, first - 1) + 1
        else:
            following = text.find("\n", last + 1)
            last = len(text) if following < 0 else following
        grown += 1
    name = f"line {line} in `{' '.join(text[text.rfind(chr(10), 0, begin) + 1:text.find(chr(10), begin)].split())}`"
    return Change(name, kind, [Part(file, text[first:last], text[first:begin] + new + text[end:last])])


def changes_of(root, file):
    """Everything that may change in a file."""
    path = os.path.join(root, file)
    with open(path, encoding="utf-8", newline="") as source:
        text = source.read()
    return [change_at(file, text, *site) for site in Source(text, tokens_of(path, text)).sites()]


def files_of(names, within):
    """The sources of the library among `names`; only the folders and files `within`, if there are any."""
    return [name for name in names if name.endswith(".c") and name.split("/")[0] in FOLDERS
            and not CHECK_FILES.match(name)
            and (not within or any(name == place or name.startswith(place.rstrip("/") + "/") for place in within))]


def ordered(changes, seed):
    """The changes in the order of the seed, one kind after the other."""
    by_kind = {kind: [] for kind in KINDS}
    for change in sorted(changes, key=lambda change: hashlib.sha1(f"{seed} {change.digest()}".encode()).hexdigest()):
        by_kind[change.kind].append(change)
    longest = max(map(len, by_kind.values()), default=0)
    return [by_kind[kind][i] for i in range(longest) for kind in KINDS if i < len(by_kind[kind])]


SAMPLE = """\
// a + b, f(1, 2);
#define TWICE(x) \\
    ((x) + 2)
static float area(const shape *s, int n)
{
    SC_ASSERT(n > 0 && s != NULL);
    const char *text = "1 + 1";
    shape *t = find(s, n);
    int *p = &t->count;
    for (int i = 0; i < n; ++i)
    {
        t->sum += 0.5f * s->x[i];
    }
    *p = -n;
    note(t, text);
    return add(t->sum, /* a - b */ s->y);
}
"""
SAMPLE_CHANGES = """\
8 arguments shape *t = find(n, s);
10 constant for (int i = 1; i < n; ++i)
10 operator for (int i = 0; i <= n; ++i)
10 operator for (int i = 0; i >= n; ++i)
12 constant t->sum += (-0.5f) * s->x[i];
12 constant t->sum += (2 * 0.5f) * s->x[i];
12 operator t->sum += 0.5f / s->x[i];
12 operator t->sum -= 0.5f * s->x[i];
12 statement ;
14 statement ;
15 arguments note(text, t);
15 statement ;
16 operator return sub(t->sum, /* a - b */ s->y);
"""


def self_check(path):
    """What is made of the sample, written to `path`: nothing in comments, strings, checks or the preprocessor."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(SAMPLE)
    changes = changes_of(os.path.dirname(path), os.path.basename(path))
    made = []
    for change in changes:
        number = int(re.match(r"line (\d+): ", change.name)[1])
        line = change.parts[0].applied(SAMPLE).split("\n")[number - 1]
        made.append(f"{number} {change.kind} {line.strip()}")
    assert sorted(made) == sorted(SAMPLE_CHANGES.splitlines()), "\n".join(made)
    order = [change.digest() for change in ordered(changes, 1)]
    assert order == [change.digest() for change in ordered(changes[::-1], 1)] and len(set(order)) == len(order)
    assert order != [change.digest() for change in ordered(changes, 2)]
    fewer = [change.digest() for change in ordered([c for c in changes if c.kind == "operator"], 1)]
    assert fewer == [digest for digest in order if digest in set(fewer)]
    names = ["core/a.c", "core/a.h", "corex/a.c", "world/validate_b.c", "tools/t.c", "soft/s.c"]
    assert files_of(names, []) == ["core/a.c", "soft/s.c"] and files_of(names, ["soft"]) == ["soft/s.c"]
