#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every link, picture and anchor of a site leads to something within it, and every page can
be reached from index.html. Links to other sites are counted only.

usage: check_links.py SITE
"""
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The links of a page, and the anchors that links may name."""

    def __init__(self, path):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        names = dict(attrs)
        self.anchors |= {names[key] for key in ("id", "name") if names.get(key)}
        self.links += [names[key] for key in ("href", "src") if names.get(key)]


def check(site):
    """Returns the faults, the pages reached, and the number of links to other sites."""
    pages = {path: Page(path) for path in site.rglob("*.html")}
    faults, outside, left = [], 0, [site / "index.html"]
    reached = set(left)
    while left:
        path = left.pop()
        for link in pages[path].links:
            parts = urlsplit(link)
            if parts.scheme:
                outside += 1
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if site not in target.parents or not target.exists():
                faults.append(f"{path.relative_to(site)}: {link} leads nowhere")
            elif target in pages:
                if parts.fragment and unquote(parts.fragment) not in pages[target].anchors:
                    faults.append(f"{path.relative_to(site)}: {link} names no anchor")
                if target not in reached:
                    reached.add(target)
                    left.append(target)
    faults += [f"{path.relative_to(site)}: nothing links to it" for path in pages
               if path not in reached]
    return faults, reached, outside


def main():
    faults, reached, outside = check(Path(sys.argv[1]).resolve())
    if faults:
        sys.exit("\n".join(sorted(faults)))
    print(f"{len(reached)} pages, every link within them leads to something; {outside} links "
          "to other sites")


if __name__ == "__main__":
    main()
