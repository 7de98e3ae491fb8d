# SPDX-License-Identifier: MIT
"""The cells of the table that opens docs/benchmarks.md: which programs measure them, and
their records. report/cells.json has the lines of the table.

A record is a cell's time by one side, "ours" or "cub" (on a CPU renderer std::sort): `ms`
has the median of each round. Records are written after every call of a program, so that a
run that is cut off leaves what it has.
"""
import json
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from run import environment_of, number, row_files  # noqa: E402

# In a bundle everything is in one folder.
LINES = next(path for path in (HERE / "report" / "cells.json", HERE / "cells.json")
             if path.is_file())

SORTS = ("--measure", "sorts", "--samples", "25")
COLD_SORTS = ("--measure", "cold", "--samples", "25")  # as cub-order-bench measures
MERGES_MOST = 1 << 20  # above, CUB's merge sort is slower than its radix sort
LARGE = 1 << 25        # from here on the CPU takes seconds for the data of a count
COLD = {"__GL_SHADER_DISK_CACHE": "0", "MESA_SHADER_CACHE_DISABLE": "true"}


def lines(path=None):
    return json.loads(pathlib.Path(path or LINES).read_text(encoding="utf-8"))


def log(count):
    return count.bit_length() - 1


def step_counts(count):
    """A count between one that is 5 % smaller and one that is 5 % larger."""
    return [int(count * 0.95), count, int(count * 1.05)]


# ---- what the programs print ----------------------------------------------------------

def rows_in(text):
    """The complete objects of JSON rows or JSON lines, also of a program that was stopped."""
    found, decoder = [], json.JSONDecoder()
    at = text.find("{")
    while at >= 0:
        try:
            row, end = decoder.raw_decode(text, at)
        except json.JSONDecodeError:
            break
        found.append(row)
        at = text.find("{", end)
    return found


def fields_of(row, *names):
    return {name: row[name] for name in names if row.get(name) is not None}


def bench_records(line, side, text):
    """Of glsort-bench and cub-bench."""
    for row in rows_in(text):
        if row["refusal"]:
            continue
        ms = row["gpu_ms"] if row["gpu_ms"] is not None else row["cpu_ms"]
        here = "cub" if row["algorithm"] == "std::sort" else side
        yield {"line": line, "count": row["count"], "side": here, "ms": ms,
               "form": f"{row['algorithm']}/{row['variant']}/{row['backend']}",
               "right": row["right"],
               **fields_of(row, "bytes", "copy_gb_s", "submit_ms", "end_to_end_ms",
                           "visible", "device", "driver"),
               # cub-bench knows no commit; the run's is that of glsort.
               **(fields_of(row, "commit") if side == "ours" else {})}


def order_records(text):
    """Of cub-order-bench."""
    for row in rows_in(text):
        for variant in ("stream", "graph"):
            yield {"line": "culled" if row["cull_share"] else "order",
                   "count": row["count"], "side": "cub", "ms": row[f"{variant}_ms"],
                   "form": f"cub-radix/{variant}/cuda", "right": row["right"]}


def segment_records(text):
    """Of glsort bench --segments and cub-segments-bench."""
    names = (("ms", "ours", "segments"),
             ("segmented_sort_ms", "cub", "DeviceSegmentedSort"),
             ("segmented_radix_sort_ms", "cub", "DeviceSegmentedRadixSort"))
    for row in rows_in(text):
        for field, side, form in names:
            if field in row:
                yield {"line": "segments", "count": row["elements"], "side": side,
                       "ms": row[field], "form": form, "right": row.get("right", True)}


def call_records(line, text):
    """Of glsort-calls-bench."""
    for row in rows_in(text):
        name = line
        if row["what"] == "submit":
            name = "submit" if row["state"] == "kept" else "submit-clobbers"
        yield {"line": name, "count": row["count"], "side": "ours", "ms": row["ms"],
               "form": "auto", "right": True, **fields_of(row, "least_ms", "sorted_ms")}


def host_records(text):
    """Of glsort-host-bench, which prints a table."""
    for words in map(str.split, text.splitlines()):
        if words[:3] == ["at", "once", "pairs"]:
            yield {"line": "host", "count": int(words[3]), "side": "ours",
                   "ms": float(words[5]), "form": "auto", "right": True}


def keys_records(text):
    """Of glsort-keys-bench, which prints a table."""
    for words in map(str.split, text.splitlines()[1:]):
        if len(words) >= 3:
            yield {"line": "order-keys", "count": int(words[1]), "side": "ours",
                   "ms": float(words[2]) / 1e3, "form": words[0], "right": True}


# ---- the plan -------------------------------------------------------------------------

def counts_of(line, wanted=lambda count: True):
    return [count for count in map(number, line["counts"]) if wanted(count)]


def comma(counts):
    return ",".join(map(str, counts))


def is_few(count):
    """At most a million elements, and 5 % more for the steps."""
    return count <= MERGES_MOST * 1.1


def warm_up(counts):
    """Seconds of runs before those that are timed. While the CPU makes and checks many elements,
    a GPU lowers its clock, and takes half a second of work to raise it again."""
    return ("--warm-up", "0.1" if is_few(max(counts)) else "0.5")


def by_process(counts):
    """The counts of each process: the data of many elements takes the CPU long enough for a GPU
    to lower its clock, which few elements shall not meet."""
    few = [count for count in counts if is_few(count)]
    return ([few] if few else []) + [[count] for count in counts if not is_few(count)]


def sort_calls(line, counts, seconds):
    """glsort and CUB in turn. Few elements also by CUB's merge sort."""
    name = line["line"]
    axes = ("--key", line["key"], "--values", line["values"], "--budget", seconds, *SORTS)
    few = [count for count in counts if count <= MERGES_MOST]
    many = [count for count in counts if count > MERGES_MOST]
    calls = [("glsort-bench", ("--only", "auto", "--count", comma(some), *axes,
                               *warm_up(some)),
              lambda text: bench_records(name, "ours", text)) for some in by_process(counts)]
    for kinds, some in (("cub-radix,cub-merge", few), ("cub-radix", many)):
        if some:
            calls.append(("cub-bench", ("--only", kinds, "--count", comma(some), *axes,
                                        *warm_up(some)),
                          lambda text: bench_records(name, "cub", text)))
    return calls


def order_calls(line, seconds):
    name = line["line"]
    return [("glsort-bench", ("--draw-order", line["cull"], "--count", comma(counts),
                              "--budget", seconds, *COLD_SORTS, *warm_up(counts)),
             lambda text: bench_records(name, "ours", text))
            for counts in by_process(counts_of(line))]


def cub_order_calls(orders):
    """One call for all shares that are culled: cub-order-bench measures both."""
    logs = sorted({log(count) for line in orders for count in counts_of(line)})
    step = logs[1] - logs[0] if len(logs) > 1 else 1
    return [("cub-order-bench", (logs[0], logs[-1], 15, 4, step), order_records)]


def segment_calls(line):
    shapes = [f"{count // line['length']}x{line['length']}" for count in counts_of(line)]
    return [("glsort", ("bench", "--json", "--segments", comma(shapes)), segment_records),
            ("cub-segments-bench", tuple(shapes), segment_records)]


def step_calls(line, seconds):
    counts = [one for count in counts_of(line) for one in step_counts(count)]
    return [("glsort-bench", ("--only", "auto", "--count", comma(some), "--budget",
                              seconds, *SORTS, *warm_up(some)),
             lambda text: bench_records("steps", "ours", text))
            for some in by_process(counts)]


def logs_of(line):
    return tuple(log(count) for count in counts_of(line))


def host_calls(line):
    """CUB's transfers are those of cub-bench, from and to memory that is not pinned."""
    return [("glsort-host-bench", ("--at-once", *logs_of(line)), host_records),
            ("cub-bench", ("--only", "cub-radix", "--count", comma(counts_of(line)),
                           "--budget", 1, "--warm-up", "0.15", "--samples", 5),
             lambda text: transfer_records(text))]


def transfer_records(text):
    for record in bench_records("host", "cub", text):
        if "end_to_end_ms" in record:
            yield {**record, "ms": record["end_to_end_ms"]}


def gpu_rounds(table):
    """Lists of calls, the first of which has every cell; later ones repeat the cheap ones."""
    by = {kind: [line for line in table if line["by"] == kind]
          for kind in {line["by"] for line in table}}
    sorts, orders = by.get("sort", []), by.get("order", [])

    def common(seconds):
        calls = []
        for line in sorts:
            calls += sort_calls(line, counts_of(line, lambda count: count < LARGE), seconds)
        for line in orders:
            calls += order_calls(line, seconds)
        calls += cub_order_calls(orders) if orders else []
        for line in by.get("step", []):
            calls += step_calls(line, seconds)
        for line in by.get("segments", []):
            calls += segment_calls(line)
        return calls

    def once():
        calls = []
        for line in by.get("submit", [])[:1]:  # one call measures both states
            calls.append(("glsort-calls-bench", ("submit", *logs_of(line)),
                          lambda text: call_records("submit", text)))
        for line in by.get("creation", []):
            calls += [("glsort-calls-bench", ("create", power),
                       lambda text: call_records("creation", text))
                      for power in logs_of(line)]
        for line in by.get("host", []):
            calls += host_calls(line)
        return calls

    large = [call for line in sorts
             for call in sort_calls(line, counts_of(line, lambda count: count >= LARGE), 0.3)]
    keys = [("glsort-keys-bench", logs_of(line), keys_records)
            for line in by.get("order-keys", [])]
    return [common(0.15) + once() + large + keys, common(0.15) + once() + keys, common(0.15)]


def cpu_rounds(table):
    """The cells of a CPU renderer."""
    calls = [("glsort-bench", ("--only", "auto,std::sort", "--count", comma([count]),
                               "--budget", 6, "--samples", 25, "--measure", "sorts"),
              lambda text: bench_records("llvmpipe", "ours", text))
             for line in table if line["by"] == "cpu" for count in counts_of(line)]
    return [calls, calls]


# ---- running --------------------------------------------------------------------------

def cpu_name():
    """The CPU, and how many threads a core of it has."""
    try:
        text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
        names = [line.partition(":")[2].strip() for line in text.splitlines()
                 if line.startswith("model name")]
        siblings = pathlib.Path("/sys/devices/system/cpu/cpu0/topology/"
                                "thread_siblings_list").read_text(encoding="utf-8").strip()
    except OSError:
        return "not known"
    shared = len(siblings.replace("-", ",").split(",")) > 1
    return (f"{names[0] if names else 'not known'}, {os.cpu_count()} processors, "
            + ("some of them threads of one core" if shared else "each a core of its own"))


class Run:
    """One run: its programs, its deadline and its records."""

    def __init__(self, out, folders, seconds):
        self.out, self.folders = out, folders
        self.end = time.monotonic() + seconds
        self.found, self.about, self.took = {}, {}, {}
        self.missing, self.good = set(), True

    def program(self, name):
        return next((folder / name for folder in self.folders
                     if (folder / name).is_file()), None)

    def add(self, record):
        """A record of a round joins the record of the rounds before it."""
        key = tuple(record[name] for name in ("line", "count", "side", "form"))
        for name in ("device", "driver", "commit"):
            if record["side"] == "ours" and name in record:
                self.about.setdefault(name, record[name])
        before = self.found.get(key, {"ms": [], "right": True})
        self.found[key] = {**record, "ms": [*before["ms"], record["ms"]],
                           "right": before["right"] and record["right"]}
        self.good = self.good and record["right"]

    def save(self):
        day = time.strftime("%Y-%m-%d", time.gmtime())
        common = {"cpu": cpu_name(), "date": day,
                  "command": "bench/suite.py FOLDER --cells" + self.about.get("switch", "")}
        records = [{**common, **self.about, **record, "date": day}
                   for record in self.found.values()]
        for record in records:
            record.pop("switch", None)
        text = ",\n".join(json.dumps(row_files.shortened(record)) for record in records)
        self.out.write_text(f"[\n{text}\n]\n", encoding="utf-8")

    def call(self, name, words, read):
        program = self.program(name)
        if not program:
            if name not in self.missing:
                print(f"cells: there is no {name}", file=sys.stderr)
            self.missing.add(name)
            return
        words = [str(word) for word in words]
        start = time.monotonic()
        # A call that took long before is not begun so late that it would be cut off.
        if start + self.took.get((name, *words), 0.1) > self.end:
            print(f"cells: no time is left for {name} {' '.join(words)}", file=sys.stderr)
            return
        text = self.output(program, words, self.end - start)
        for record in read(text):
            self.add(record)
        self.save()
        self.took[(name, *words)] = time.monotonic() - start
        print(f"cells: {self.took[(name, *words)]:5.1f} s  {name} {' '.join(words)}",
              file=sys.stderr)

    def expect_gpu(self):
        """Otherwise the cells of a GPU would be those of a CPU renderer."""
        program = self.program("glsort-bench")
        if program:
            self.output(program, ["--device", "gpu", "--only", "auto", "--count", "256",
                                  "--samples", "1"], 60)

    def output(self, program, words, seconds):
        environment = environment_of(program)
        if words[0] == "create":
            environment.update(COLD)
        if program.name == "glsort-bench" or program.name == "cub-bench":
            words = [*words, "--json", "-"]
        try:
            result = subprocess.run([program, *words], env=environment, text=True,
                                    stdout=subprocess.PIPE, timeout=max(seconds, 1),
                                    check=False)
        except subprocess.TimeoutExpired as stopped:
            print(f"cells: {program.name} was stopped: no time is left", file=sys.stderr)
            self.good = False
            text = stopped.stdout or b""
            return text.decode() if isinstance(text, bytes) else text
        if result.returncode != 0:
            print(f"cells: {program.name} {' '.join(words)} failed", file=sys.stderr)
            self.good = False
        return result.stdout


def measure(out, folders, gpu, seconds, table=None):
    """Writes the records of all cells to the file `out`. False if a program failed, or a
    result was wrong."""
    run = Run(pathlib.Path(out), folders, seconds)
    run.about["switch"] = " --gpu" if gpu else ""
    run.save()
    if gpu and table is None:
        run.expect_gpu()
    if not run.good:
        return False
    for calls in (gpu_rounds if gpu else cpu_rounds)(lines(table)):
        for name, words, read in calls:
            run.call(name, words, read)
    return run.good and bool(run.found)
