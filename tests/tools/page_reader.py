"""What tests want to know of a page that the command wrote."""

import html.parser
import json
import shutil
import subprocess

NODE = shutil.which("node") or shutil.which("nodejs")


class PageReader(html.parser.HTMLParser):
    """Collects what a page would load, its policy and its data, before its scripts run."""

    def __init__(self, path):
        super().__init__()
        self.loads, self.data, self.policy, self.in_data = [], "", "", False
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.feed(self.text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.loads += [value for name, value in attributes.items()
                       if name in ("src", "href", "srcset", "action", "poster", "data")]
        self.loads += [tag] if tag in ("link", "iframe", "object", "embed", "base") else []
        if attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"]
        self.in_data = tag == "script" and attributes.get("type") == "application/json"

    def handle_endtag(self, tag):
        self.in_data = False

    def handle_data(self, data):
        if self.in_data:
            self.data += data


def draw(path):
    """What stands on the page once its scripts have run: title, ids, rows, texts, marked, charts."""
    result = subprocess.run([NODE, "draw_page.js", path], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)
