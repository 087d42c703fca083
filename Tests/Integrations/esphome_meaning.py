"""What the hub's attributes must be for entities and states of ESPHome's own client, written down a second time.

The rules are those of Matter's Application Clusters for units and directions, and of ESPHome's API for its values.
"""

import colorsys
import math

MISSING = object()


def half_away(value):
    return int(math.copysign(math.floor(abs(value) + 0.5), value))


class Near:
    """Equal to a number up to a distance; for colours, whose conversions round twice."""

    def __init__(self, value, distance):
        self.value, self.distance = value, distance

    def __eq__(self, other):
        return isinstance(other, (int, float)) and abs(other - self.value) <= self.distance

    def __repr__(self):
        return f"{self.value} ± {self.distance}"


def scaled(trait, attribute, convert):
    def meaning(value):
        return trait, {attribute: None if value is None else half_away(convert(value))}
    return meaning


def pressure(per_unit):
    return scaled("PressureMeasurement", "measuredValue", lambda value: value * per_unit / 100)


def kept(trait):
    return lambda value: (trait, {"measuredValue": value if value is None else Near(value, abs(value) * 1e-6)})


#: By device class and unit.
SENSORS = {
    ("temperature", "°C"): scaled("TemperatureMeasurement", "measuredValue", lambda v: v * 100),
    ("temperature", "°F"): scaled("TemperatureMeasurement", "measuredValue", lambda v: (v - 32) * 500 / 9),
    ("temperature", "K"): scaled("TemperatureMeasurement", "measuredValue", lambda v: (v - 273.15) * 100),
    ("humidity", "%"): scaled("RelativeHumidityMeasurement", "measuredValue", lambda v: v * 100),
    ("moisture", "%"): scaled("SoilMeasurement", "soilMoistureMeasuredValue", lambda v: v),
    ("pressure", "hPa"): pressure(100),
    ("pressure", "psi"): pressure(6894.757),
    ("atmospheric_pressure", "inHg"): pressure(3386.389),
    ("illuminance", "lx"): scaled(
        "IlluminanceMeasurement", "measuredValue", lambda v: 10_000 * math.log10(v) + 1 if v > 0 else 0),
    ("volume_flow_rate", "L/min"): scaled("FlowMeasurement", "measuredValue", lambda v: v * 0.6),
    ("carbon_dioxide", "ppm"): kept("CarbonDioxideConcentrationMeasurement"),
    ("pm25", "µg/m³"): kept("Pm25ConcentrationMeasurement"),
    ("volatile_organic_compounds_parts", "ppb"): kept("TotalVolatileOrganicCompoundsConcentrationMeasurement"),
}
#: Measures of one meter are attributes of one endpoint: by device class and unit, with the factor.
METER = {
    ("power", "W"): ("ElectricalPowerMeasurement", "activePower", 1_000),
    ("voltage", "V"): ("ElectricalPowerMeasurement", "rmsVoltage", 1_000),
    ("current", "A"): ("ElectricalPowerMeasurement", "rmsCurrent", 1_000),
    ("frequency", "Hz"): ("ElectricalPowerMeasurement", "frequency", 1_000),
    ("power_factor", ""): ("ElectricalPowerMeasurement", "powerFactor", 10_000),
    ("energy", "Wh"): ("ElectricalEnergyMeasurement", "cumulativeEnergyImported", 1_000),
    ("energy", "kWh"): ("ElectricalEnergyMeasurement", "cumulativeEnergyImported", 1_000_000),
}


def temperature(degrees):
    """Hundredths of a degree; None for what is no number, or does not fit Matter's 16 bits."""
    hundredths = half_away(degrees * 100) if math.isfinite(degrees) else None
    return hundredths if hundredths is not None and abs(hundredths) < 32_768 else None


def number(value):
    """None for what is no number."""
    return value if math.isfinite(value) else None


def sensor(info, state):
    value = None if state.missing_state else number(state.state)
    key = (info.device_class, info.unit_of_measurement)
    if key in METER:
        trait, attribute, factor = METER[key]
        name = "Meter power" if info.name.startswith("Meter ") else info.name
        wanted = None if value is None else Near(value * factor, abs(value * factor) * 1e-6 + 0.5)
        return [(name, trait, {attribute: {"energy": wanted} if "Energy" in attribute and wanted else wanted})]
    if info.device_class == "battery":
        return [(None, "PowerSource", {"batPercentRemaining": None if value is None else half_away(value * 2)})]
    if info.device_class == "aqi":
        quality = ["good", "fair", "moderate", "poor", "veryPoor", "extremelyPoor"]
        word = "unknown" if value is None else quality[sum(value > limit for limit in (50, 100, 150, 200, 300))]
        return [(info.name, "AirQuality", {"airQuality": word}), (info.name, "Reading", {"value": value})]
    if key in SENSORS:
        trait, attributes = SENSORS[key](value)
        return [(info.name, trait, attributes)]
    wanted = None if value is None else Near(value, abs(value) * 1e-6)
    return [(info.name, "Reading", {
        "value": wanted, "unit": info.unit_of_measurement, "deviceClass": info.device_class})]


#: Contacts: true is closed in Matter, and on is open at the device.
CONTACTS = {"door", "window", "garage_door", "opening"}


def binary_sensor(info, state):
    on = None if state.missing_state else state.state
    kind = info.device_class
    if kind == "battery_charging":
        word = "isCharging" if on else "isNotCharging"
        return [(None, "PowerSource", {} if on is None else {"batChargeState": word})]
    if kind in CONTACTS | {"moisture", "cold", "rain"}:
        # Matter's BooleanState can't be unknown: its start stays.
        return [(info.name, "BooleanState", {} if on is None else {"stateValue": on != (kind in CONTACTS)})]
    if kind in {"motion", "occupancy", "presence", "moving"}:
        return [(info.name, "OccupancySensing", {} if on is None else {"occupancy": 1 if on else 0})]
    if kind in {"smoke", "carbon_monoxide"}:
        attribute = "smokeState" if kind == "smoke" else "coState"
        return [(info.name, "SmokeCoAlarm", {} if on is None else {attribute: "critical" if on else "normal"})]
    return [(info.name, "Flag", {"value": on, "deviceClass": kind})]


def switch(info, state):
    return [(info.name, "OnOff", {} if state.missing_state else {"onOff": state.state})]


RGB, TEMPERATURE, COLD_WARM, WHITE, BRIGHTNESS = 32, 8, 16, 4, 2


def light(info, state):
    wanted = [(info.name, "OnOff", {"onOff": state.state})]
    modes = info.supported_color_modes
    # Before it was on for the first time, a light has no mode.
    mode = state.color_mode
    if mode & BRIGHTNESS:
        # The firmware multiplies the brightness by each channel.
        channels = [state.color_brightness] * bool(mode & RGB) + [state.white] * bool(mode & RGB and mode & WHITE)
        channels += [state.cold_white, state.warm_white] * bool(mode & COLD_WARM)
        level = state.brightness * max(channels, default=1)
        wanted.append((info.name, "LevelControl", {"currentLevel": max(1, half_away(level * 254))}))
    if mode & RGB and (state.color_brightness > 0 or not mode & (TEMPERATURE | COLD_WARM)):
        hue, saturation, _ = colorsys.rgb_to_hsv(state.red, state.green, state.blue)
        color = {"currentSaturation": Near(saturation * 254, 1)}
        if saturation > 0.05:
            color["currentHue"] = Near(hue * 254, 1)
        wanted.append((info.name, "ColorControl", color))
    elif mode & TEMPERATURE:
        wanted.append((info.name, "ColorControl", {
            "colorTemperatureMireds": half_away(state.color_temperature), "colorMode": "colorTemperatureMireds"}))
    elif mode & COLD_WARM and state.cold_white + state.warm_white > 0:
        # The light of a channel, by the gamma that a light has unless its configuration says another.
        cold, warm = state.cold_white ** 2.8, state.warm_white ** 2.8
        share = warm / (cold + warm)
        mireds = info.min_mireds + share * (info.max_mireds - info.min_mireds)
        wanted.append((info.name, "ColorControl", {"colorTemperatureMireds": Near(mireds, 1)}))
    if any(each & WHITE and each & RGB and not each & TEMPERATURE for each in modes):
        wanted.append((info.name + " White", "NumberSetting", {"value": Near(state.white * 100, 0.01)}))
    if info.effects:
        wanted.append(choice(info.name + " effect", ["None"] + [e for e in info.effects if e != "None"], state.effect))
    return wanted


def choice(name, options, word):
    return name, "ModeSelect", {"currentMode": options.index(word)} if word in options else {}


def fan(info, state):
    count = info.supported_speed_count or 0
    percent = 0 if not state.state else half_away(100 * state.speed_level / count) if count else 100
    attributes = {"percentCurrent": percent, "percentSetting": percent}
    if count:
        attributes["speedCurrent"] = state.speed_level if state.state else 0
    if info.supports_oscillation:
        attributes["rockSetting"] = 1 if state.oscillating else 0
    if info.supports_direction:
        attributes["airflowDirection"] = ["forward", "reverse"][state.direction]
    wanted = [(info.name, "FanControl", attributes)]
    if info.supported_preset_modes:
        wanted.append(choice(
            info.name + " preset", ["None", *info.supported_preset_modes], state.preset_mode or "None"))
    return wanted


def cover(info, state):
    if info.device_class in {"garage", "gate", "door"}:
        place = "fullyClosed" if state.position <= 0 else "fullyOpened" if state.position >= 1 else "partiallyOpened"
        moves = state.current_operation != 0
        return [(info.name, "ClosureControl", {
            "overallCurrentState": {"position": place, "secureState": state.position <= 0},
            "mainState": "moving" if moves else "stopped"})]
    attributes = {}
    if info.supports_position:
        attributes["currentPositionLiftPercent100ths"] = half_away(10_000 * (1 - state.position))
    if info.supports_tilt:
        attributes["currentPositionTiltPercent100ths"] = half_away(10_000 * (1 - state.tilt))
    return [(info.name, "WindowCovering", attributes)]


def valve(info, state):
    attributes = {"currentState": "open" if state.position > 0 else "closed"}
    if info.supports_position:
        attributes["currentLevel"] = half_away(100 * state.position)
    return [(info.name, "ValveConfigurationAndControl", attributes)]


def lock(info, state):
    words = [None, "locked", "unlocked", "notFullyLocked", MISSING, MISSING, MISSING, "unlatched"]
    word = words[state.state]
    return [(info.name, "DoorLock", {} if word is MISSING else {"lockState": word})]


def setting(info, state):
    value = None if state.missing_state else Near(state.state, abs(state.state) * 1e-6)
    return [(info.name, "NumberSetting", {
        "value": value, "minimum": Near(info.min_value, 1e-5), "maximum": Near(info.max_value, 1e-5),
        "step": Near(info.step, 1e-5), "unit": info.unit_of_measurement, "deviceClass": info.device_class,
        "mode": ["auto", "box", "slider"][info.mode]})]


def select(info, state):
    return [choice(info.name, info.options, state.state)]


def text(info, state):
    is_secret = info.mode == 1
    value = None if state.missing_state or is_secret else state.state
    return [(info.name, "TextValue", {"value": value, "isSecret": is_secret, "maximumLength": info.max_length})]


def text_sensor(info, state):
    return [(info.name, "TextValue", {"value": None if state.missing_state else state.state, "isSettable": False})]


def date(info, state):
    value = None if state.missing_state else f"{state.year:04}-{state.month:02}-{state.day:02}"
    return [(info.name, "Moment", {"value": value})]


def time(info, state):
    value = None if state.missing_state else f"{state.hour:02}:{state.minute:02}:{state.second:02}"
    return [(info.name, "Moment", {"value": value})]


def alarm(info, state):
    words = {0: "disarmed", 1: "stayArm", 2: "awayArm", 3: "nightArm", 9: "alarmTriggered"}
    return [(info.name, "SecuritySystem", {"currentState": words[state.state]} if state.state in words else {})]


CLIMATE_MODES = ["off", "auto", "cool", "heat", "fanOnly", "dry", "auto"]


def climate(info, state):
    attributes = {"systemMode": CLIMATE_MODES[state.mode]}
    if info.feature_flags & 1:
        attributes["localTemperature"] = temperature(state.current_temperature)
    heats = any(mode in info.supported_modes for mode in (1, 3, 6))
    cools = any(mode in info.supported_modes for mode in (1, 2))
    if info.feature_flags & 2:
        low, high = number(state.target_temperature_low), number(state.target_temperature_high)
    else:
        low = high = number(state.target_temperature)
    if heats and low is not None:
        attributes["occupiedHeatingSetpoint"] = half_away(low * 100)
    if cools and high is not None:
        attributes["occupiedCoolingSetpoint"] = half_away(high * 100)
    if info.feature_flags & 32:
        attributes["thermostatRunningState"] = {3: 1, 2: 2, 6: 4}.get(state.action, 0)
    return [(info.name, "Thermostat", attributes)]


def water_heater(info, state):
    attributes = {
        "localTemperature": temperature(state.current_temperature),
        "systemMode": "off" if state.mode == 0 else "heat"}
    if (target := number(state.target_temperature)) is not None:
        attributes["occupiedHeatingSetpoint"] = half_away(target * 100)
    return [(info.name, "Thermostat", attributes)]


BY_KIND = {
    "SensorInfo": sensor, "BinarySensorInfo": binary_sensor, "SwitchInfo": switch, "LightInfo": light, "FanInfo": fan,
    "CoverInfo": cover, "ValveInfo": valve, "LockInfo": lock, "NumberInfo": setting, "SelectInfo": select,
    "TextInfo": text, "TextSensorInfo": text_sensor, "DateInfo": date, "TimeInfo": time,
    "AlarmControlPanelInfo": alarm, "ClimateInfo": climate, "WaterHeaterInfo": water_heater,
}


def is_left_out(info):
    """Settings, diagnostic values and what the configuration hides come only if a person turns them on."""
    return bool(info.entity_category) or info.disabled_by_default


def differences(witness, devices):
    """What the hub shows otherwise than ESPHome's client, in words; empty if nothing.

    `devices` has the hub's devices by number of the sub-device.
    """
    found = []
    for info in witness.entities:
        kind = type(info).__name__
        device = devices[info.device_id]
        if is_left_out(info):
            if device.endpoint(info.name) is not None:
                found.append(f"{info.name}: the hub shows it, although it is a setting or hidden")
            continue
        state = witness.states.get((info.key, info.device_id))
        if state is None or kind not in BY_KIND:
            continue
        for name, trait, attributes in BY_KIND[kind](info, state):
            shown = device.attributes(name, trait)
            if shown is None:
                found.append(f"{info.name}: the hub has no {trait} of {name!r}")
                continue
            for attribute, wanted in attributes.items():
                if shown.get(attribute, MISSING) != wanted:
                    found.append(f"{info.name}: {trait}.{attribute} is {shown.get(attribute)!r}, not {wanted!r} ({state})")
    return found
