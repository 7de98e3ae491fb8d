# SPDX-License-Identifier: MIT
"""Checks the pictures of try_bare.sh: the left half of each is drawn as stored, the right half
is sorted. mine.png and reversed.png show the same triangles, stored in opposite orders."""
from PIL import Image, ImageChops


def halves(name):
    picture = Image.open(name).convert("RGB")
    width, height = picture.size
    height -= 40  # the captions
    return (picture.crop((0, 0, width // 2, height)),
            picture.crop((width // 2, 0, width, height)))


def share(a, b):
    """The share of the pixels that differ by more than 8 of 255."""
    differences = ImageChops.difference(a, b).convert("L").point(lambda d: d > 8)
    return sum(differences.getdata()) / (a.width * a.height)


for shown in ("vtk.png", "mine.png", "reversed.png", "osg.png", "coin.png", "picture.png"):
    part = share(*halves(shown))
    assert part > 0.01, f"{shown}: sorting changes {100 * part:.2f} % of the pixels"
(stored, in_order), (stored_reversed, in_order_reversed) = map(halves, ("mine.png",
                                                                       "reversed.png"))
part = share(stored, stored_reversed)
assert part > 0.05, f"unsorted, {100 * part:.2f} % of the pixels depend on the stored order"
part = share(in_order, in_order_reversed)
assert part == 0.0, f"sorted, {100 * part:.2f} % of the pixels depend on the stored order"
print("the sorted pictures do not depend on the order in which triangles are stored")
