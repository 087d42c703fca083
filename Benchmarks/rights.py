"""The cost of rights: a unary call beside a hub that checks none, and watches, half of them guests'."""

import os
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile
import time

import common
import home_hub
import measure
import report

TITLE = "Rights"
PACKAGES = home_hub.PACKAGES
FANOUT = (10, 100)
GRANTS = 10
IN_FLIGHT = 64
SOURCE = "Sources/HearthHomeState/Rights/StructureAccess.swift"
#: The beginning of the only function that decides on a caller's rights.
HEAD = ") -> StructureAccess {\n        // The hub's owner"
WITHOUT = "without the check"


def build():
    home_hub.build()


def without_rights():
    """This hub, with its only function of rights changed to allow everything."""
    if not (common.HERE.parent / SOURCE).is_file():
        raise measure.NotMeasured(f"{SOURCE} does not exist; SOURCE in rights.py must name the file of the rights")
    tree = common.BUILD.parent / "without-rights"
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=common.HERE.parent, check=True, capture_output=True, text=True).stdout
    for name in names.split("\0"):
        source, copy = common.HERE.parent / name, tree / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if source.is_symlink():  # to a folder of tests that two targets share
            copy.unlink(missing_ok=True)
            copy.symlink_to(os.readlink(source))
        elif source.is_file() and (not copy.exists() or copy.stat().st_mtime < source.stat().st_mtime):
            shutil.copy2(source, copy)
    path = tree / SOURCE
    text = (common.HERE.parent / SOURCE).read_text()
    if text.count(HEAD) != 1:
        raise measure.NotMeasured(f"{SOURCE} has changed in a way that this benchmark does not support")
    changed = text.replace(HEAD, HEAD.replace("{\n", "{\n        if true { return .full(privileges) }\n"))
    if path.read_text() != changed:
        path.write_text(changed)
    print("building hearth without rights", flush=True)
    command = ["swift", "build", "-c", "release", "--package-path", str(tree)]
    subprocess.run([*command, "--product", "hearth"], check=True, stdout=subprocess.DEVNULL)
    out = subprocess.run([*command, "--show-bin-path"], check=True, capture_output=True, text=True)
    return f"{out.stdout.strip()}/hearth"


class Hub(home_hub.Hub):
    """A hub that other machines can reach, so that people can be invited."""

    def __init__(self, folder, program):
        measure.Server.__init__(self, [
            program, "serve", "--listen", "0.0.0.0:{port}", "--store", f"{folder}/home.db", "--backups", "off"])

    def command(self, *words, user="owner", folder):
        environment = os.environ | {
            "XDG_CONFIG_HOME": f"{folder}/{user}", "HEARTH_TOKEN": "", "HEARTH_HUB": "", "COLUMNS": "200"}
        out = subprocess.run(
            [common.swift_build("hearth"), *words], capture_output=True, text=True, env=environment, timeout=60)
        if out.returncode:
            raise measure.NotMeasured(f"hearth {words[0]}: {out.stderr.strip()[-200:]}")
        return out.stdout

    def guests(self, count, folder, device="fan0-0", name="Guest"):
        """Tokens of guests, each with a different grant that includes a device; their names begin with `name`."""
        here, tokens = f"127.0.0.1:{self.port}", []
        for number in range(count):
            room = f"Room of {name} {number}"
            self.command("rooms", "add", room, "--hub", here, folder=folder)
            invited = self.command(
                "people", "invite", f"{name} {number}", "--role", "guest", "--device", device, "--room", room, "--hub",
                here, folder=folder)
            link = re.search(r"hearth claim '(hearth:[^']*)'", invited)
            if not link:
                raise measure.NotMeasured("the hub gave no link: it has no address that other machines can reach")
            user = f"{name}-{number}"
            self.command("claim", link[1], "--name", "home", user=user, folder=folder)
            token = self.command("tokens", "create", "bench", "--hub", "home", user=user, folder=folder)
            tokens.append(re.search(r"hth_\S+", token)[0])
        return tokens


def run(rounds, seconds):
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run rights`. A hub (`hearth serve`, its store on disk) on core 0, the load by `peers/home` on core 1.
A call is `OnOffService.Get` of one device, {IN_FLIGHT} at a time on one connection, by the owner of the machine and by a guest
with a grant of a device and a room. Beside it the same sources with the one function of rights taken out, built alike. Watches
are 1,000 of the whole home, by owners, and half of them by guests with {GRANTS} different grants, in turns.
Medians of {rounds} rounds on {os.cpu_count()} cores. {time.strftime("%Y-%m-%d")}; {home_hub.surroundings()}.""")
    for name, part in (("unary calls", calls), ("watches", watches)):
        try:
            part(section, rounds, seconds)
        except (measure.NotMeasured, OSError, subprocess.SubprocessError) as reason:
            section.not_measured(common.HEARTH, name, reason)
    return section


def calls(section, rounds, seconds):
    programs = {common.HEARTH: common.swift_build("hearth"), WITHOUT: without_rights()}
    rates = {}
    with tempfile.TemporaryDirectory(prefix="hearth-bench-") as folder:
        servers, tokens, loads = {}, {}, []
        try:
            for name, program in programs.items():
                path = pathlib.Path(folder) / str(len(servers))
                path.mkdir()
                servers[name] = Hub(path, program)
                load = home_hub.fan(servers[name].port, "hearth", 1, 1)
                load.__enter__()
                loads.append(load)
                tokens[name] = servers[name].guests(1, path)[0]
            # Many short runs in turns, because the machine's speed changes over time.
            for turn in range(12 * rounds):
                for name in list(programs)[:: 1 if turn % 2 == 0 else -1]:
                    for caller, word in (("the owner", []), ("a guest", [tokens[name]])):
                        figures = home_hub.calls(
                            servers[name].port, "reads", "fan0-0", IN_FLIGHT, max(200, int(8_000 * seconds)), *word)
                        rates.setdefault((caller, name), []).append(figures["rate"])
        finally:
            for load in loads:
                load.__exit__(None, None, None)
            for server in servers.values():
                server.stop()
    section.table("a unary call by", "calls/s", WITHOUT, "less by, %")
    for caller in ("the owner", "a guest"):
        own, other = rates[caller, common.HEARTH], rates[caller, WITHOUT]
        # By turn, because a slower machine affects both programs.
        less = 100 * (1 - statistics.median(a / b for a, b in zip(own, other)))
        section.row(caller, report.number(statistics.median(own)), report.number(statistics.median(other)),
                    report.number(less))
        section.bar(f"rights on a unary call of {caller}, % of throughput", "≤ 2", less, 2, at_most=True)


def watches(section, rounds, seconds):
    costs = {"owners": [], "half guests": []}
    for turn in range(rounds):
        for name in list(costs)[:: 1 if turn % 2 == 0 else -1]:
            with home_hub.folder() as path, Hub(path, common.swift_build("hearth")) as hub:
                words = []
                if name != "owners":
                    with home_hub.fan(hub.port, "hearth", 1, 1):
                        tokens = pathlib.Path(path) / "tokens"
                        tokens.write_text("\n".join(hub.guests(GRANTS, path)) + "\n")
                        words = [tokens]
                with home_hub.fan(hub.port, "hearth", *FANOUT, 1, 1, *words) as load:
                    opened = load.ask("open")
                    if opened["lost"]:
                        raise measure.NotMeasured(f"{opened['lost']:.0f} watches were lost")
                    rate = load.ask("go", 4, 100)["sent_rate"]
                    before = hub.cpu()
                    answer = load.ask("go", 4, max(100, int(2 * rate * seconds)))
                    costs[name].append((hub.cpu() - before) / answer["values"] * 1e6)
    section.table("1,000 watches", "CPU µs/delivery", "× owners")
    owners = statistics.median(costs["owners"])
    for name, values in costs.items():
        section.row(name, report.number(statistics.median(values)), report.number(statistics.median(values) / owners))
    section.bar("a report to 1,000 watches, half of them guests' with ten grants, CPU", "≤ 1.3 × owners'",
                statistics.median(costs["half guests"]) / owners, 1.3, at_most=True)
