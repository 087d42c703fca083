"""Attacks hubs as makers' processes and people of the house could, each time a new hub, and prints the results."""

import argparse
import pathlib
import sys
import time

import people  # noqa: F401
from attacks import ATTACKS
from hub import Honest, Hub

TOO_SLOW = "the honest client waited for more than"

HEAD = """# Attacks by makers' processes and people, and their results

`swift build -c release --product hearth && HEARTH_PROGRAMS=.build/release scripts/test-makers --table` repeats this. Each attack
is made on a new `hearth serve` with its default limits, while an honest client calls all the time and waits at most 50 ms.
Attackers, honest client and hub share two cores. Memory is the peak growth of the resident set. Afterwards the hub is stopped
and must start again; a hub with an empty store then has some 70 MiB, of which 13 MiB are its own and the rest is the mapped
program and its libraries.

| attack | description | result | memory, MiB | after a restart, MiB | store, MiB | honest call, s |
| --- | --- | --- | ---: | ---: | ---: | ---: |
"""


def attacked(attack, options):
    """Makes an attack. Returns its problems, its row of the table and what it cost."""
    run, what, outcome, most = attack
    hub = Hub(options.hub, options.full)
    if isinstance(most, tuple):
        most = hub.sized(*most)
    honest, before = Honest(hub), hub.memory()
    hub.honest = honest
    work, own = hub.work(), time.process_time()
    try:
        result = run(hub)
    finally:
        work, own = hub.work() - work, time.process_time() - own
        honest.stop()
    stored = again = 0.0
    problems = [] if result == outcome else [f"wanted: {outcome}"]
    memory = honest.peak - before
    if memory > most:
        problems.append(f"at most {most} MiB were to be taken")
    if honest.failed:
        problems.append(f"{honest.failed} calls of the honest client failed")
    if options.most_wait is not None and honest.slowest > options.most_wait:
        problems.append(f"{TOO_SLOW} {options.most_wait * 1e3:.0f} ms")
    if not hub.is_alive():
        problems.append("the hub died: " + "".join(hub.lines[-5:]))
    else:
        hub.stop()
        stored = hub.stored()
        hub.start()
        again = hub.memory()
        hub.stop()
    row = f"| {run.__name__} | {what} | {result} | {memory:.0f} | {again:.0f} | {stored:.1f} | {honest.slowest:.3f} |\n"
    cost = f"{memory:.0f} MiB, {honest.slowest * 1e3:.0f} ms; processor time of hub {work:.1f} s, of attackers {own:.1f} s"
    return problems, row, f"{run.__name__}: {result}; {cost}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hub", required=True, help="the program to attack")
    parser.add_argument("--full", action="store_true", help="attacks in their full size")
    parser.add_argument("--most-wait", type=float, help="the longest wait of the honest client in seconds; default: any")
    parser.add_argument("--table", help="a file for the results")
    parser.add_argument("names", nargs="*", help="these attacks; default: all")
    options = parser.parse_args()
    unknown = set(options.names) - {attack[0].__name__ for attack in ATTACKS}
    if unknown:
        raise SystemExit(f"there is no attack {', '.join(sorted(unknown))}")
    rows, failures = [], 0
    for attack in ATTACKS:
        if options.names and attack[0].__name__ not in options.names:
            continue
        began = time.monotonic()
        problems, row, told = attacked(attack, options)
        if len(problems) == 1 and problems[0].startswith(TOO_SLOW):
            # The machine may have been busy; a real effect of the attack shows again.
            problems, row, told = attacked(attack, options)
        failures += bool(problems)
        print(f"{'no' if problems else 'ok'}  {told}; {time.monotonic() - began:.0f} s in all"
              f"{''.join('; ' + problem for problem in problems)}", flush=True)
        rows.append(row)
    if options.table:
        pathlib.Path(options.table).write_text(HEAD + "".join(rows))
    print(f"{len(rows) - failures} of {len(rows)} attacks had the expected result.")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
