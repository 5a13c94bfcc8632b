"""No text in the data of a page ends the script element that holds it.

Usage: page.py PAGE_WRITER
"""

import json
import subprocess
import sys
import unittest

WRITER = sys.argv.pop(1)


class Data(unittest.TestCase):
    def test_it_stands_between_head_and_tail_and_means_the_same(self):
        for value in ({}, ["</script><script>alert(1)</script>"], {"<!--": "<![CDATA[", "é<": "\\u003c \u2028 \\"},
                      "<" * 1000):
            text = json.dumps(value, ensure_ascii=False)
            page = subprocess.run([WRITER, text], capture_output=True, text=True, check=True, encoding="utf-8").stdout
            self.assertTrue(page.startswith("head>") and page.endswith("<tail"))
            data = page[len("head>"):-len("<tail")]
            self.assertNotIn("<", data)
            self.assertEqual(json.loads(data), value)


unittest.main()
