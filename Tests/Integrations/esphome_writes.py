"""A write of each kind through the hub, and what ESPHome's own client must then report."""

import math

from integrated_hub import Refused
from processes import until


def near(value, wanted, distance=0.01):
    return isinstance(value, (int, float)) and math.isclose(value, wanted, abs_tol=distance)


class Write:
    """A command or a written attribute, and the condition for the state at the device."""

    def __init__(self, name, what, reached, entity=None, device=None, **arguments):
        self.name, self.what, self.reached, self.arguments = name, what, reached, arguments
        self.entity, self.device = entity or name, device

    def __str__(self):
        return f"{self.name} {self.what} {self.arguments}"

    def run(self, world):
        device_id = world.id
        shown = world.main()
        if self.device:
            shown = next(each for each in world.devices().values() if each.shown["name"] == self.device)
            device_id = shown.shown["id"]
        number = shown.number(self.name)
        if "=" in self.what:
            attribute, value = self.what.split("=", 1)
            world.hub.set(device_id, number, attribute, value)
        else:
            world.hub.send(device_id, number, self.what, **self.arguments)
        try:
            until("", lambda: self.reached(world.witness.state(self.entity)), 6)
        except AssertionError:
            raise AssertionError(f"the device reports {world.witness.state(self.entity)}") from None


class Refusal(Write):
    """A write that the hub must refuse, with these words."""

    def __init__(self, name, what, words, **arguments):
        super().__init__(name, what, None, **arguments)
        self.words = words

    def run(self, world):
        number = world.main().number(self.name)
        try:
            if "=" in self.what:
                attribute, value = self.what.split("=", 1)
                world.hub.set(world.id, number, attribute, value)
            else:
                world.hub.send(world.id, number, self.what, **self.arguments)
        except Refused as reason:
            assert all(word in str(reason) for word in self.words), reason
            return
        raise AssertionError("it was accepted")


def color(r, g, b):
    return lambda s: s.state and near(s.red, r, 0.02) and near(s.green, g, 0.02) and near(s.blue, b, 0.02)


SWITCHES = [
    Write(name, word, lambda s, on=on: s.state is on)
    for name in ("Demo Switch 1", "Demo Switch 2", "Outlet", "Guess")
    for word, on in (("on", True), ("off", False))
] + [
    Write("Outlet", "toggle", lambda s: s.state is True),
    Write("Outlet", "toggle", lambda s: s.state is False),
]
LIGHTS = [
    Write("Demo Binary Light", "on", lambda s: s.state),
    Write("Demo Brightness Light", "moveToLevelWithOnOff", lambda s: s.state and near(s.brightness, 0.5, 0.005), level=127),
    Write("Demo Brightness Light", "moveToLevel", lambda s: near(s.brightness, 1 / 254, 0.001), level=1),
    Write("Demo Brightness Light", "off", lambda s: not s.state),
    Write("Demo RGB Light", "on", lambda s: s.state),
    Write("Demo RGB Light", "moveToHueAndSaturation", color(0, 1, 0), hue=85, saturation=254, transitionTime=0),
    Write("Demo RGB Light", "moveToLevel", lambda s: near(s.brightness * s.color_brightness, 0.25, 0.005), level=64),
    Write("Demo RGBW Light", "on", lambda s: s.state),
    Write("Demo RGBW Light", "moveToHueAndSaturation", color(0, 0, 1), hue=169, saturation=254, transitionTime=0),
    Write("Demo RGBW Light White", "NumberSetting.value=40", lambda s: near(s.white, 0.4), entity="Demo RGBW Light"),
    Write("Demo RGBWW Light", "on", lambda s: s.state),
    Write("Demo RGBWW Light", "moveToHueAndSaturation", color(1, 0, 0), hue=0, saturation=254, transitionTime=0),
    Write("Demo RGBWW Light", "moveToColorTemperature", lambda s: near(s.color_temperature, 300, 1),
          colorTemperatureMireds=300, transitionTime=0),
    Write("Demo CWWW Light", "on", lambda s: s.state),
    Write("Demo CWWW Light", "moveToColorTemperature",
          lambda s: near(s.warm_white / max(s.cold_white + s.warm_white, 0.001), 0.5, 0.01), colorTemperatureMireds=327,
          transitionTime=0),
    Write("Demo RGBW interlock Light", "on", lambda s: s.state),
    Write("Demo RGBW interlock Light", "moveToHueAndSaturation", lambda s: s.color_mode == 35 and color(1, 0, 0)(s), hue=0,
          saturation=254, transitionTime=0),
    Write("Effect light effect", "changeToMode", lambda s: s.effect == "Slow pulse", entity="Effect light", newMode=1),
    Write("Effect light effect", "changeToMode", lambda s: s.effect == "None", entity="Effect light", newMode=0),
    Write("White light", "on", lambda s: s.state),
    Write("White light", "moveToColorTemperature",
          lambda s: near(s.cold_white, 1) and near(s.warm_white, 0.7548 ** (1 / 2.8)), colorTemperatureMireds=247,
          transitionTime=0),
    Write("Colour light", "on", lambda s: s.state),
    Write("Colour light", "moveToColorTemperature", lambda s: s.color_mode == 11 and near(s.color_temperature, 250, 1),
          colorTemperatureMireds=250, transitionTime=0),
    Write("Colour light", "moveToHueAndSaturation", color(0, 1, 0), hue=85, saturation=254, transitionTime=0),
]
FANS = [
    Write("Demo Living Room Fan", "FanControl.fanMode=high", lambda s: s.state),
    Write("Demo Living Room Fan", "FanControl.fanMode=off", lambda s: not s.state),
    Write("Demo Ceiling Fan", "FanControl.rockSetting=1", lambda s: s.oscillating),
    Write("Demo Percentage Limited Fan", "FanControl.percentSetting=50", lambda s: s.state and s.speed_level == 3),
    Write("Demo Percentage Limited Fan", "FanControl.airflowDirection=reverse", lambda s: s.direction == 1),
    Write("Demo Percentage Full Fan", "FanControl.percentSetting=37", lambda s: s.state and s.speed_level == 37),
    Write("Demo Percentage Full Fan", "FanControl.percentSetting=0", lambda s: not s.state),
    Write("Preset fan", "FanControl.speedSetting=2", lambda s: s.state and s.speed_level == 2),
    Write("Preset fan preset", "changeToMode", lambda s: s.preset_mode == "Party", entity="Preset fan", newMode=2),
]
OPENINGS = [
    Write("Demo Living Room Window", "goToLiftPercentage", lambda s: near(s.position, 0.4), liftPercent100thsValue=6000),
    Write("Demo Living Room Window", "goToTiltPercentage", lambda s: near(s.tilt, 0.25), tiltPercent100thsValue=7500),
    Write("Demo Kitchen Window", "downOrClose", lambda s: near(s.position, 0)),
    Write("Shutter", "goToLiftPercentage", lambda s: near(s.position, 0.1), liftPercent100thsValue=9000),
    Write("Shutter", "upOrOpen", lambda s: near(s.position, 1)),
    Write("Demo Hall Window", "goToTiltPercentage", lambda s: near(s.tilt, 0.5), tiltPercent100thsValue=5000),
    Write("Demo Garage Door", "moveTo", lambda s: near(s.position, 1), position="moveToFullyOpen"),
    Refusal("Demo Garage Door", "moveTo", ["moveToFullyOpen"], position="moveToPedestrianPosition"),
    Write("Demo Valve 1", "close", lambda s: near(s.position, 0)),
    Write("Demo Valve 2", "open", lambda s: near(s.position, 0.3), targetLevel=30),
    Write("Irrigation", "close", lambda s: near(s.position, 0)),
    Write("Irrigation", "open", lambda s: near(s.position, 1)),
    Write("Demo Lock", "lockDoor", lambda s: s.state == 1),
    Write("Demo Lock", "unlockDoor", lambda s: s.state == 2),
    Write("Demo Lock and Open", "lockDoor", lambda s: s.state == 1),
    Write("Demo Lock and Open", "unboltDoor", lambda s: s.state == 2),
    Write("Gate lock", "lockDoor", lambda s: s.state == 1),
]
SETTINGS = [
    Write("Demo Number 0-100", "NumberSetting.value=17", lambda s: near(s.state, 17)),
    Write("Demo Number -50-50", "NumberSetting.value=-45", lambda s: near(s.state, -45)),
    Write("Demo Number 40-60", "NumberSetting.value=57.2", lambda s: near(s.state, 57.2, 0.001)),
    Write("Limit", "NumberSetting.value=-19.9", lambda s: near(s.state, -19.9, 0.001)),
    Refusal("Limit", "NumberSetting.value=61", ["60"]),
    Write("Demo Select 1", "changeToMode", lambda s: s.state == "Option 3", newMode=2),
    Write("Programme", "changeToMode", lambda s: s.state == "Stark & schnell", newMode=1),
    Write("Note", 'TextValue.value="Grüße, 世界"', lambda s: s.state == "Grüße, 世界"),
    Write("Note", 'TextValue.value=""', lambda s: s.state == ""),
    Write("Demo Text 2", 'TextValue.value="secret word"', lambda s: s.state == "secret word"),
    Refusal("Note", 'TextValue.value="' + "x" * 101 + '"', ["100"]),
    Write("Demo Date", 'Moment.value="2024-02-29"', lambda s: (s.year, s.month, s.day) == (2024, 2, 29)),
    Write("Demo Time", 'Moment.value="23:59:01"', lambda s: (s.hour, s.minute, s.second) == (23, 59, 1)),
    Write("Demo DateTime", 'Moment.value="2026-11-29T07:30:00"', lambda s: s.epoch_seconds == 1_795_937_400),
    Refusal("Demo Date", 'Moment.value="2023-02-29"', ["written as"]),
    Write("Press me", "press", lambda s: s.state == 1, entity="Press count"),
    Write("Press me", "press", lambda s: s.state == 2, entity="Press count"),
    Write("Pump", "on", lambda s: s.state, device="Pond"),
]
CLIMATES = [
    Write("Demo Heatpump", "Thermostat.systemMode=off", lambda s: s.mode == 0),
    Write("Demo Heatpump", "Thermostat.occupiedHeatingSetpoint=23.5C", lambda s: near(s.target_temperature, 23.5)),
    Write("Demo HVAC", "Thermostat.systemMode=cool", lambda s: s.mode == 2),
    Write("Demo HVAC", "Thermostat.occupiedCoolingSetpoint=25C", lambda s: near(s.target_temperature, 25)),
    Write("Demo HVAC fan", "changeToMode", lambda s: s.fan_mode == 3, entity="Demo HVAC", newMode=3),
    Write("Demo HVAC fan", "changeToMode", lambda s: s.custom_fan_mode == "Auto High", entity="Demo HVAC", newMode=11),
    Write("Demo HVAC", "FanControl.rockSetting=3", lambda s: s.swing_mode == 1),
    Write("Demo Ecobee", "Thermostat.occupiedHeatingSetpoint=19C", lambda s: near(s.target_temperature_low, 19)),
    Write("Demo Ecobee", "Thermostat.occupiedCoolingSetpoint=26C", lambda s: near(s.target_temperature_high, 26)),
    Write("Demo Ecobee preset", "changeToMode", lambda s: s.preset == 1, entity="Demo Ecobee", newMode=1),
    Write("Living room", "Thermostat.systemMode=heat", lambda s: s.mode == 3),
    Write("Living room", "Thermostat.occupiedHeatingSetpoint=18.5C", lambda s: near(s.target_temperature, 18.5)),
    Write("Living room preset", "changeToMode", lambda s: s.custom_preset == "Night" or s.preset == 6, entity="Living room",
          newMode=2),
    Write("Boiler mode", "changeToMode", lambda s: s.mode == 1, entity="Boiler", newMode=1),
    Write("Boiler", "Thermostat.occupiedHeatingSetpoint=55C", lambda s: near(s.target_temperature, 55)),
    Write("Boiler", "Thermostat.systemMode=off", lambda s: s.mode == 0),
    Write("Boiler preset", "changeToMode", lambda s: s.state & 1, entity="Boiler", newMode=1),
]
ALARMS = [
    Write("Demo Alarm Control Panel", "SecuritySystem.targetState=awayArm", lambda s: s.state == 2),
    Write("Demo Alarm Control Panel", "SecuritySystem.targetState=disarm", lambda s: s.state == 0),
    Refusal("Demo Alarm Control Panel", "SecuritySystem.targetState=nightArm", ["armed_away"]),
    Refusal("Demo Alarm Control Panel Code to Arm", "SecuritySystem.targetState=awayArm", ["code"]),
    Refusal("Demo Alarm Control Panel Code to Arm", "setTargetState", ["check the code"], targetState="awayArm", code="4711"),
    Write("Demo Alarm Control Panel Code to Arm", "setTargetState", lambda s: s.state == 2, targetState="awayArm", code="1234"),
    Refusal("Demo Alarm Control Panel Code to Arm", "setTargetState", ["check the code"], targetState="disarm", code="12345"),
    Write("Demo Alarm Control Panel Code to Arm", "setTargetState", lambda s: s.state == 0, targetState="disarm", code="1234"),
    Write("Demo Alarm Control Panel Code", "SecuritySystem.targetState=awayArm", lambda s: s.state == 2),
    Refusal("Demo Alarm Control Panel Code", "SecuritySystem.targetState=disarm", ["code"]),
    Write("Demo Alarm Control Panel Code", "setTargetState", lambda s: s.state == 0, targetState="disarm", code="1234"),
]
WRITES = SWITCHES + LIGHTS + FANS + OPENINGS + SETTINGS + CLIMATES + ALARMS
