"""Judges the hub's MQTT discovery by programs of other projects that announce devices, through a real broker: rtl_433 with
its discovery script, linux2mqtt, and ha-mqtt-discoverable."""

import argparse
import json
import math
import pathlib
import tempfile
import time

from integrated_hub import Hub, Refused, Watch
from peers import Broker
import processes
from publishers import LinuxPC, Rig, Rtl433, Rtl433Discovery
from radio import Receiver, Transmitter

NEXUS = Transmitter(zero=1_000, one=2_000, end=4_000)
PROLOGUE = Transmitter(zero=2_000, one=4_000, end=9_000)


def until(what, check, seconds=60):
    return processes.until(what, check, seconds)


def nexus(celsius, humidity, has_battery=True):
    """What a Nexus thermometer sends: its number 144, battery, channel 1, tenths of a degree, relative humidity."""
    tenths = round(celsius * 10) & 0xFFF
    return NEXUS.signal(f"{144:08b}{int(has_battery)}000{tenths:012b}1111{humidity:08b}")


def prologue(celsius, humidity, is_pressed=False):
    """What a Prologue thermometer sends: number 90, battery, button, channel 1, tenths of a degree, relative humidity."""
    return PROLOGUE.signal(f"1001{90:08b}1{int(is_pressed)}00{round(celsius * 10) & 0xFFF:012b}{humidity:08b}")


# Of the rig: a part, a command with its arguments or an attribute that is set, what the part is told, and the trait's
# attribute and value that it then reports.
COMMANDS = [
    ("Relay", "OnOff.on", {}, "ON", "OnOff", "onOff", True),
    ("Relay", "OnOff.toggle", {}, "OFF", "OnOff", "onOff", False),
    ("Lamp", "OnOff.on", {}, '{"state":"ON"}', "OnOff", "onOff", True),
    ("Lamp", "LevelControl.moveToLevel", {"level": 254, "transitionTime": 0, "optionsMask": 1, "optionsOverride": 1},
     '{"brightness":255,"state":"ON","transition":0}', "LevelControl", "currentLevel", 254),
    ("Blind", "WindowCovering.upOrOpen", {}, "OPEN", None, None, None),
    ("Tap", "ValveConfigurationAndControl.open", {}, "OPEN", "ValveConfigurationAndControl", "currentState", "open"),
    ("Lock", "DoorLock.unlockDoor", {}, "UNLOCK", "DoorLock", "lockState", "unlocked"),
    ("Level", ("NumberSetting.value", 7.5), None, "7.5", "NumberSetting", "value", 7.5),
    ("Mode", "ModeSelect.changeToMode", {"newMode": 1}, "boost", "ModeSelect", "currentMode", 1),
    ("Note", ("TextValue.value", "busy"), None, "busy", "TextValue", "value", "busy"),
    ("Reset", "Press.press", {}, "PRESS", None, None, None),
]


def assert_equal(one, other):
    """Compares dictionaries, and names what differs."""
    differing = {key: (one.get(key), other.get(key)) for key in one | other if one.get(key) != other.get(key)}
    assert not differing, f"these differ: {differing}"


class Judge:
    """The steps of the test; each builds on those before it."""

    def __init__(self, options, folder):
        self.broker = Broker(folder)
        self.broker.start()
        self.receiver = Receiver()
        self.radio = Rtl433(options.rtl_433, self.receiver, self.broker)
        self.script = Rtl433Discovery(options.rtl_433, self.broker)
        self.computer = LinuxPC(self.broker)
        self.rig = Rig(self.broker)
        self.programs = [self.radio, self.script, self.computer, self.rig]
        self.hub = Hub(options.hub)

    def close(self):
        self.hub.stop()
        for program in self.programs:
            program.stop()
        self.receiver.close()
        self.broker.stop()

    # What the hub shows

    def names(self):
        return {device["name"] for device in self.hub.devices()}

    def device(self, name):
        found = [device for device in self.hub.devices() if device["name"] == name]
        assert len(found) <= 1, f"there are {len(found)} devices {name!r}"
        return self.hub.device(found[0]["id"]) if found else None

    def value(self, device, endpoint, trait, attribute):
        found = self.device(device)
        attributes = found and found.attributes(endpoint, trait)
        return attributes and attributes.get(attribute)

    def shows(self, device, endpoint, trait, attribute, value):
        def agrees():
            shown = self.value(device, endpoint, trait, attribute)
            return shown == value or isinstance(shown, (int, float)) and math.isclose(shown, value, rel_tol=1e-9)
        what = f"{attribute} of {endpoint!r} of {device!r} is {value}"
        try:
            until(what, agrees)
        except AssertionError as error:
            raise AssertionError(f"{error}; it is {self.value(device, endpoint, trait, attribute)}") from error

    def connectivity(self, name, wanted, seconds=60):
        until(f"{name} is {wanted}", lambda: self.device(name).connectivity == wanted, seconds)

    def transmit(self, signal, model):
        """Transmits once, and returns the event that rtl_433 prints."""
        count = len(self.radio.printed(model))
        self.receiver.hear(signal)
        until(f"rtl_433 decodes {model}", lambda: len(self.radio.printed(model)) > count)
        return self.radio.printed(model)[-1]

    def thermometer_shows(self, name, event):
        self.shows(name, "T", "TemperatureMeasurement", "measuredValue", round(event["temperature_C"] * 100))
        self.shows(name, "H", "RelativeHumidityMeasurement", "measuredValue", round(event["humidity"] * 100))
        self.shows(name, None, "PowerSource", "batPercentRemaining", 200 if event["battery_ok"] else 2)

    # Steps

    def announced_devices_appear(self):
        """Each program's devices become devices of the hub."""
        for program in self.programs:
            program.start()
        self.transmit(nexus(21.5, 43), "Nexus-TH")
        self.transmit(prologue(4.0, 80), "Prologue-TH")
        self.hub.run("integrations", "add", "mqtt", "127.0.0.1", "--set", f"port={self.broker.port}")
        for name in ("Nexus-TH-1-144", "Prologue-TH-9-1-90", "Desk PC Linux", "Test rig"):
            until(f"{name} is there", lambda: name in self.names())

    def radio_values_are_those_printed(self):
        """The hub shows what rtl_433 printed."""
        for celsius, humidity, has_battery in ((21.5, 43, True), (-2.0, 99, False), (0.0, 1, True)):
            event = self.transmit(nexus(celsius, humidity, has_battery), "Nexus-TH")
            assert event["temperature_C"] == celsius, event
            self.thermometer_shows("Nexus-TH-1-144", event)
        self.thermometer_shows("Prologue-TH-9-1-90", self.transmit(prologue(-12.3, 55), "Prologue-TH"))

    def values_of_the_computer_are_those_printed(self):
        """The hub shows what linux2mqtt printed, and again after its next round."""
        for _ in range(2):
            printed = self.computer.printed()
            until("linux2mqtt sends its next states", lambda: self.computer.printed() != printed)
            self.computer_agrees()

    def computer_agrees(self):
        def differences():
            printed, device = self.computer.printed(), self.device("Desk PC Linux")
            wanted = {name: printed.get(topic, {}).get(key) for name, topic, key in LinuxPC.parts}
            shown = {name: device.attributes(name, "Reading")["value"] for name, _, _ in LinuxPC.parts}
            return {name: (shown[name], wanted[name]) for name in wanted if shown[name] != wanted[name]}
        until(f"the hub shows what linux2mqtt sent, not {differences()}", lambda: not differences())

    def commands_are_carried_out_and_confirmed(self):
        """Each part of the rig does what the hub says, and the hub shows the state that it reports."""
        for part, command, arguments, told, trait, attribute, value in COMMANDS:
            device = self.device("Test rig")
            number, before = device.number(part), len(self.rig.told())
            if arguments is None:
                self.hub.set(device.shown["id"], number, *command)
            else:
                self.hub.send(device.shown["id"], number, command, **arguments)
            until(f"the rig hears of {command}", lambda: len(self.rig.told()) > before)
            assert self.rig.told()[before:] == [(part, told)], self.rig.told()[before:]
            if trait:
                self.shows("Test rig", part, trait, attribute, value)

    def presses_are_events_each_time(self):
        """Two equal presses are two events, and a door's change is a change."""
        watch = Watch(self.hub)

        def pressed():
            return [line for line in watch.lines if line.get("event") == "ShortRelease"]
        try:
            for state, is_closed in (("on", False), ("off", True)):
                self.rig.happens("Door", state)
                self.shows("Test rig", "Door", "BooleanState", "stateValue", is_closed)
            for _ in range(2):
                self.rig.happens("Bell", "ring")
            until("both are pressed", lambda: len(pressed()) >= 2)
            self.rig.happens("Warmth", "-0.5")
            watch.until(lambda line: "-50" in json.dumps(line))
            assert len(pressed()) == 2, f"2 presses became {pressed()}"
        finally:
            watch.stop()

    def programs_that_end_are_offline(self):
        """A program's leave, its will, and its return show at once; values stay."""
        rig = self.device("Test rig").values()
        for program, name in ((self.computer, "Desk PC Linux"), (self.rig, "Test rig")):
            self.connectivity(name, "online")
            for end in (program.stop, program.kill):
                end()
                self.connectivity(name, "offline")
                self.computer_agrees()
                assert_equal(self.device("Test rig").values(), rig)
                program.start()
                self.connectivity(name, "online")
                until("linux2mqtt sends states", lambda: len(self.computer.printed()) == len(LinuxPC.parts))
                if program is self.rig:
                    # What it publishes first, and last.
                    self.shows("Test rig", "Warmth", "TemperatureMeasurement", "measuredValue", 2050)
                    self.shows("Test rig", "Lamp", "OnOff", "onOff", False)
                rig = self.device("Test rig").values()
        self.computer_agrees()

    def a_restart_of_the_radio_keeps_values(self):
        """Without topics for it, a device is there whatever rtl_433 does."""
        event = self.transmit(nexus(3.5, 61), "Nexus-TH")
        self.thermometer_shows("Nexus-TH-1-144", event)
        self.radio.kill()
        self.script.stop()
        self.script.start()
        self.radio.start()
        self.thermometer_shows("Nexus-TH-1-144", event)
        self.connectivity("Nexus-TH-1-144", "online")
        self.thermometer_shows("Nexus-TH-1-144", self.transmit(nexus(3.6, 62), "Nexus-TH"))

    def a_restart_of_the_hub_keeps_all(self):
        """Devices, endpoints and values are the same after the hub's restart, and nothing is pressed."""
        before = self.shown()
        self.hub.stop()
        self.hub.start()
        for name in before:
            self.connectivity(name, "online")
        watch = Watch(self.hub)
        try:
            # The computer's next states show that the watch has begun.
            watch.until(lambda line: True)
            self.rig.happens("Warmth", "19.5")
            watch.until(lambda line: "1950" in json.dumps(line))
            assert not [line for line in watch.lines if "event" in line], watch.lines
        finally:
            watch.stop()
        self.rig.happens("Warmth", "20.5")
        self.shows("Test rig", "Warmth", "TemperatureMeasurement", "measuredValue", 2050)
        after = self.shown()
        # The computer has sent new states meanwhile.
        for name in before.keys() - {"Desk PC Linux"}:
            assert_equal(after[name], before[name])
        assert after.keys() == before.keys(), after.keys()

    def shown(self):
        """The hub's devices by name, with all their values; those of the root endpoint have the id."""
        return {device["name"]: self.hub.device(device["id"]).values() for device in self.hub.devices()}

    def a_broker_that_forgets_all_takes_no_device(self):
        """A broker that restarts without what it kept loses no device; states and commands arrive again."""
        before = self.shown()
        self.broker.stop()
        for name in before:
            self.connectivity(name, "offline")
        self.broker.start()
        for name in before.keys() - {"Test rig"}:
            self.connectivity(name, "online", 90)
        until("rtl_433 is connected again", lambda: sum(Rtl433.ready in line for line in self.radio.lines) > 1, 60)
        self.computer_agrees()
        self.thermometer_shows("Nexus-TH-1-144", self.transmit(nexus(-7.7, 12, False), "Nexus-TH"))

        # A broker that ends publishes the wills of its clients, and this library never says again that it is there. Its
        # next state shows it.
        def speaks():
            time.sleep(1)
            self.rig.happens("Door", "on")
            return self.device("Test rig").connectivity == "online"
        until("a state shows that the rig is there", speaks, 90)
        rig = self.device("Test rig")

        def obeys():
            try:
                self.hub.send(rig.shown["id"], rig.number("Relay"), "OnOff.toggle")
                return True
            except Refused:
                # Each part's client connects again with growing delays.
                return False
        until("the rig obeys again", obeys, 90)
        assert_equal(
            {name: values.keys() for name, values in self.shown().items()},
            {name: values.keys() for name, values in before.items()})

    def deleted_announcements_remove(self):
        """An announcement that is deleted at the broker takes its entity along, the last one the device."""
        self.transmit(prologue(1.0, 70), "Prologue-TH")
        name = "Prologue-TH-9-1-90"
        kept = until("the script announces it again", lambda: self.broker.kept(f"homeassistant/+/{name}/#"))
        self.broker.forget([topic for topic in kept if topic.endswith("-T/config")])
        until("its temperature goes", lambda: self.device(name).endpoint("T") is None)
        assert self.device(name).endpoint("H"), "its humidity went too"
        self.broker.forget(kept)
        until("it goes", lambda: name not in self.names())
        assert self.device("Nexus-TH-1-144"), "the other thermometer went too"

    def there_are_no_complaints(self):
        """The hub's log has nothing about an announcement, a template or a message, and the integration is online."""
        words = ("template", "announcement", "ignored", "left out")
        complaints = [line for line in self.hub.lines if any(word in line for word in words)]
        assert not complaints, complaints
        assert [each["state"] for each in self.hub.integrations()] == ["online"], self.hub.integrations()

    STEPS = [
        announced_devices_appear, radio_values_are_those_printed, values_of_the_computer_are_those_printed,
        commands_are_carried_out_and_confirmed, presses_are_events_each_time, programs_that_end_are_offline,
        a_restart_of_the_radio_keeps_values, a_restart_of_the_hub_keeps_all, a_broker_that_forgets_all_takes_no_device,
        deleted_announcements_remove, there_are_no_complaints,
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hub", required=True, help="the program hearth")
    parser.add_argument("--rtl-433", required=True, help="the folder that has rtl_433's package: / if it is installed")
    options = parser.parse_args()
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
