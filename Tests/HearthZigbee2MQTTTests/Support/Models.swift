internal import Expectations
internal import HearthEntities
internal import HearthJSON
internal import HearthZigbee2MQTT

/// Models as zigbee2mqtt describes them, each with what is special about some real ones.
enum Models {
    static let colorLight = """
        {"vendor": "Lumen", "model": "A60", "description": "Colour bulb", "supports_ota": true, "exposes": [
          {"type": "light", "features": [
            {"type": "binary", "name": "state", "property": "state", "access": 7, "value_on": "ON", "value_off": "OFF",
             "value_toggle": "TOGGLE"},
            {"type": "numeric", "name": "brightness", "property": "brightness", "access": 7, "value_min": 0,
             "value_max": 254},
            {"type": "numeric", "name": "color_temp", "property": "color_temp", "access": 7, "unit": "mired",
             "value_min": 153, "value_max": 454},
            {"type": "composite", "name": "color_xy", "property": "color", "access": 7, "features": [
              {"type": "numeric", "name": "x", "property": "x", "access": 7},
              {"type": "numeric", "name": "y", "property": "y", "access": 7}]},
            {"type": "composite", "name": "color_hs", "property": "color", "access": 7, "features": [
              {"type": "numeric", "name": "hue", "property": "hue", "access": 7},
              {"type": "numeric", "name": "saturation", "property": "saturation", "access": 7}]},
            {"type": "composite", "name": "level_config", "property": "level_config", "access": 7, "features": [
              {"type": "binary", "name": "execute_if_off", "property": "execute_if_off", "access": 7,
               "value_on": true, "value_off": false}]}]},
          {"type": "enum", "name": "effect", "property": "effect", "access": 2,
           "values": ["blink", "breathe", "finish_effect", "stop_effect"]},
          {"type": "enum", "name": "power_on_behavior", "property": "power_on_behavior", "access": 7,
           "values": ["off", "on", "toggle", "previous"], "category": "config"},
          {"type": "enum", "name": "identify", "property": "identify", "access": 2, "values": ["identify"]},
          {"type": "numeric", "name": "linkquality", "property": "linkquality", "access": 0, "unit": "lqi"}]}
        """

    static let twoSwitches = """
        {"vendor": "Twin", "model": "S2", "description": "Wall switch with two buttons", "exposes": [
          {"type": "switch", "endpoint": "left", "features": [
            {"type": "binary", "name": "state", "property": "state_left", "endpoint": "left", "access": 7,
             "value_on": "ON", "value_off": "OFF", "value_toggle": "TOGGLE"}]},
          {"type": "switch", "endpoint": "right", "features": [
            {"type": "binary", "name": "state", "property": "state_right", "endpoint": "right", "access": 7,
             "value_on": "ON", "value_off": "OFF", "value_toggle": "TOGGLE"}]},
          {"type": "enum", "name": "action", "property": "action", "access": 1,
           "values": ["single_left", "double_left", "hold_left", "single_right", "single_both", "shake"]},
          {"type": "numeric", "name": "power", "property": "power_left", "endpoint": "left", "access": 5, "unit": "W"},
          {"type": "numeric", "name": "device_temperature", "property": "device_temperature", "access": 1,
           "unit": "°C"}]}
        """

    static let contact = """
        {"vendor": "Gap", "model": "D1", "description": "Door sensor", "exposes": [
          {"type": "binary", "name": "contact", "property": "contact", "access": 1, "value_on": false,
           "value_off": true},
          {"type": "numeric", "name": "battery", "property": "battery", "access": 1, "unit": "%"},
          {"type": "binary", "name": "battery_low", "property": "battery_low", "access": 1, "value_on": true,
           "value_off": false},
          {"type": "binary", "name": "tamper", "property": "tamper", "access": 1, "value_on": true,
           "value_off": false},
          {"type": "numeric", "name": "voltage", "property": "voltage", "access": 1, "unit": "mV",
           "category": "diagnostic"}]}
        """

    static let radiator = """
        {"vendor": "Warm", "model": "TRV", "description": "Thermostatic radiator valve", "exposes": [
          {"type": "climate", "features": [
            {"type": "numeric", "name": "occupied_heating_setpoint", "property": "occupied_heating_setpoint",
             "access": 7, "unit": "°C", "value_min": 5, "value_max": 30, "value_step": 0.5},
            {"type": "numeric", "name": "local_temperature", "property": "local_temperature", "access": 5,
             "unit": "°C"},
            {"type": "enum", "name": "system_mode", "property": "system_mode", "access": 7,
             "values": ["off", "auto", "heat", "emergency_heating"]},
            {"type": "enum", "name": "running_state", "property": "running_state", "access": 5,
             "values": ["idle", "heat"]},
            {"type": "numeric", "name": "local_temperature_calibration", "property": "local_temperature_calibration",
             "access": 7, "unit": "°C", "value_min": -5, "value_max": 5, "value_step": 0.1}]},
          {"type": "binary", "name": "child_lock", "property": "child_lock", "access": 7, "value_on": "LOCK",
           "value_off": "UNLOCK"},
          {"type": "binary", "name": "child_lock", "property": "child_lock", "access": 7, "value_on": true,
           "value_off": false}]}
        """

    static let blind = """
        {"vendor": "Shade", "model": "B1", "description": "Roller blind motor", "exposes": [
          {"type": "cover", "features": [
            {"type": "enum", "name": "state", "property": "state", "access": 3, "values": ["OPEN", "CLOSE", "STOP"]},
            {"type": "numeric", "name": "position", "property": "position", "access": 7, "unit": "%", "value_min": 0,
             "value_max": 100},
            {"type": "numeric", "name": "tilt", "property": "tilt", "access": 7, "unit": "%", "value_min": 0,
             "value_max": 100}]},
          {"type": "enum", "name": "motor_state", "property": "motor_state", "access": 1,
           "values": ["stopped", "opening", "closing"]}]}
        """

    static let lock = """
        {"vendor": "Bolt", "model": "L1", "description": "Door lock", "exposes": [
          {"type": "lock", "features": [
            {"type": "binary", "name": "state", "property": "state", "access": 7, "value_on": "LOCK",
             "value_off": "UNLOCK"},
            {"type": "enum", "name": "lock_state", "property": "lock_state", "access": 1,
             "values": ["not_fully_locked", "locked", "unlocked"]}]},
          {"type": "composite", "name": "pin_code", "property": "pin_code", "access": 7, "features": [
            {"type": "text", "name": "pin_code", "property": "pin_code", "access": 7}]}]}
        """

    static let siren = """
        {"vendor": "Loud", "model": "W1", "description": "Siren", "exposes": [
          {"type": "composite", "name": "warning", "property": "warning", "access": 2, "features": [
            {"type": "enum", "name": "mode", "property": "mode", "access": 2, "values": ["stop", "burglar", "fire"]},
            {"type": "enum", "name": "level", "property": "level", "access": 2, "values": ["low", "high"]},
            {"type": "binary", "name": "strobe", "property": "strobe", "access": 2, "value_on": true,
             "value_off": false},
            {"type": "numeric", "name": "duration", "property": "duration", "access": 2, "unit": "s",
             "value_max": 900}]},
          {"type": "list", "name": "gradient", "property": "gradient", "access": 7,
           "item_type": {"type": "text", "name": "hex", "access": 7}},
          {"type": "hologram", "name": "ghost", "property": "ghost", "access": 7}]}
        """

    static let fan = """
        {"vendor": "Breeze", "model": "F1", "description": "Ceiling fan", "exposes": [
          {"type": "fan", "features": [
            {"type": "binary", "name": "state", "property": "fan_state", "access": 7, "value_on": "ON",
             "value_off": "OFF"},
            {"type": "enum", "name": "mode", "property": "fan_mode", "access": 7,
             "values": ["off", "low", "medium", "high", "on", "auto"]}]}]}
        """

    static func map(
        _ definition: String, name: String = "Thing", address: String = "0x01", power: String = "Mains (single phase)"
    ) throws -> DeviceMap {
        let device = try require(BridgeDevice(json(entry(definition, name: name, address: address, power: power))))
        return DeviceMap(device, try require(device.definition))
    }

    /// The device's entry in the bridge's list.
    static func entry(
        _ definition: String, name: String = "Thing", address: String = "0x01", power: String = "Mains (single phase)",
        more: String = ""
    ) -> String {
        """
        {"ieee_address": "\(address)", "friendly_name": "\(name)", "type": "Router", "power_source": "\(power)",
         "supported": true, "interview_state": "SUCCESSFUL", "software_build_id": "1.2", \(more)
         "definition": \(definition)}
        """
    }

    static func json(_ text: String) throws -> JSONValue { try JSONValue([UInt8](text.utf8), bytes: 1 << 24) }
}

extension DeviceMap {
    /// The values of one entity after a state.
    func values(_ entity: String, after state: String) throws -> [EntityProperty: EntityValue] {
        states(try Models.json(state)).first { $0.entity == entity }?.values ?? [:]
    }

    /// The message that sends a command.
    func message(_ command: EntityCommand, known: [String: JSONValue] = [:]) throws -> String {
        String(decoding: try setting(command, known: known).json.text, as: UTF8.self)
    }
}
