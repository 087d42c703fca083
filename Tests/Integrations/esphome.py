"""Judges the hub's ESPHome by ESPHome's own firmware, and by the client that the project publishes."""

import argparse
import json
import pathlib
import sys
import tempfile
import time
import traceback

import esphome_meaning
import esphome_writes
from esphome_client import Witness
from esphome_firmware import Node, build
from integrated_hub import Hub, Refused, Watch
from noise_front import Front, new_key
from password_front import PasswordFront
from processes import free_port, until


class World:
    """A node, a hub that has it, and ESPHome's client beside it."""

    def __init__(self, hub_program, firmware, number=1):
        self.node = Node(firmware, number).wait()
        self.hub = Hub(hub_program)
        self.added = self.hub.add_esphome(self.node.port)
        self.witness = Witness(self.node.port)
        self.ids = [device["id"] for device in self.hub.devices() if self.node.id in device["id"]]
        self.id = min(self.ids, key=len)

    def devices(self):
        """The hub's devices by number of the sub-device; 0 is the node itself."""
        by_name = {device.shown["name"]: device for device in map(self.hub.device, self.ids)}
        devices = {each.device_id: by_name[each.name] for each in self.witness.info.devices}
        return devices | {0: self.hub.device(self.id)}

    def main(self):
        return self.hub.device(self.id)

    def differences(self):
        return esphome_meaning.differences(self.witness, self.devices())

    def agree(self, what, seconds=10):
        """Waits until the hub shows what ESPHome's client has."""
        end = time.monotonic() + seconds
        while found := self.differences():
            if time.monotonic() > end:
                raise AssertionError(f"{what}:\n  " + "\n  ".join(found))
            time.sleep(0.3)

    def renew_witness(self):
        self.witness.close()
        self.witness = Witness(self.node.port)

    def close(self):
        self.witness.close()
        self.hub.stop()
        self.node.kill()


def is_connected(world, wanted):
    return lambda: all(world.hub.device(each).connectivity == wanted for each in world.ids)


# The cases.

def all_entities_are_shown(world):
    assert len(world.ids) == 3, f"the node with two sub-devices became {world.ids}"
    rooms = {device["name"]: device["room"] for device in world.hub.devices()}
    assert rooms["Shed"] == "Garden", rooms
    world.agree("the hub shows something else than ESPHome's client")


def all_writes_arrive(world):
    problems = []
    for write in esphome_writes.WRITES:
        try:
            write.run(world)
        except (AssertionError, Refused) as reason:
            problems.append(f"{write}: {reason}")
    assert not problems, "\n  ".join(["", *problems])
    world.agree("after all writes")


def changes_at_the_device_arrive(world):
    watch = Watch(world.hub)
    try:
        time.sleep(1)
        for value in (1.5, -0.25, 1e9, float("nan"), 7.0):
            world.witness.act("measure", value=value)
            until(f"{value} at ESPHome's client", lambda: same(world.witness.state("Bench").state, value))
            world.agree(f"after {value}")
        for on in (True, False, True):
            world.witness.act("wet", is_wet=on)
            until("the leak", lambda: world.main().attributes("Leak", "BooleanState")["stateValue"] == on)
    finally:
        watch.stop()


def same(one, other):
    return one == other or one != one and other != other


def events_are_reported_once_each(world):
    watch = Watch(world.hub)
    try:
        time.sleep(1)
        for word in ("single", "single", "double", "long"):
            world.witness.act("fire", type=word)
            time.sleep(0.4)
        world.witness.act("fire", type="long_ring")
        watch.until(lambda line: "Fired" in str(line) and "long_ring" in str(line))
        events = [line for line in watch.lines if "MultiPressComplete" in str(line) or "LongPress" in str(line)]
        assert len(events) == 4, f"4 presses became {events}"
    finally:
        watch.stop()


def actions_run(world):
    """The firmware's own actions: their arguments of all types, answers, and what is wrong with a call."""
    def act(name, **arguments):
        answer = world.hub.send(
            world.id, number, "DeviceActions.runAction", name=name, arguments=json.dumps(arguments))
        return answer["response"].get("answer") or None

    world.hub.run("integrations", "entities", world.id, "--show", "actions")
    number = world.main().number("Actions")
    listed = world.main().attributes("Actions", "DeviceActions")["actionList"]
    names = [action["name"] for action in listed]
    assert names == list(world.witness.actions), names
    act("arguments", flag=True, count=-7, ratio=2.5, word="wört", flags=[True], counts=[1, 2], ratios=[], words=["a"])
    until("all arguments at the device", lambda: world.witness.state("Note").state == "1 -7 2.50 wört 1 2 0 1")
    try:
        act("measured")
        raise AssertionError("an action that failed on the device succeeded")
    except Refused as reason:
        assert "nothing was measured yet" in str(reason), reason
    act("measure", value=4.25)
    until("the measure", lambda: world.witness.state("Bench").state == 4.25)
    assert act("measured") is None
    for name, arguments, word in (
            ("measures", {}, "no action"), ("measure", {}, "is missing"), ("measure", {"value": "2"}, "a number")):
        try:
            act(name, **arguments)
            raise AssertionError(f"{name} {arguments} was accepted")
        except Refused as reason:
            assert word in str(reason), reason


def a_power_cut_keeps_values(world):
    world.hub.set(world.id, world.main().number("Limit"), "NumberSetting.value", 33.5)
    before = world.main().attributes("Meter power", "ElectricalPowerMeasurement")
    world.node.kill()
    until("the node is offline", is_connected(world, "offline"), 30)
    after = world.main().attributes("Meter power", "ElectricalPowerMeasurement")
    assert after == before, f"the values of an unreachable node changed to {after}"
    try:
        world.hub.send(world.id, world.main().number("Outlet"), "on")
        raise AssertionError("a command to an unreachable node was accepted")
    except Refused as reason:
        assert "not connected" in str(reason) or "offline" in str(reason), reason
    watch = Watch(world.hub)
    try:
        time.sleep(1)
        world.node.start()
        until("the node is back", is_connected(world, "online"), 90)
        world.node.wait()
        world.renew_witness()
        world.agree("after the node's restart")
        fired = [line for line in watch.lines if "MultiPress" in str(line) or "Fired" in str(line)]
        assert not fired, f"the replay after the restart fired {fired}"
    finally:
        watch.stop()


def a_hub_restart_keeps_all(world):
    shown = {each: world.hub.device(each).shown for each in world.ids}
    world.hub.stop()
    world.hub.start()
    until("the node is back", is_connected(world, "online"), 60)
    world.agree("after the hub's restart")
    ids = sorted(device["id"] for device in world.hub.devices())
    assert ids == sorted(world.ids), f"{world.ids} became {ids}"
    for each, before in shown.items():
        names = [endpoint["id"] for endpoint in before["endpoints"]]
        assert [endpoint["id"] for endpoint in world.hub.device(each).shown["endpoints"]] == names


def the_same_node_is_added_once(world):
    try:
        world.hub.add_esphome(world.node.port)
        raise AssertionError("the same node was added twice")
    except Refused as reason:
        assert "added before" in str(reason), reason


def a_closed_port_is_named(world):
    try:
        world.hub.add_esphome(free_port())
        raise AssertionError("a closed port was added")
    except Refused as reason:
        assert "can't be reached" in str(reason), reason


def encryption_works_and_mistakes_are_told_apart(world):
    key, other = new_key(), new_key()
    front = Front(world.node.port, key, mac=world.node.id)
    # ESPHome's own client first: then the front may judge.
    honest = Witness(front.port, key)
    assert len(honest.entities) == len(world.witness.entities)
    honest.close()
    hub = Hub(world.hub.program)
    with tempfile.TemporaryDirectory() as folder:
        right, wrong = pathlib.Path(folder) / "right.key", pathlib.Path(folder) / "wrong.key"
        right.write_text(key + "\n")
        wrong.write_text(other + "\n")
        try:
            texts = {}
            for name, port, more in (
                    ("wrong key", front.port, ("--key-file", wrong)), ("no key", front.port, ()),
                    ("key for a plain device", world.node.port, ("--key-file", right))):
                try:
                    hub.add_esphome(port, *more)
                    raise AssertionError(f"{name}: it was added")
                except Refused as reason:
                    texts[name] = str(reason)
            assert len(set(texts.values())) == 3, texts
            for name, word in (("wrong key", "key"), ("no key", "key"), ("key for a plain device", "encrypt")):
                assert word in texts[name].lower(), texts
            assert "another key" in texts["wrong key"] and "no key is set" in texts["no key"], texts
            # It was in a file already.
            assert "--key-file" in texts["no key"] and "--key-file" not in texts["key for a plain device"], texts
            print("".join(f"      {name}: {text}\n" for name, text in texts.items()), end="")
            hub.add_esphome(front.port, "--key-file", right)
            main = min((d["id"] for d in hub.devices() if world.node.id in d["id"]), key=len)
            number = hub.device(main).number("Outlet")
            for word, wanted in (("on", True), ("off", False)):
                hub.send(main, number, word)
                until(f"outlet {word}", lambda: world.witness.state("Outlet").state == wanted)
            hub.stop()
            hub.start()
            until("the encrypted node is back", lambda: hub.device(main).connectivity == "online", 60)
            assert key not in "".join(hub.lines) and key not in str(hub.integrations())
        finally:
            hub.stop()
            front.close()


def passwords_of_older_firmware_work(world):
    front = PasswordFront(world.node.port, "hunter22")
    hub = Hub(world.hub.program)
    with tempfile.TemporaryDirectory() as folder:
        right, wrong = pathlib.Path(folder) / "right", pathlib.Path(folder) / "wrong"
        right.write_text("hunter22\n")
        wrong.write_text("hunter2\n")
        try:
            for more, word in (((), "wants a password"), (("--password-file", wrong), "refuses the password")):
                try:
                    hub.add_esphome(front.port, *more)
                    raise AssertionError(f"it was added without the password: {more}")
                except Refused as reason:
                    assert word in str(reason) and "hunter2" not in str(reason), reason
            hub.add_esphome(front.port, "--password-file", right)
            main = min((d["id"] for d in hub.devices() if world.node.id in d["id"]), key=len)
            hub.send(main, hub.device(main).number("Outlet"), "on")
            until("the outlet", lambda: world.witness.state("Outlet").state)
            hub.stop()
            hub.start()
            until("the node with a password is back", lambda: hub.device(main).connectivity == "online", 60)
            assert "hunter2" not in "".join(hub.lines) and "hunter2" not in str(hub.integrations())
        finally:
            hub.stop()
            front.close()


CASES = [
    all_entities_are_shown, all_writes_arrive, actions_run, changes_at_the_device_arrive, events_are_reported_once_each,
    the_same_node_is_added_once, a_closed_port_is_named, a_power_cut_keeps_values, a_hub_restart_keeps_all,
    encryption_works_and_mistakes_are_told_apart, passwords_of_older_firmware_work,
]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hub", required=True, help="the program `hearth`")
    parser.add_argument("--build", required=True, help="a folder that keeps the firmware")
    parser.add_argument("names", nargs="*", help="these cases; default: all")
    options = parser.parse_args()
    if unknown := set(options.names) - {case.__name__ for case in CASES}:
        raise SystemExit(f"there is no case {', '.join(sorted(unknown))}")
    world = World(options.hub, build(options.build))
    failed = 0
    chosen = [case for case in CASES if not options.names or case.__name__ in options.names]
    try:
        for case in chosen:
            began = time.monotonic()
            try:
                case(world)
                problem = ""
            except Exception as reason:
                failed += 1
                problem = f": {reason}" if isinstance(reason, (AssertionError, Refused)) else ": " + traceback.format_exc()
            print(f"{'no' if problem else 'ok'}  {case.__name__}, {time.monotonic() - began:.0f} s{problem}", flush=True)
    finally:
        world.close()
    print(f"ESPHome: {len(chosen) - failed} of {len(chosen)} cases passed with {len(world.witness.entities)} entities.")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
