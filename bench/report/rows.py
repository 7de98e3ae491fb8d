# SPDX-License-Identifier: MIT
"""Rows of glsort-bench and cub-bench: read, joined, written."""
import json
import statistics

IDENTITY = ("algorithm", "variant", "backend", "count", "key", "values", "order",
            "distribution", "device")


def identity(row):
    return tuple(row[field] for field in IDENTITY)


def form(row):
    return f"{row['algorithm']}/{row['variant']}/{row['backend']}"


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def spread(samples):
    """The interquartile range of the samples divided by their median."""
    if len(samples) < 2:
        return 0.0
    low, middle, high = statistics.quantiles(samples, n=4, method="inclusive")
    return (high - low) / middle if middle else 0.0


def group_passes(passes):
    """Adds up the passes of each label: a tree form has a thousand passes."""
    groups = {}
    for one in passes:
        group = groups.setdefault(one["label"], {"label": one["label"], "passes": 0,
                                                 "ms": 0.0, "bytes": 0})
        group["passes"] += one.get("passes", 1)
        group["bytes"] += one["bytes"]
        known = group["ms"] is not None and one["ms"] is not None
        group["ms"] = group["ms"] + one["ms"] if known else None
    for group in groups.values():
        group["gb_s"] = group["bytes"] / group["ms"] * 1e-6 if group["ms"] else None
    return list(groups.values())


def join_rounds(rows):
    """Joins the rows of several rounds, with the samples of all of them."""
    joined = {}
    for row in rows:
        joined.setdefault(identity(row), []).append(row)
    return [join(same) for same in joined.values()]


def join(same):
    row = dict(same[0])
    measured = [one for one in same if not one["refusal"]]
    if measured:
        row = dict(measured[0])
    samples = [ms for one in measured for ms in one.get("gpu_ms_samples", [])]
    for field in ("cpu_ms", "submit_ms", "end_to_end_ms", "create_again_ms", "copy_gb_s"):
        known = [one[field] for one in measured if one[field] is not None]
        row[field] = statistics.median(known) if known else None
    row["right"] = all(one["right"] for one in measured) if measured else None
    if samples:
        row.update(gpu_ms=statistics.median(samples), gpu_ms_min=min(samples),
                   gpu_ms_spread=spread(samples), samples=len(samples))
    complete_rates(row)
    row["passes"] = group_passes(row["passes"])
    row.pop("gpu_ms_samples", None)
    return row


def complete_rates(row):
    ms = row["gpu_ms"] if row["gpu_ms"] is not None else row["cpu_ms"]
    if not ms:
        return
    row["mega_keys_a_second"] = row["count"] / ms * 1e-3
    if row["bytes"]:
        row["gb_s"] = row["bytes"] / ms * 1e-6
        row["copy_share"] = row["gb_s"] / row["copy_gb_s"] if row["copy_gb_s"] else None


def save_json(rows, path):
    lines = [json.dumps(shortened(row), ensure_ascii=False) for row in rows]
    with open(path, "w", encoding="utf-8") as file:
        file.write("[\n" + ",\n".join(lines) + "\n]\n")


def shortened(value):
    """Six digits, which is more precise than any clock here."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {name: shortened(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [shortened(inner) for inner in value]
    return value
