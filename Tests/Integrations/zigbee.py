"""Judges the hub's Zigbee2MQTT by recorded documents of real homes: several bridges play them at a real broker, with what
happens to devices in the course of a year."""

import argparse
import json
import pathlib
import subprocess
import tempfile
import time

from integrated_hub import Hub, Refused, Watch
from peers import Broker
from processes import until
from zigbee_bridge import Bridge

#: A recorded property, the traits of which one shows it, and the attribute's value for the property's.
VALUES = [
    ("temperature", ["TemperatureMeasurement"], "measuredValue", lambda value: round(value * 100)),
    ("humidity", ["RelativeHumidityMeasurement"], "measuredValue", lambda value: round(value * 100)),
    ("battery", ["PowerSource"], "batPercentRemaining", lambda value: round(value * 2)),
    ("contact", ["BooleanState"], "stateValue", lambda value: value),
    ("state", ["OnOff"], "onOff", lambda value: value == "ON"),
    ("local_temperature", ["Thermostat"], "localTemperature", lambda value: round(value * 100)),
]
#: The most bytes of a list of devices that a large network has.
LARGE = 4 << 20


def recorded(folder):
    """The recorded devices and states of each home, by the home's name."""
    homes = {}
    for path in sorted(folder.glob("devices-*.json")):
        name = path.stem.removeprefix("devices-")
        listed = [device for device in json.loads(path.read_text()) if "ieee_address" in device]
        devices = [device for device in listed if device.get("type") != "Coordinator" and device.get("definition")]
        names = {device["friendly_name"] for device in devices}
        states = {device["friendly_name"]: device.pop("_state") for device in devices if "_state" in device}
        kept = folder / f"states-{name}.json"
        for message in json.loads(kept.read_text()) if kept.exists() else []:
            topic = message["topic"].partition("/")[2] if message["topic"].startswith("zigbee2mqtt/") else message["topic"]
            if topic in names and isinstance(message["payload"], dict):
                states.setdefault(topic, {}).update(message["payload"])
        homes[name] = (devices, states)
    return homes


def exposes(device):
    """The properties of a device with their exposes, features included."""
    found = {}

    def gather(parts):
        for part in parts:
            gather(part.get("features", []))
            if part.get("property"):
                found.setdefault(part["property"], part)
    gather(device["definition"]["exposes"])
    return found


def is_opening(device):
    """Whether the state is that of a valve or a cover, which no `OnOff` shows."""
    words = device["definition"].get("description", "").lower()
    return "valve" in words or exposes(device)["state"].get("value_on") != "ON"


class Judge:
    """The steps of the test; each builds on those before it."""

    def __init__(self, options, folder):
        self.broker = Broker(folder)
        self.broker.start()
        self.homes = {
            name: Bridge(self.broker, f"zigbee-{name}", devices, states, seed=options.seed + index)
            for index, (name, (devices, states)) in enumerate(recorded(options.data).items())}
        self.hub = Hub(options.hub)

    def close(self):
        self.hub.stop()
        for bridge in self.homes.values():
            bridge.kill()
        self.broker.stop()

    # What the hub shows

    def listed(self):
        """The hub's devices by home and address. The same device may be in two recorded homes."""
        names = {each["id"]: each["name"] for each in self.hub.integrations()}
        found = {}
        for device in self.hub.devices():
            integration, _, address = device["id"].rpartition("-")
            found[names[integration], address] = device
        return found

    def key(self, device):
        return next(
            (name, device["ieee_address"]) for name, bridge in self.homes.items()
            if any(device is each for each in bridge.devices))

    def id(self, device):
        return self.listed()[self.key(device)]["id"]

    def device(self, device):
        return self.hub.device(self.id(device))

    def shown(self, device, trait, attribute):
        """The values of an attribute on all endpoints of a device."""
        values = self.device(device).values()
        return [traits.get(attribute) for (_, name), traits in values.items() if name == trait]

    def shows(self, device, trait, attribute, value):
        until(
            f"{attribute} of {device['friendly_name']!r} is {value}, not {self.shown(device, trait, attribute)}",
            lambda: value in self.shown(device, trait, attribute))

    def find(self, trait, home="matterbridge", needs=lambda device: True):
        """A device of a home with one endpoint that has a trait, and the endpoint's number."""
        for device in self.homes[home].devices:
            if self.key(device) not in self.listed() or not needs(device):
                continue
            numbers = [number for (number, name) in self.device(device).values() if name == trait]
            if len(numbers) == 1:
                return device, numbers[0]
        raise AssertionError(f"no device of {home} has one {trait}")

    def add(self, name):
        base = self.homes[name].base
        self.hub.run(
            "integrations", "add", "zigbee2mqtt", "127.0.0.1", "--name", name, "--set", f"port={self.broker.port}",
            "--set", f"base-topic={base}")

    # Steps

    def found(self):
        """What `hearth add` would list, by name."""
        return {each["name"]: each["id"] for each in self.hub.run("integrations", "found")[0] if each["state"] == "ready"}

    def ignored(self):
        return {each["name"]: each["id"] for each in self.hub.run("integrations", "ignored")[0]}

    def an_ignored_bridge_stays_ignored(self):
        """Of the bridges at a broker a person ignores one, also over a crash of the hub. Adding it ends that."""
        for bridge in self.homes.values():
            bridge.start()
        self.hub.run("integrations", "add", "mqtt", "127.0.0.1", "--name", "Broker", "--set", f"port={self.broker.port}")
        until("all bridges are found", lambda: len(self.found()) == len(self.homes))
        every, names = self.found(), iter(self.found())
        shown, hidden = next(names), next(names)
        for name in (shown, hidden):
            self.hub.run("integrations", "ignore", name)
        self.hub.run("integrations", "unignore", shown)
        assert self.ignored() == {hidden: every[hidden]}, self.ignored()
        self.hub.kill()
        self.hub.start()
        wanted = {name: key for name, key in every.items() if name != hidden}
        until("the others are found again", lambda: self.found() == wanted)
        try:
            self.hub.run("add", hidden)
            raise AssertionError(f"{hidden} was added by its name, although it is ignored")
        except Refused as refusal:
            assert f"{hidden!r} is ignored".replace("'", '"') in str(refusal), refusal
        base = every[hidden].rpartition("/")[2]
        name = next(name for name, bridge in self.homes.items() if bridge.base == base)
        self.add(name)
        assert self.ignored() == {}, self.ignored()
        for each in (name, "Broker"):
            self.hub.run("integrations", "remove", each, "--yes")

    def every_recorded_device_appears(self):
        """The devices of all recorded homes, each at a bridge of its own, are devices of the hub."""
        for name in self.homes:
            self.add(name)
        wanted = {
            (name, device["ieee_address"]) for name, bridge in self.homes.items() for device in bridge.devices}
        until(f"{len(wanted)} devices are there", lambda: wanted <= self.listed().keys(), 60)
        assert self.listed().keys() == wanted, f"more than the devices that are listed: {self.listed().keys() - wanted}"

    def recorded_values_are_shown(self):
        """What the recorded states say of warmth, humidity, batteries, contacts and lamps is what the hub shows."""
        wanted = []
        for name, bridge in self.homes.items():
            # Devices that sleep can't be asked when the hub connects.
            for each in bridge.states:
                bridge.publish_state(each)
            for device in bridge.devices:
                state, parts = bridge.states.get(device["friendly_name"], {}), exposes(device)
                wanted += [
                    (name, device, key, traits, attribute, convert(state[key])) for key, traits, attribute, convert in VALUES
                    if state.get(key) is not None and key in parts and not (key == "state" and is_opening(device))]

        def differences():
            found = []
            for name, device, key, traits, attribute, value in wanted:
                shown = [value for trait in traits for value in self.shown(device, trait, attribute)]
                if value not in shown:
                    found.append(f"{key} of {device['friendly_name']!r} in {name} is {value}, not {shown}")
            return found
        try:
            until("all values are shown", lambda: not differences())
        except AssertionError as error:
            raise AssertionError("\n".join(differences())) from error
        assert len(wanted) >= 40, f"only {len(wanted)} recorded values could be compared"
        print(f"  {len(wanted)} values", flush=True)

    def commands_are_carried_out_and_confirmed(self):
        """Each recorded lamp and switch is switched, and the hub shows what its bridge reports."""
        count = 0
        for bridge in self.homes.values():
            for device in bridge.devices:
                part = exposes(device).get("state")
                listed = self.listed().get(self.key(device))
                if not listed or not part or not part["access"] & 2 or is_opening(device):
                    continue
                numbers = [number for (number, name) in self.device(device).values() if name == "OnOff"]
                before = len(bridge.told)
                for command, word in (("OnOff.on", "ON"), ("OnOff.off", "OFF")):
                    self.hub.send(listed["id"], numbers[0], command)
                    self.shows(device, "OnOff", "onOff", word == "ON")
                told = bridge.told[before:]
                wanted = [(device["friendly_name"], {"state": word}) for word in ("ON", "OFF")]
                assert told == wanted, f"{told} instead of {wanted}"
                count += 1
        assert count >= 5, f"only {count} devices could be switched"
        print(f"  {count} devices", flush=True)

    def settings_are_attributes(self):
        """Settings are attributes once they are reported, without being shown first. They are set by them, and confirmed by
        what the bridge reports.
        """
        rows = [
            ("power_on_behavior", "OnOff", "startUpOnOff", {"on": ("on", "on"), "null": (None, "previous")}),
            ("child_lock", "ThermostatUserInterfaceConfiguration", "keypadLockout",
             {"lockout1": ("lockout1", "LOCK"), "noLockout": ("noLockout", "UNLOCK")}),
            ("max_heat_setpoint_limit", "Thermostat", "maxHeatSetpointLimit", {"2300": (2300, 23)}),
        ]
        for name, trait, attribute, values in rows:
            (last, reported), count = list(values.values())[-1], 0
            listed = self.listed()
            having = [
                (bridge, device) for bridge in self.homes.values() for device in bridge.devices
                if name in exposes(device) and self.key(device) in listed]
            for bridge, device in having:
                friendly = device["friendly_name"]
                bridge.publish_state(friendly, bridge.states.get(friendly, {}) | {name: reported})
            until(f"{name} is an attribute", lambda: any(
                has.get(attribute, 0) == last for _, device in having for has in self.device(device).values().values()))
            for bridge, device in having:
                of = self.device(device).values()
                numbers = [number for (number, each), has in of.items() if each == trait and attribute in has]
                if len(numbers) != 1:
                    continue
                for written, (shown, word) in values.items():
                    self.hub.set(self.id(device), numbers[0], f"{trait}.{attribute}", written)
                    self.shows(device, trait, attribute, shown)
                    assert bridge.told[-1] == (device["friendly_name"], {name: word}), bridge.told[-1]
                count += 1
            print(f"  {count} devices with {name}", flush=True)
            assert count, f"no device has {name} as {trait}.{attribute}"

    def unreachable_devices_refuse(self):
        """A command to a device that is out of reach fails, and the hub says what zigbee2mqtt says."""
        bridge = self.homes["matterbridge"]
        device, number = self.find("OnOff")
        name, id = device["friendly_name"], self.id(device)
        bridge.unreachable[name] = 0.2
        try:
            self.hub.send(id, number, "OnOff.toggle")
            raise AssertionError("a command that failed was confirmed")
        except Refused as refused:
            assert "Timeout" in str(refused), refused
        del bridge.unreachable[name]
        self.hub.send(id, number, "OnOff.toggle")

    def presses_are_events_each_time(self):
        """Two equal actions are two events; an empty one and a restart with old ones are none."""
        bridge = self.homes["barbaris"]
        device = next(
            device for device in bridge.devices
            if self.key(device) in self.listed() and "single" in (exposes(device).get("action") or {}).get("values", []))
        name = device["friendly_name"]
        watch = Watch(self.hub)
        mark = self.homes["matterbridge"]
        lamp, number = self.find("OnOff")

        def pressed():
            return [line for line in watch.lines if line.get("event") == "ShortRelease"]
        try:
            # A state of another device shows that the watch has begun, and later that all before it has arrived.
            def all_has_arrived(value):
                mark.publish_state(lamp["friendly_name"], {"state": "ON" if value else "OFF"})
                self.shows(lamp, "OnOff", "onOff", value)
            all_has_arrived(True)
            for action in ("single", "", "single", None, ""):
                bridge.publish_state(name, bridge.states.get(name, {}) | {"action": action})
            until("both are pressed", lambda: len(pressed()) >= 2)
            bridge.states.setdefault(name, {})["action"] = "single"
            bridge.kill()
            until("the device is offline", lambda: self.device(device).connectivity == "offline")
            bridge.start()
            until("the device is online", lambda: self.device(device).connectivity == "online", 60)
            all_has_arrived(False)
            assert len(pressed()) == 2, f"2 presses became {pressed()}"
        finally:
            watch.stop()

    def availability_is_followed(self):
        """A device is offline as soon as its bridge says so, in either form, and its values stay."""
        bridge = self.homes["matterbridge"]
        device, _ = self.find("TemperatureMeasurement")
        name, before = device["friendly_name"], self.shown(device, "TemperatureMeasurement", "measuredValue")
        for payload, wanted in (("offline", "offline"), ({"state": "online"}, "online"), ({"state": "offline"}, "offline"), ("online", "online")):
            bridge.publish(f"{name}/availability", payload, retain=True)
            until(f"{name!r} is {wanted}", lambda: self.device(device).connectivity == wanted)
            assert self.shown(device, "TemperatureMeasurement", "measuredValue") == before

    def odd_states_do_no_harm(self):
        """Nulls, wrong types, unknown keys, a part of a state and broken JSON change nothing that they don't say."""
        bridge = self.homes["matterbridge"]
        device, _ = self.find("TemperatureMeasurement", needs=lambda device: "humidity" in exposes(device))
        name = device["friendly_name"]
        bridge.publish_state(name, {"temperature": 19.5, "humidity": 40})
        self.shows(device, "TemperatureMeasurement", "measuredValue", 1950)
        self.shows(device, "RelativeHumidityMeasurement", "measuredValue", 4000)
        for payload in (
                {"temperature": "warm"}, {"humidity": 41}, {"unheard": {"of": [1, 2]}}, "{\"temperature\": 1", "[]", "null", "",
                {"temperature": 1e300}, {"device": {"friendlyName": "x"}, "last_seen": 7}):
            bridge.publish(name, payload)
        bridge.publish_state(name, {"humidity": 42})
        self.shows(device, "RelativeHumidityMeasurement", "measuredValue", 4200)
        shown = self.shown(device, "TemperatureMeasurement", "measuredValue")
        assert shown in ([1950], [None]), f"nonsense became {shown}"
        bridge.publish_state(name, {"temperature": 20})
        self.shows(device, "TemperatureMeasurement", "measuredValue", 2000)

    def renamed_devices_stay(self):
        """A device with a new name, also one with a slash, is the same device, and obeys by its new topic."""
        bridge = self.homes["matterbridge"]
        device, number = self.find("OnOff")
        id, old = self.id(device), device["friendly_name"]
        for old, new in ((old, "cellar/old lamp"), ("cellar/old lamp", "Lämpchen")):
            bridge.rename(old, new)
            count = len(bridge.told)

            def obeys():
                self.hub.send(id, number, "OnOff.toggle")
                return [name for name, _ in bridge.told[count:]][-1:] == [new]
            until(f"it obeys as {new!r}", obeys)
        assert self.device(device).connectivity == "online"

    def changed_exposes_are_followed(self):
        """A device that gets another function keeps its number of the first one."""
        bridge = self.homes["matterbridge"]
        device, number = self.find("TemperatureMeasurement", needs=lambda device: "pressure" not in exposes(device))
        device["definition"]["exposes"].append({
            "type": "numeric", "name": "pressure", "label": "Pressure", "property": "pressure", "access": 1, "unit": "hPa"})
        bridge.publish_list()
        until("it measures pressure", lambda: self.shown(device, "PressureMeasurement", "measuredValue"))
        bridge.publish_state(device["friendly_name"], {"pressure": 1013})
        self.shows(device, "PressureMeasurement", "measuredValue", 1013)
        assert (number, "TemperatureMeasurement") in self.device(device).values()

    def devices_join(self):
        """A network that a person opens shows each step of what joins, and closes again."""
        bridge = self.homes["matterbridge"]
        template, _ = self.find("OnOff")
        new = json.loads(json.dumps(template)) | {"ieee_address": "0x00158d00deadbeef", "friendly_name": "0x00158d00deadbeef"}
        joining = subprocess.Popen(
            [self.hub.program, "add", "--join", "matterbridge", "--seconds", "60", "--hub", self.hub.address, "--json"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            until("the network is open", lambda: ("permit_join", 60) in [(path, data.get("time")) for path, data in bridge.requests])
            bridge.join(new)
            lines = []
            while not lines or not any(device["device"] for device in lines[-1]["devices"]):
                lines.append(json.loads(joining.stdout.readline()))
        finally:
            joining.send_signal(2)
            joining.wait(30)
        until("the network is closed", lambda: ("permit_join", 0) in [(path, data.get("time")) for path, data in bridge.requests])
        until("the new device is there", lambda: ("matterbridge", new["ieee_address"]) in self.listed())

    def removed_devices_go(self):
        """A device that a list no longer has goes, and no other."""
        bridge, before, gone = self.homes["matterbridge"], self.listed().keys(), "0x00158d00deadbeef"
        bridge.remove(gone)
        until("it goes", lambda: ("matterbridge", gone) not in self.listed())
        assert self.listed().keys() == before - {("matterbridge", gone)}

    def a_large_list_is_taken(self):
        """A list of 4 MB is read like any other."""
        bridge = self.homes["windfront"]
        device = bridge.devices[0]
        words = "x" * ((LARGE - len(json.dumps(bridge.devices))) // len(bridge.devices) - 100)
        for each in bridge.devices:
            each["definition"]["options"] = [{"type": "text", "name": "note", "property": "note", "access": 2, "description": words}]
        new = json.loads(json.dumps(device)) | {"ieee_address": "0x00158d00cafecafe", "friendly_name": "last of many"}
        bridge.devices.append(new)
        bridge.publish_list()
        until("the last of the list is there", lambda: ("windfront", new["ieee_address"]) in self.listed())

    def a_bridge_without_json_says_so(self):
        """Of a bridge that publishes each attribute by itself, the hub says which setting it needs; with it, all is back."""
        bridge = self.homes["matterbridge"]
        device, _ = self.find("TemperatureMeasurement")
        for output in ("attribute", "json"):
            bridge.stop()
            until("the device is offline", lambda: self.device(device).connectivity == "offline")
            bridge.output = output
            bridge.start()
            until("the device is online", lambda: self.device(device).connectivity == "online", 60)
        self.hub.find("(advanced.output)")
        bridge.publish_state(device["friendly_name"], {"temperature": -3.5})
        self.shows(device, "TemperatureMeasurement", "measuredValue", -350)

    def a_restart_of_the_hub_keeps_all(self):
        """Devices, endpoints and values are the same after the hub's restart."""
        before = {key: self.hub.device(device["id"]).values() for key, device in self.listed().items()}
        self.hub.stop()
        self.hub.start()
        disabled = {self.key(device) for bridge in self.homes.values() for device in bridge.devices if device.get("disabled")}
        until("all devices are online", lambda: disabled == {
            key for key, device in self.listed().items() if device["connectivity"] != "online"}, 60)
        after = {key: self.hub.device(device["id"]).values() for key, device in self.listed().items()}
        differing = [key for key in before.keys() | after.keys() if before.get(key) != after.get(key)]
        assert not differing, [(before.get(key), after.get(key)) for key in differing[:2]]

    STEPS = [
        an_ignored_bridge_stays_ignored, every_recorded_device_appears, recorded_values_are_shown,
        commands_are_carried_out_and_confirmed, settings_are_attributes, unreachable_devices_refuse,
        presses_are_events_each_time, availability_is_followed, odd_states_do_no_harm, renamed_devices_stay,
        changed_exposes_are_followed, devices_join, removed_devices_go, a_large_list_is_taken,
        a_bridge_without_json_says_so, a_restart_of_the_hub_keeps_all,
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hub", required=True, help="the program hearth")
    parser.add_argument("--data", required=True, type=pathlib.Path, help="the folder with the recorded documents")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of the bridges' delays")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(options, pathlib.Path(folder))
        try:
            for step in Judge.STEPS:
                step(judge)
                print(f"passed: {step.__doc__}", flush=True)
        except BaseException:
            print("The last lines of the hub:", *judge.hub.lines[-20:], sep="\n    ")
            raise
        finally:
            judge.close()


if __name__ == "__main__":
    main()
