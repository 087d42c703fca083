"""Attacks hubs as makers' processes and people of the house could, each time a new hub, and prints the results."""

import argparse
import pathlib
import sys
import time

import people  # noqa: F401
from attacks import ATTACKS
from hub import Honest, Hub

HEAD = """# Attacks by makers' processes and people, and their results

`swift build -c release --product hearth && HEARTH_PROGRAMS=.build/release scripts/test-makers --table` repeats this. Each attack
is made on a new `hearth serve` with its default limits, while an honest client calls all the time. Attackers, honest client
and hub share two cores. Memory is the peak growth of the resident set. Afterwards the hub is stopped and must start again;
a hub with an empty store then has some 45 MiB.

| attack | description | result | memory, MiB | after a restart, MiB | store, MiB | honest call, s |
| --- | --- | --- | ---: | ---: | ---: | ---: |
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hub", required=True, help="the program to attack")
    parser.add_argument("--table", help="a file for the results")
    parser.add_argument("names", nargs="*", help="these attacks; default: all")
    options = parser.parse_args()
    unknown = set(options.names) - {attack[0].__name__ for attack in ATTACKS}
    if unknown:
        raise SystemExit(f"there is no attack {', '.join(sorted(unknown))}")
    rows, failures = [], 0
    for run, what, outcome, most in ATTACKS:
        if options.names and run.__name__ not in options.names:
            continue
        began = time.monotonic()
        hub = Hub(options.hub)
        honest, before = Honest(hub), hub.memory()
        hub.honest = honest
        try:
            result = run(hub)
        finally:
            honest.stop()
        stored = again = 0.0
        problems = [] if result == outcome else [f"wanted: {outcome}"]
        memory = honest.peak - before
        if memory > most:
            problems.append(f"at most {most} MiB were to be taken")
        if honest.failed or honest.slowest > 5:
            problems.append(f"the honest client waited {honest.slowest:.1f} s, and {honest.failed} of its calls failed")
        if not hub.is_alive():
            problems.append("the hub died: " + "".join(hub.lines[-5:]))
        else:
            hub.stop()
            stored = hub.stored()
            hub.start()
            again = hub.memory()
            hub.stop()
        failures += bool(problems)
        print(f"{'no' if problems else 'ok'}  {run.__name__}: {result}; {memory:.0f} MiB, "
              f"{honest.slowest * 1e3:.0f} ms, {time.monotonic() - began:.0f} s in all{''.join('; ' + problem for problem in problems)}", flush=True)
        rows.append(f"| {run.__name__} | {what} | {result} | {memory:.0f} | {again:.0f} | {stored:.1f} | {honest.slowest:.3f} |\n")
    if options.table:
        pathlib.Path(options.table).write_text(HEAD + "".join(rows))
    print(f"{len(rows) - failures} of {len(rows)} attacks had the expected result.")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
