internal import HearthEntities
internal import HearthJSON

/// What yes-or-no properties mean that only devices change, by the name of the expose.
enum FlagTable {
    struct Row {
        var deviceClass: String
        /// Whether yes and no change places.
        var isInverted = false
        var category: Entity.Category?
    }

    static let rows: [String: Row] = [
        "occupancy": Row(deviceClass: "occupancy"),
        "presence": Row(deviceClass: "presence"),
        "motion": Row(deviceClass: "motion"),
        "moving": Row(deviceClass: "moving"),
        // Its `value_on` is false: yes is open, as with other doors.
        "contact": Row(deviceClass: "door"),
        "garage_door_contact": Row(deviceClass: "garage_door"),
        "window_open": Row(deviceClass: "window"),
        "open_window": Row(deviceClass: "window"),
        "window": Row(deviceClass: "window"),
        "water_leak": Row(deviceClass: "moisture"),
        "dry": Row(deviceClass: "moisture", isInverted: true),
        "rain": Row(deviceClass: "rain"),
        "smoke": Row(deviceClass: "smoke"),
        "carbon_monoxide": Row(deviceClass: "carbon_monoxide"),
        "gas": Row(deviceClass: "gas"),
        "sos": Row(deviceClass: "safety"),
        "tamper": Row(deviceClass: "tamper"),
        "vibration": Row(deviceClass: "vibration"),
        "noise_detected": Row(deviceClass: "sound"),
        "battery_low": Row(deviceClass: "battery", category: .diagnostic),
        "charging": Row(deviceClass: "battery_charging", category: .diagnostic),
        "update_available": Row(deviceClass: "update", category: .diagnostic),
        "consumer_connected": Row(deviceClass: "plug", category: .diagnostic),
        "running": Row(deviceClass: "running"),
        "fault": Row(deviceClass: "problem", category: .diagnostic),
        "fault_alarm": Row(deviceClass: "problem", category: .diagnostic),
        "test": Row(deviceClass: "", category: .diagnostic),
        "calibrated": Row(deviceClass: "", category: .diagnostic),
    ]
}

/// Names of exposes whose category zigbee2mqtt does not say, or that come whatever it says.
enum CategoryTable {
    /// What people use a device for, although it looks like a setting: both can be set.
    static let settableMain: Set<String> = [
        "state", "valve_state", "mode", "preset", "alarm", "silence", "fan_speed", "fan_mode", "fan_state",
        "swing_mode",
        "target_temperature", "system_mode", "brightness", "position", "valve_position", "boost_heating", "effect",
        "warning", "squawk", "force", "current_heating_setpoint", "occupied_heating_setpoint", "pilot_wire_mode",
    ]
    /// Diagnostics that a home needs without being asked for.
    static let alwaysOn: Set<String> = ["battery", "battery_low", "tamper", "identify"]
    /// Words about the device itself.
    static let diagnosticWords: Set<String> = [
        "battery_state", "setpoint_change_source", "running_mode", "last_unlock_source", "status", "wifi_status",
        "ip_address", "serial_number", "fault_state", "self_test_result", "action_source_name", "action_side",
        "action_from_side", "action_to_side", "action_zone",
    ]
    /// Secrets, which are neither shown nor stored.
    static let secrets: Set<String> = ["pin_code", "action_code", "wifi_config"]
}

/// The words of zigbee2mqtt's specific exposes, and those of entities.
enum WordTable {
    static let systemModes: [(String, String)] = [
        ("off", "off"), ("auto", "auto"), ("heat", "heat"), ("cool", "cool"), ("dry", "dry"), ("fan_only", "fan_only"),
    ]
    /// Modes without a word of their own; read, never set.
    static let otherSystemModes: [(String, String)] = [
        ("emergency_heating", "heat"), ("emergency heating", "heat"), ("precooling", "cool"), ("sleep", "auto"),
    ]
    static let runningStates: [(String, String)] = [
        ("idle", "idle"), ("off", "off"), ("heat", "heating"), ("cool", "cooling"), ("fan_only", "fan"),
        ("dry", "drying"),
    ]
    static let lockStates: [(String, String)] = [
        ("locked", "locked"), ("unlocked", "unlocked"),
        // Locks say so of a bolt that was drawn back, too. Apps show LockState's Not Fully Locked as a jam.
        ("not_fully_locked", "unlocked"),
    ]
    static let movements: [(String, String)] = [
        ("UP", "opening"), ("DOWN", "closing"), ("STOP", "idle"), ("opening", "opening"), ("closing", "closing"),
        ("stopped", "idle"), ("stop", "idle"), ("pause", "idle"),
    ]
    static let fanSpeeds = ["low", "medium", "high"]

    /// Classes of covers by words in the description of their model.
    static let coverClasses: [(String, String)] = [
        ("garage", "garage"), ("gate", "gate"), ("awning", "awning"), ("curtain", "curtain"), ("shutter", "shutter"),
        ("shade", "shade"), ("blind", "blind"), ("window", "window"),
    ]
}
