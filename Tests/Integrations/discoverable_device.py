"""A device of many parts made with PyPI's ha-mqtt-discoverable, which announces each of them. It does what it is told,
prints that, and takes lines `PART STATE` as things that happen to it."""

import json
import sys

from ha_mqtt_discoverable import DeviceInfo, Settings
from ha_mqtt_discoverable.sensors import (
    BinarySensor, BinarySensorInfo, Button, ButtonInfo, Cover, CoverInfo, DeviceTrigger, DeviceTriggerInfo, Light,
    LightInfo, Lock, LockInfo, Number, NumberInfo, Select, SelectInfo, Sensor, SensorInfo, Switch, SwitchInfo, Text,
    TextInfo, Valve, ValveInfo)

DEVICE = DeviceInfo(
    name="Test rig", identifiers="rig1", model="Rig", manufacturer="Judge", sw_version="3", suggested_area="Workshop")


class Rig:
    """The parts by name, each with a client of its own, as the library wants it."""

    def __init__(self, port):
        self.broker = Settings.MQTT(host="127.0.0.1", port=port)
        self.parts = {}
        self.add(Sensor, SensorInfo, "Warmth", device_class="temperature", unit_of_measurement="°C")
        self.add(BinarySensor, BinarySensorInfo, "Door", device_class="door")
        self.add(
            DeviceTrigger, DeviceTriggerInfo, "Bell", type="button_short_press", subtype="button_1", payload="ring")
        self.add(Switch, SwitchInfo, "Relay", lambda part, text: part.on() if text == "ON" else part.off())
        self.add(Light, LightInfo, "Lamp", self.light, brightness=True)
        self.add(Cover, CoverInfo, "Blind", lambda part, text: part.open() if text == "OPEN" else part.closed())
        self.add(Valve, ValveInfo, "Tap", lambda part, text: part.open() if text == "OPEN" else part.closed())
        self.add(Lock, LockInfo, "Lock", lambda part, text: part.locked() if text == "LOCK" else part.unlocked())
        self.add(Number, NumberInfo, "Level", lambda part, text: part.set_value(float(text)), min=-5, max=50, step=0.5)
        self.add(Select, SelectInfo, "Mode", Select.select_option, options=["eco", "boost"])
        self.add(Text, TextInfo, "Note", Text.set_text, max=20)
        self.add(Button, ButtonInfo, "Reset", lambda part, text: None)
        self.happens("Warmth", "20.5")
        self.happens("Door", "off")
        for name, state in (("Relay", "OFF"), ("Blind", "CLOSE"), ("Tap", "CLOSE"), ("Lock", "LOCK"), ("Level", "0"),
                            ("Mode", "eco"), ("Note", "ready"), ("Lamp", '{"state": "OFF"}')):
            self.answers[name](state)

    answers = {}

    def add(self, kind, info, name, answer=None, **options):
        entity = info(name=name, unique_id=f"rig1_{name.lower()}", device=DEVICE, **options)
        settings = Settings(mqtt=self.broker, entity=entity, manual_availability=True)
        if answer is None:
            part = kind(settings)
        else:
            def told(_client, _data, message):
                print("told", name, message.payload.decode(), flush=True)
                self.answers[name](message.payload.decode())
            part = kind(settings, told, retain=True)
            self.answers[name] = lambda text: answer(part, text)
        part.retain = kind is not DeviceTrigger
        part.write_config()
        part.set_availability(True)
        self.parts[name] = part

    @staticmethod
    def light(part, text):
        wanted = json.loads(text)
        if wanted["state"] == "OFF":
            part.off()
        elif "brightness" in wanted:
            part.brightness(wanted["brightness"])
        else:
            part.on()

    def happens(self, name, state):
        part = self.parts[name]
        if name == "Warmth":
            part.set_state(state)
        elif name == "Door":
            part.on() if state == "on" else part.off()
        elif name == "Bell":
            # The library sends no state twice, and a press is one each time.
            part.last_state = None
            part.trigger(state)


def main():
    rig = Rig(int(sys.argv[1]))
    print("announced", flush=True)
    for line in sys.stdin:
        rig.happens(*line.split())


if __name__ == "__main__":
    main()
