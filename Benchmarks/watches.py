"""The cost of watches: one value to a thousand, ten thousand open, ten thousand opening at once, endless changes."""

import os
import statistics
import subprocess
import threading
import time

import common
import home_hub
import measure
import report

TITLE = "Watches of a home"
PACKAGES = home_hub.PACKAGES
FANOUT = (10, 100)
IN_FLIGHT = {1: (12, 14), 16: (20, 30)}
PACED = 50
#: The number of devices in the home of the measured watches.
DEVICES = 100
STORM = 50_000


def build():
    home_hub.build(), common.cpp_bytes_server()


def run(rounds, seconds):
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run watches`. A hub (`hearth serve`, its store on disk) on core 0; providers and watches over real
connections on core 1, by `peers/home`, which reads frames where they arrive. A value is a provider's report of a
temperature: stored, with its history, and sent to every `HomeService.Watch`. Beside it gRPC C++'s callback server, which
sends each value's bytes to every stream without encoding them (`peers/grpcpp_bytes_server.cc`). Medians of {rounds} rounds
on {os.cpu_count()} cores. {time.strftime("%Y-%m-%d")}; {common.versions("libgrpc++-dev", "libnghttp2-dev")};
{home_hub.surroundings()}.""")
    parts = {
        "one value to 1,000 watches": lambda: fan_out(section, rounds, seconds),
        "slow and stuck readers": lambda: laggards(section, min(3, rounds), seconds),
        "10,000 open watches": lambda: many(section, min(3, rounds)),
        "10,000 watches opening at once": lambda: storm(section),
        "2,000 watches opening amid changes": lambda: storm_amid_changes(section),
        f"{STORM:,} changes a second": lambda: changes(section),
        "devices by number": lambda: devices(section),
    }
    for name, part in parts.items():
        try:
            part()
        except (measure.NotMeasured, OSError, subprocess.SubprocessError) as reason:
            section.not_measured(common.HEARTH, name, reason)
    return section


# One value to a thousand watches

def fan_out(section, rounds, seconds):
    figures = measure.Figures()
    works = {count: f"{count} in flight" for count in IN_FLIGHT}
    for turn in range(rounds):
        kinds = [(common.HEARTH, "hearth"), (common.CPP, "peer")]
        for name, kind in kinds[:: 1 if turn % 2 == 0 else -1]:
            with home_hub.folder() as path:
                server = home_hub.Hub(path) if kind == "hearth" else measure.Server(common.cpp_bytes_server())
                with server, home_hub.fan(server.port, kind, *FANOUT) as load:
                    load.ask("open")
                    rate = load.ask("go", 4, 50)["sent_rate"]
                    for count, work in works.items():
                        rate = load.ask("go", count, max(50, int(rate * seconds / 5)))["sent_rate"]
                        before = server.cpu()
                        answer = load.ask("go", count, max(50, int(rate * seconds)))
                        answer["cpu"] = (server.cpu() - before) / answer["values"] * 1e6
                        figures.add(name, work, answer)
                    figures.add(name, "paced", load.ask("pace", PACED, max(2, 2 * seconds)))
    report.rates(
        section, figures, (common.HEARTH, common.CPP), works.values(), [("C++", common.CPP)], unit="deliveries/s",
        cpu="CPU µs/delivery", chart="one value to 1,000 watches")
    section.table("server", f"{PACED} values a second", "p50 ms", "p99 ms", "longest ms")
    for name in (common.HEARTH, common.CPP):
        section.row(name, "to 1,000 watches", *(
            report.number(figures.median(name, "paced", f"time_{part}") / 1e3) for part in ("p50", "p99", "max")))
    for count, (bar, goal) in IN_FLIGHT.items():
        section.bar(f"one value to 1,000 watches, {count} in flight", f"≥ {bar} × C++ (goal {goal})",
                    figures.ratio(common.HEARTH, common.CPP, works[count], "rate"), bar)
    section.bar(f"the same, {PACED} a second, p99", "≤ 0.2 × C++",
                figures.ratio(common.HEARTH, common.CPP, "paced", "time_p99"), 0.2, at_most=True)


# Slow readers

def laggards(section, rounds, seconds):
    """The effect on others of one client that reads nothing for a minute, and of some that read slowly."""
    time_of_each = max(2, 60 * seconds)
    figures = measure.Figures()

    def paced(hub, load):
        """Also returns the growth of the hub's memory, since a hub that stores reports grows anyway."""
        before, memory = hub.settled(), Memory(hub)
        answer = load.ask("pace", PACED, time_of_each, patience=10 * time_of_each + 60)
        return answer | {"memory": max(memory.end()) - before}

    for _ in range(rounds):
        with home_hub.folder() as path, home_hub.Hub(path) as hub:
            with home_hub.fan(hub.port, "hearth", *FANOUT) as load:
                load.ask("open")
                load.ask("pace", PACED, max(2, time_of_each / 10))
                alone = paced(hub, load)
                with home_hub.laggards(hub.port, 1, 4, 2_000) as laggards:
                    beside = paced(hub, load)
                    beside |= laggards.end()
                beside["more"] = beside["memory"] - alone["memory"]
                figures.add("watches", "alone", alone)
                figures.add("watches", "beside", beside)
    section.table(f"1,000 watches at {PACED} values a second, {time_of_each:.0f} s", "p50 ms", "p99 ms", "longest ms",
                  "memory more, KiB")
    for name, words in (("alone", "alone"), ("beside", "beside one stuck and four slow readers")):
        section.row(words, *(
            report.number(figures.median("watches", name, f"time_{part}") / 1e3) for part in ("p50", "p99", "max")),
            report.number(figures.median("watches", name, "memory") / 1024))
    section.row("stuck readers that were cut, with a reason",
                report.number(figures.median("watches", "beside", "told")), "", "", "")
    p99 = {name: figures.median("watches", name, "time_p99") for name in ("alone", "beside")}
    section.bar("beside slow and stuck readers: others' p99", "≤ 1.1 × alone", p99["beside"] / p99["alone"], 1.1,
                at_most=True)
    section.bar("the same: the hub's memory grows by more than alone, MiB", "≤ 1",
                figures.median("watches", "beside", "more") / 2**20, 1, at_most=True)
    section.bar("the same: slow ones that were lost", "0", figures.median("watches", "beside", "slow_lost"), 0,
                at_most=True)


# Ten thousand

def costs(connections, streams, values):
    """The KiB of each open watch, the hub's CPU for each delivery in microseconds, and durations."""
    with home_hub.folder() as path, home_hub.Hub(path) as hub:
        with home_hub.fan(hub.port, "hearth", connections, streams, 1, DEVICES) as load:
            before = hub.settled()
            opened = load.ask("open")
            if opened["lost"]:
                raise measure.NotMeasured(f"{opened['lost']:.0f} watches were lost")
            after = hub.settled(30)
            load.ask("go", 1, max(5, values // 10))
            used = hub.cpu()
            answer = load.ask("go", 1, values)
            used = hub.cpu() - used
    watches = connections * streams
    return {"bytes": (after - before) / watches / 1024, "cpu": used / answer["messages"] * 1e6, "opening": opened["seconds"],
            "p99": answer["time_p99"] / 1e3}


def many(section, rounds):
    shapes = {100: (1, 100, 2_000), 1_000: (10, 100, 300), 10_000: (*home_hub.MOST, 60)}
    all_costs = {count: [] for count in shapes}
    for _ in range(rounds):
        for count, shape in shapes.items():
            all_costs[count].append(costs(*shape))
    figures = {
        count: {name: statistics.median(cost[name] for cost in found) for name in ("bytes", "opening", "cpu", "p99")}
        for count, found in all_costs.items()}
    section.table("open watches", "KiB each", "opened within s", "CPU µs/delivery", "a change at all of them, p99 ms")
    for count, cost in figures.items():
        section.row(f"{count:,}", *(
            report.number(cost[name]) for name in ("bytes", "opening", "cpu", "p99")))
    section.bar("10,000 open watches, KiB each", "≤ 2.5", figures[10_000]["bytes"], 2.5, at_most=True)
    section.bar("CPU per delivery with 10,000 watches", "≤ 1.5 × with 100", figures[10_000]["cpu"] / figures[100]["cpu"],
                1.5, at_most=True)


def storm(section):
    section.table("while 9,999 watches open at once", "longest ms", "p99 ms", "alone, longest ms")
    with home_hub.folder() as path, home_hub.Hub(path) as hub:
        with home_hub.fan(hub.port, "storm", *home_hub.MOST, 1, DEVICES) as load:
            with home_hub.probe(hub.port, 400) as user:
                time.sleep(3)
                alone = user.end()
            with home_hub.probe(hub.port, 400) as user:
                time.sleep(0.2)
                opened = load.ask("open")
                meanwhile = user.end()
    for kind, words in (("command", "a command"), ("read", "a read"), ("update", "an update of a device")):
        section.row(words, *(report.number(figures[f"{kind}_{part}"] / 1e3) for figures, part in (
            (meanwhile, "max"), (meanwhile, "p99"), (alone, "max"))))
    section.row("all watches open within", report.number(opened["seconds"] * 1e3), "", "")
    longest = max(meanwhile[f"{kind}_max"] for kind in ("command", "read", "update")) / 1e3
    section.bar("10,000 watches opening at once: others wait, ms", "≤ 50", longest, 50, at_most=True)
    section.bar("the same: watches and calls lost", "0", opened["lost"] + meanwhile["failed"], 0, at_most=True)


def storm_amid_changes(section):
    with home_hub.folder() as path, home_hub.Hub(path) as hub:
        with home_hub.fan(hub.port, "steady", 1, 1, 1, 200) as steady, home_hub.probe(hub.port, 100) as user:
            steady.ask("open")
            steady.tell("pace", 50, 20)
            with home_hub.fan(hub.port, "crowd", 20, 100, 1, 10) as load:
                used = hub.cpu()
                opened = load.ask("open")
                used = hub.cpu() - used
            meanwhile = user.end()
    section.table("2,000 watches open at once amid 50 changes a second", "")
    section.row("all watches open within, ms", report.number(opened["seconds"] * 1e3))
    section.row("CPU µs for each", report.number(used / 2_000 * 1e6))
    for kind, words in (("command", "a command"), ("read", "a read")):
        section.row(f"{words} meanwhile, longest ms", report.number(meanwhile[f"{kind}_max"] / 1e3))
    longest = max(meanwhile[f"{kind}_max"] for kind in ("command", "read", "update")) / 1e3
    section.bar("2,000 watches opening amid 50 changes a second: others wait, ms", "≤ 50", longest, 50, at_most=True)


# Endless changes

class Memory(threading.Thread):
    """A hub's memory over time."""

    def __init__(self, hub, interval=0.25):
        super().__init__(daemon=True)
        self.hub, self.interval, self.values, self.over = hub, interval, [], threading.Event()
        self.start()

    def run(self):
        while not self.over.wait(self.interval):
            self.values.append(self.hub.memory())

    def end(self):
        self.over.set()
        self.join()
        return self.values


def changes(section, seconds=10):
    with home_hub.folder() as path, home_hub.Hub(path) as hub:
        with home_hub.fan(hub.port, "burden", 10, 10, 20, 1_000) as load, home_hub.probe(hub.port, 100) as user:
            load.ask("open")
            before, memory = hub.memory(), Memory(hub)
            answer = load.ask("pace", STORM, seconds)
            values, used = memory.end(), user.end()
    third = len(values) // 3
    middle, last = max(values[third:2 * third]), max(values[2 * third:])
    taken = STORM * seconds / answer["seconds"]
    section.table(f"{STORM:,} changes a second, 100 watches", "")
    section.row("changes that the hub took a second", report.number(taken))
    section.row("deliveries a second, coalesced for slow clients",
                report.number(answer["messages"] / answer["seconds"]))
    section.row("watches that started again with a snapshot", report.number(answer["resyncs"]))
    section.row("memory before, MiB", report.number(before / 2**20))
    section.row("memory at most, MiB", report.number(max(values) / 2**20))
    section.row("commands, p50 ms", report.number(used["command_p50"] / 1e3))
    section.row("commands, p99 ms", report.number(used["command_p99"] / 1e3))
    section.bar(f"{STORM:,} changes a second: changes taken", f"≥ {0.98 * STORM:,.0f}", taken, 0.98 * STORM)
    section.bar("the same: commands, p99 in ms", "≤ 20", used["command_p99"] / 1e3, 20, at_most=True)
    section.bar("the same: memory of the last third", "≤ 1.1 × the second", last / middle, 1.1, at_most=True)


# The number of devices

def devices(section):
    """The cost of one more device with few and with many others. The first thousand warm up the hub."""
    bytes_of, cpu_of = {}, {}
    for count in (1_000, 4_000, 7_000, 10_000):
        with home_hub.folder() as path, home_hub.Hub(path) as hub:
            used = hub.cpu()
            with home_hub.fan(hub.port, "hearth", 0, 0, 1, count):
                bytes_of[count] = hub.settled()
                # Saving them is included.
                cpu_of[count] = hub.cpu() - used
    each = []
    section.table("one more device of two traits", "KiB", "CPU µs")
    for few, more in ((1_000, 4_000), (7_000, 10_000)):
        each.append((bytes_of[more] - bytes_of[few], cpu_of[more] - cpu_of[few]))
        section.row(f"between {few:,} and {more:,}", report.number(each[-1][0] / (more - few) / 1024),
                    report.number(each[-1][1] / (more - few) * 1e6))
    for index, name in enumerate(("memory", "CPU")):
        section.bar(f"{name} for one more device, 10,000 beside 1,000", "≤ 1.5 ×", each[1][index] / each[0][index], 1.5,
                    at_most=True)
