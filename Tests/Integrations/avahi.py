"""Judges the hub's multicast DNS beside Avahi: two machines, each a network namespace, of which the first has a hub and an
Avahi on the same port, and the second an Avahi. It runs as root in mount and network namespaces of its own."""

import argparse
import contextlib
import os
import pathlib
import re
import signal
import subprocess
import tempfile

from integrated_hub import Hub
from processes import until

#: The names of the two machines, and their addresses for documentation.
HERE, THERE = ("hub-machine", "203.0.113.1"), ("other-machine", "203.0.113.2")
SERVICE = """<?xml version="1.0" standalone='no'?><!DOCTYPE service-group SYSTEM "avahi-service.dtd">
<service-group><name>{name}</name><service><type>{type}</type><port>{port}</port>{texts}</service></service-group>
"""
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path={socket}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_type="method_call"/><allow send_type="signal"/>
<allow send_type="method_return"/><allow send_type="error"/><allow receive_type="method_call"/>
<allow receive_type="signal"/><allow receive_type="method_return"/><allow receive_type="error"/></policy></busconfig>
"""
CONFIGURATION = """[server]
host-name={host}
allow-interfaces={interface}
use-ipv6=no
[publish]
publish-hinfo=no
publish-workstation=no
"""


def run(*command):
    subprocess.run(command, check=True)


class Namespace:
    """A machine: this network namespace, or one that a process keeps open."""

    def __init__(self, process=None):
        self.process = process
        self.prefix = [] if process is None else ["nsenter", "--net", f"--target={process.pid}"]

    def start(self, *command, **options):
        return subprocess.Popen([*self.prefix, *map(str, command)], **options)

    def run(self, *command):
        run(*self.prefix, *command)


def network():
    """Joins this network namespace and a new one by a cable."""
    keeper = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
    until("the other namespace", lambda: os.readlink(f"/proc/{keeper.pid}/ns/net") != os.readlink("/proc/self/ns/net"))
    here, there = Namespace(), Namespace(keeper)
    run("ip", "link", "add", "near0", "type", "veth", "peer", "name", "far0")
    run("ip", "link", "set", "far0", "netns", str(keeper.pid))
    for machine, interface, (_, address) in ((here, "near0", HERE), (there, "far0", THERE)):
        machine.run("ip", "link", "set", "lo", "up")
        machine.run("ip", "address", "add", f"{address}/24", "dev", interface)
        machine.run("ip", "link", "set", interface, "up", "multicast", "on")
        machine.run("ip", "route", "add", "224.0.0.0/4", "dev", interface)
    return here, there


class Avahi:
    """avahi-daemon on a machine, with a D-Bus of its own, by which avahi-browse asks it."""

    def __init__(self, folder, machine, interface, host):
        self.folder = folder / host
        self.services, self.runtime = self.folder / "services", self.folder / "run"
        for each in (self.services, self.runtime):
            each.mkdir(parents=True)
        bus, configuration = self.folder / "bus", self.folder / "avahi.conf"
        (self.folder / "bus.conf").write_text(BUS.format(socket=bus))
        self.machine = machine
        self.bus = machine.start("dbus-daemon", f"--config-file={self.folder / 'bus.conf'}", "--nofork",
                                 stderr=subprocess.DEVNULL)
        until("the bus", bus.exists)
        self.environment = dict(os.environ, DBUS_SYSTEM_BUS_ADDRESS=f"unix:path={bus}")
        configuration.write_text(CONFIGURATION.format(host=host, interface=interface))
        self.command = [
            # Avahi's folders are compiled in, so each daemon sees others below these paths.
            "unshare", "--mount", "sh", "-c",
            'mount --bind "$0" /etc/avahi/services && mkdir -p /run/avahi-daemon && mount --bind "$1" /run/avahi-daemon '
            '&& exec avahi-daemon --no-drop-root --no-chroot --no-rlimits --no-proc-title -f "$2"',
            self.services, self.runtime, configuration]
        self.log, self.process = self.folder / "log", None

    def publish(self, file, name, kind="_esphomelib._tcp", port=6053, **texts):
        """Announces a service from the next start or `reload` on."""
        records = "".join(f"<txt-record>{key}={value}</txt-record>" for key, value in texts.items())
        (self.services / f"{file}.service").write_text(
            SERVICE.format(name=name, type=kind, port=port, texts=records))

    def withdraw(self, file):
        (self.services / f"{file}.service").unlink()
        self.process.send_signal(signal.SIGHUP)

    def start(self):
        """Starts Avahi, and waits until it has its service's name."""
        before = self.said("successfully established")
        with self.log.open("a") as log:
            self.process = self.machine.start(*self.command, stdout=log, stderr=log, env=self.environment)
        until("Avahi's service", lambda: self.said("successfully established") > before)

    def said(self, words):
        return self.log.read_text().count(words) if self.log.exists() else 0

    def resolved(self, kind):
        """The services of a type as Avahi resolves them: name, address, port."""
        done = subprocess.run(
            ["avahi-browse", "--resolve", "--parsable", "--terminate", "--no-db-lookup", kind], env=self.environment,
            capture_output=True, text=True, timeout=60, check=True)
        lines = [line.split(";") for line in done.stdout.splitlines() if line.startswith("=")]
        return {(re.sub(r"\\(\d{3})", lambda code: chr(int(code[1])), line[3]), line[7], int(line[8])) for line in lines}

    def address(self, host):
        """The address of a host as Avahi resolves it."""
        done = subprocess.run(
            ["avahi-resolve", "-4", "--name", host], env=self.environment, capture_output=True, text=True, timeout=60,
            check=True)
        return done.stdout.split()[-1:]

    def stop(self):
        self.process.terminate()
        self.process.wait(20)

    def close(self):
        for process in (self.process, self.bus):
            if process is not None and process.poll() is None:
                process.terminate()
                process.wait(20)


class Judge:
    def __init__(self, program, folder, ends):
        here, there = network()
        ends.callback(there.process.wait)
        ends.callback(there.process.kill)
        self.near, self.far = Avahi(folder, here, "near0", HERE[0]), Avahi(folder, there, "far0", THERE[0])
        self.near.publish("plug", "Near Plug", mac="aabbccddee01")
        self.far.publish("plug", "Far Plug", mac="aabbccddee02")
        for avahi in (self.near, self.far):
            ends.callback(avahi.close)
            avahi.start()
        self.hub = Hub(program, listen="0.0.0.0:0")
        ends.callback(self.hub.stop)
        self.name = self.hub.find('Announced on the local network as "(.*)"')

    def inbox(self):
        """The addresses of what the hub has found, by name."""
        return {each["name"]: each["address"] for each in self.hub.run("add")[0]}

    def finds(self, **wanted):
        wanted = {name.replace("_", " "): address for name, address in wanted.items()}
        until(f"the inbox with {wanted}", lambda: self.inbox() == wanted)

    def hubs_are(self, *names):
        """The other machine resolves these names to the hub, and no other service of the type."""
        wanted = {(name, HERE[1], self.hub.port) for name in names}
        until(f"the other machine sees {wanted}", lambda: self.far.resolved("_hearth._tcp") == wanted)

    def both_share_the_port(self):
        """A hub beside a running Avahi finds what both machines announce, and the other machine finds the hub."""
        self.finds(Near_Plug=HERE[1], Far_Plug=THERE[1])
        self.hubs_are(self.name)
        wanted = {("Near Plug", HERE[1], 6053), ("Far Plug", THERE[1], 6053)}
        assert self.far.address("hearth.local") == [HERE[1]]
        until("the other machine sees both plugs", lambda: self.far.resolved("_esphomelib._tcp") == wanted)

    def services_come_and_go(self):
        """A service that its machine withdraws leaves the inbox at once."""
        self.far.withdraw("plug")
        self.finds(Near_Plug=HERE[1])

    def avahi_restarts(self):
        """Without Avahi on its machine the hub is still found; a new Avahi's service is found again."""
        self.near.stop()
        self.finds()
        self.hubs_are(self.name)
        self.near.start()
        self.finds(Near_Plug=HERE[1])
        self.hubs_are(self.name)

    def hub_says_goodbye(self):
        """A hub that ends is no longer listed."""
        self.hub.stop()
        until("no hub is listed", lambda: not self.far.resolved("_hearth._tcp"))

    def names_do_not_collide(self):
        """A hub whose name another machine has already takes the next name, and leaves the other's alone."""
        self.far.stop()
        self.far.publish("hub", self.name, "_hearth._tcp", 1)
        self.far.start()
        self.hub.start()
        wanted = {(self.name, THERE[1], 1), (f"{self.name} (2)", HERE[1], self.hub.port)}
        until("both hubs are listed", lambda: self.far.resolved("_hearth._tcp") == wanted)

    def avahi_keeps_its_names(self):
        """Neither Avahi saw a conflict."""
        for avahi in (self.near, self.far):
            assert not avahi.said("conflict"), avahi.log.read_text()

    STEPS = (
        both_share_the_port, services_come_and_go, avahi_restarts, hub_says_goodbye, names_do_not_collide,
        avahi_keeps_its_names)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hub", required=True, help="the program hearth")
    options = parser.parse_args()
    with contextlib.ExitStack() as ends:
        judge = Judge(options.hub, pathlib.Path(ends.enter_context(tempfile.TemporaryDirectory())), ends)
        try:
            for step in Judge.STEPS:
                step(judge)
                print(f"passed: {step.__doc__}", flush=True)
        except BaseException:
            print("The last lines of the hub:", *judge.hub.lines[-20:], sep="\n    ")
            for avahi in (judge.near, judge.far):
                print(avahi.log.read_text())
            raise


if __name__ == "__main__":
    main()
