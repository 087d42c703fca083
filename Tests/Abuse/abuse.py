"""Attacks a real server with frames that no honest client sends. See scripts/test-abuse."""

import argparse
import sys
import time

import harness
import cases_frames, cases_headers, cases_hpack, cases_floods, cases_slow, cases_grpc  # noqa: E401,F401


SLOW = "a healthy call took too long"


def run(case, server, most_wait):
    """A row: the outcome, growth in MiB, the bystander's worst wait in ms, the server's work in s, and the problems."""
    memory, work = server.memory(), server.seconds()
    bystander = harness.Bystander(server)
    bystander.start()
    bench = harness.Bench(server)
    try:
        outcome = case.run(bench)
    except Exception as error:
        outcome = f"{type(error).__name__}: {error}"
    bench.close()
    bystander.finish()
    growth = max(0, bystander.peak - memory) / 1024
    problems = list(bench.problems)
    if not server.is_alive():
        problems.append("the server died: " + "".join(server.output[-5:]))
    if outcome != case.outcome:
        problems.append(f"expected {case.outcome}")
    if growth > case.growth:
        problems.append(f"grew by more than {case.growth} MiB")
    if bystander.failures:
        problems.append(
            f"{len(bystander.failures)} of {bystander.calls} healthy calls failed: {', '.join(bystander.failures[:3])}")
    if most_wait is not None and bystander.worst > most_wait:
        problems.append(SLOW)
    return outcome, growth, bystander.worst * 1000, server.seconds() - work, problems


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", required=True, help="the command that starts the server")
    parser.add_argument("--all", action="store_true", help="long cases too, and write the table")
    parser.add_argument("--most-wait", type=float, help="the longest healthy call in seconds; default: any")
    parser.add_argument("--table", help="the file for the table")
    parser.add_argument("cases", nargs="*", help="only these, or only of these groups")
    arguments = parser.parse_args()
    known = {c.name for c in harness.CASES} | {c.group for c in harness.CASES}
    if unknown := set(arguments.cases) - known:
        raise SystemExit(f"there is no case {', '.join(unknown)}; there are: {', '.join(sorted(known))}")
    chosen = [c for c in harness.CASES
              if (c.name in arguments.cases or c.group in arguments.cases) or (
                  not arguments.cases and (arguments.all or not c.long))]
    command = arguments.server.split()
    server, rows, failed = harness.Server(command), [], 0
    start = time.monotonic()
    for case in chosen:
        own = harness.Server(command, case.files) if case.files or case.fresh else None
        if not server.is_alive():
            server = harness.Server(command)
        row = run(case, own or server, arguments.most_wait)
        if row[-1] == [SLOW]:
            # The machine may have been busy; a real effect of the peer shows again.
            row = run(case, own or server, arguments.most_wait)
        rows.append((case, row))
        if own:
            own.stop()
        outcome, growth, wait, work, problems = row
        failed += 1 if problems else 0
        mark = "FAILED" if problems else "ok"
        if problems or arguments.cases or arguments.all:
            print(f"{mark:6} {case.group}/{case.name}: {outcome}; +{growth:.1f} MiB, healthy call {wait:.0f} ms, "
                  f"work {work:.2f} s{'; ' if problems else ''}{'; '.join(problems)}", flush=True)
    server.stop()
    print(f"{len(chosen) - failed} of {len(chosen)} cases of abuse had the expected outcome, "
          f"in {time.monotonic() - start:.0f} s.")
    if arguments.table:
        with open(arguments.table, "w") as table:
            table.write(
                "# Attacks by hostile peers, and their results\n\n`scripts/test-abuse --all` repeats this. Each case talks to a real server "
                "process (a debug build, with its time-outs made\nshort) in frames; beside it an honest client calls all "
                "the time on a connection of its own, and must be answered within\na second, or 50 ms by a release build. Memory is "
                "the growth of the resident set at its peak, work the server's processor\ntime, both with that client.\n")
            group = None
            for case, (outcome, growth, wait, work, problems) in rows:
                if case.group != group:
                    group = case.group
                    table.write(f"\n## {group}\n\n| case | attack | outcome | memory, MiB | work, s | "
                                "healthy call, ms |\n| --- | --- | --- | ---: | ---: | ---: |\n")
                result = outcome if not problems else f"**{outcome}: {'; '.join(problems)}**"
                table.write(f"| {case.name} | {case.what} | {result} | {growth:.1f} | {work:.2f} | {wait:.0f} |\n")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
