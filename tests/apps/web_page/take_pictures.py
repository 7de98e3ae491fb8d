#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Takes the documents' pictures of the page in Chromium on the CPU renderer.

usage: take_pictures.py SITE FOLDER

scripts/pictures calls it where scripts/web has built the page.
"""
import sys
from pathlib import Path

import pages

SIZE = (1024, 576)
# File, and what the address says.
PICTURES = {
    "page": "still=8&count=16384",
    "page-race": "still=40&speed=4&count=16384&view=race",
}


def take(site, folder):
    address = pages.serve({"/": site})
    window = pages.browser("chromium", width=SIZE[0], height=SIZE[1])
    try:
        for name, query in PICTURES.items():
            window.open("about:blank")
            window.open(f"{address}/?{query}")
            pages.wait_for(lambda: window.run("document.body?.dataset.state") == "still",
                           f"the last frame of {name}")
            window.screenshot(folder / f"{name}.png")
            print(f"pictures: {folder / name}.png")
    finally:
        window.close()


if __name__ == "__main__":
    take(Path(sys.argv[1]).resolve(), Path(sys.argv[2]))
