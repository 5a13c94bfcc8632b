"""What tests want to know of a page that the command wrote."""

import html.parser


class PageReader(html.parser.HTMLParser):
    """Collects what a page would load, its ids, its tables and its data."""

    def __init__(self):
        super().__init__()
        self.loads, self.ids, self.rows, self.data, self.policy, self.in_data = [], set(), [], "", "", False

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.loads += [value for name, value in attributes.items()
                       if name in ("src", "href", "srcset", "action", "poster", "data") and not value.startswith("#")]
        self.loads += [tag] if tag in ("link", "iframe", "object", "embed", "base") else []
        if "id" in attributes:
            self.ids.add(attributes["id"])
        if attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"]
        self.in_data = tag == "script" and attributes.get("type") == "application/json"
        if tag == "tr":
            self.rows.append("")

    def handle_data(self, data):
        if self.in_data:
            self.data += data
        elif self.rows:
            self.rows[-1] += data + " "
