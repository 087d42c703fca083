"""Devices with Tasmota's firmware, as far as its MQTT interface goes: discovery, state, telemetry and commands.

As a program it plays all of them on a broker, by mosquitto's own clients, until its input ends.
"""

import json
import subprocess
import sys
import threading


class Device:
    """A device: its documents, its state, and what it does upon commands."""

    def __init__(self, mac, name, topic, relays, channels=0, sensors=None, options=None, **more):
        self.mac, self.name, self.topic, self.relays, self.channels = mac, name, topic, relays, channels
        self.options = {key: 0 for key in ("4", "11", "13", "17", "20", "30", "68", "73", "82", "114", "117")}
        self.options.update(options or {})
        self.more, self.sensors = more, sensors or {}
        self.power = [relay in (1, 2) and "OFF" or None for relay in relays]
        self.dimmer, self.hue, self.saturation, self.mireds, self.is_white = 50, 0, 0, 153, True
        self.positions, self.period = {}, 300
        shutters = sum(1 for relay in relays if relay == 3) // 2
        for number in range(1, shutters + 1):
            self.positions[number] = 0

    # What it publishes

    def config(self):
        document = {
            "ip": "192.0.2.7", "dn": self.name, "fn": [self.name, *[None] * (len(self.relays) - 1)],
            "hn": f"{self.topic}-1234", "mac": self.mac, "md": "Generic", "ty": 0, "if": 0, "ofln": "Offline",
            "onln": "Online", "state": ["OFF", "ON", "TOGGLE", "HOLD"], "sw": "14.2.0", "t": self.topic,
            "ft": "%prefix%/%topic%/", "tp": ["cmnd", "stat", "tele"], "rl": self.relays, "swc": [-1] * 4,
            "swn": [None] * 4, "btn": [0] * 4, "so": self.options, "lk": 1, "lt_st": self.channels, "bat": 0,
            "dslp": 0, "sho": [0] * 4, "sht": [[0, 0, 0]] * 4, "ver": 1,
        }
        return {**document, **self.more}

    def state(self):
        state = {"Time": "2026-11-29T08:00:00", "UptimeSec": 60, "MqttCount": 1}
        count = sum(1 for power in self.power if power)
        for index, power in enumerate(self.power):
            if power:
                state["POWER" if count == 1 else f"POWER{index + 1}"] = power
        if self.channels:
            state.update(self.light())
        return {**state, "Wifi": {"AP": 1, "RSSI": 92, "Signal": -54}}

    def light(self):
        light = {"Dimmer": self.dimmer}
        if self.channels >= 3:
            shown = 0 if self.is_white and self.channels == 5 else self.dimmer
            light.update({"HSBColor": f"{self.hue},{self.saturation},{shown}", "Scheme": 0})
        if self.channels == 5:
            light["White"] = self.dimmer if self.is_white else 0
        if self.channels in (2, 5):
            light["CT"] = self.mireds
        return light

    def sensor(self):
        shutters = {f"Shutter{number}": {"Position": position, "Direction": 0, "Target": position, "Tilt": 0}
                    for number, position in self.positions.items()}
        return {"Time": "2026-11-29T08:00:00", **self.sensors, **shutters}

    def announcement(self):
        """What the broker keeps of it, as pairs of topic and payload."""
        return [
            (f"tasmota/discovery/{self.mac}/config", json.dumps(self.config())),
            (f"tasmota/discovery/{self.mac}/sensors", json.dumps({"sn": self.sensor(), "ver": 1})),
            (f"tele/{self.topic}/LWT", "Online"),
        ]

    def telemetry(self):
        return [(f"tele/{self.topic}/STATE", json.dumps(self.state())),
                (f"tele/{self.topic}/SENSOR", json.dumps(self.sensor()))]

    def result(self, answer):
        return [(f"stat/{self.topic}/RESULT", json.dumps(answer))]

    # Commands

    def carry_out(self, command, payload):
        """What it publishes upon a command."""
        name, number = command.upper().rstrip("0123456789"), command[len(command.rstrip("0123456789")):]
        number = int(number or 1)
        if name == "BACKLOG":
            published = []
            for each in payload.split(";"):
                word, _, rest = each.strip().partition(" ")
                published += [] if word.upper() == "NODELAY" else self.carry_out(word, rest)
            return published
        if name == "TELEPERIOD":
            return self.result({"TelePeriod": self.period}) + self.telemetry()
        if name == "STATE":
            return self.result(self.state())
        if name == "STATUS" and payload == "10":
            return [(f"stat/{self.topic}/STATUS10", json.dumps({"StatusSNS": self.sensor()}))]
        if name == "POWER" and number <= len(self.power) and self.power[number - 1]:
            words = {"ON": "ON", "1": "ON", "OFF": "OFF", "0": "OFF",
                     "TOGGLE": "OFF" if self.power[number - 1] == "ON" else "ON"}
            self.power[number - 1] = words.get(payload.upper(), self.power[number - 1])
            return self.result({key: value for key, value in self.state().items() if key.startswith("POWER")})
        if name.startswith("SHUTTER") and number in self.positions:
            if name == "SHUTTERSTOP":
                return self.result(self.sensor())
            targets = {"SHUTTEROPEN": "100", "SHUTTERCLOSE": "0", "SHUTTERPOSITION": payload}
            return self.move(number, int(targets[name]))
        if self.channels and self.change_light(name, number, payload):
            powers = {key: value for key, value in self.state().items() if key.startswith("POWER")}
            return self.result({**powers, **self.light()})
        return self.result({"Command": "Unknown"})

    def move(self, number, position):
        """A shutter reports that it moves, and then that it has arrived."""
        direction = (position > self.positions[number]) - (position < self.positions[number])
        moving = {"Position": self.positions[number], "Direction": direction, "Target": position, "Tilt": 0}
        self.positions[number] = position
        return self.result({f"Shutter{number}": moving}) + self.result(
            {f"Shutter{number}": {**moving, "Position": position, "Direction": 0}})

    def change_light(self, name, number, payload):
        index = self.relays.index(2)
        if name == "DIMMER":
            self.dimmer = int(payload)
        elif name == "CT" and self.channels in (2, 5):
            self.mireds, self.is_white = int(payload), True
        elif name == "HSBCOLOR" and self.channels >= 3:
            color = [self.hue, self.saturation, self.dimmer]
            # Three numbers, or the one that the command's number says.
            color = payload.split(",") if "," in payload else [*color[:number - 1], payload, *color[number:]]
            self.hue, self.saturation, self.dimmer = map(int, color)
            self.is_white = False
        elif name in ("FADE", "SPEED", "SCHEME"):
            return True
        else:
            return False
        self.power[index] = "ON" if self.dimmer else "OFF"
        return True


def devices():
    """A plug with a meter, a bulb, two shutters, and a panel with two switches and a button."""
    meter = {"ENERGY": {"TotalStartTime": "2026-01-01T00:00:00", "Total": 12.5, "Today": 0.1, "Power": 42,
                        "ApparentPower": 50, "Factor": 0.84, "Voltage": 231, "Current": 0.217}}
    panel = {"BME280": {"Temperature": 20.5, "Humidity": 41.0, "Pressure": 1012.3}, "Switch1": "ON", "Switch2": "OFF",
             "TempUnit": "C", "PressureUnit": "hPa"}
    return [
        Device("A4CF12000001", "Plug", "plug", [1, 0, 0, 0], sensors=meter),
        Device("A4CF12000002", "Bulb", "bulb", [2, 0, 0, 0], channels=5),
        Device("A4CF12000003", "Shutters", "shutters", [3, 3, 3, 3]),
        Device("A4CF12000004", "Panel", "panel", [1, 1, 0, 0], sensors=panel, options={"73": 1, "114": 1},
               swc=[1, 5, -1, -1], btn=[1, 0, 0, 0]),
    ]


def main(*address):
    """Plays the devices on a broker; `address` is what mosquitto's clients take for it."""
    def publish(topic, payload, *flags):
        # An empty message has an option of its own.
        subprocess.run(["mosquitto_pub", *address, "-t", topic, "-s" if payload else "-n", *flags],
                       input=payload.encode(), check=True)

    by_topic = {device.topic: device for device in devices()}
    commands = subprocess.Popen(
        ["mosquitto_sub", *address, "-t", "cmnd/+/+", "-F", "%t %p"], stdout=subprocess.PIPE, text=True)

    listens = threading.Event()

    def obey():
        for line in commands.stdout:
            listens.set()
            topic, _, payload = line.rstrip("\n").partition(" ")
            _, name, command = topic.split("/")
            if name in by_topic:
                for message in by_topic[name].carry_out(command, payload):
                    publish(*message)

    threading.Thread(target=obey, daemon=True).start()
    # Nothing tells when the subscription stands, so a message to no device is repeated until it comes back.
    while not listens.wait(0.1):
        publish("cmnd/nobody/STATE", "")
    for device in by_topic.values():
        for message in device.announcement():
            publish(*message, "-r")
    print("ready", flush=True)
    # A line of the input is a topic and a payload to publish.
    for line in sys.stdin:
        topic, _, payload = line.rstrip("\n").partition(" ")
        publish(topic, payload)
    commands.terminate()


if __name__ == "__main__":
    main(*sys.argv[1:])
