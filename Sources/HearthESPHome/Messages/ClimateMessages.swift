struct ListEntitiesClimateResponse: ListingMessage {
    static let id: UInt16 = 46
    static let name = "ListEntitiesClimateResponse"
    static let fields = table(
        head(disabled: 18, category: 20, device: 26),
        flag(5, "supports_current_temperature", \.legacyCurrent),
        flag(6, "supports_two_point_target_temperature", \.legacyTwoPoint),
        choices(7, "supported_modes", \.modes),
        real(8, "visual_min_temperature", \.minimum),
        real(9, "visual_max_temperature", \.maximum),
        real(10, "visual_target_temperature_step", \.step),
        flag(12, "supports_action", \.legacyAction),
        choices(13, "supported_fan_modes", \.fanModes),
        choices(14, "supported_swing_modes", \.swingModes),
        texts(15, "supported_custom_fan_modes", \.customFanModes),
        choices(16, "supported_presets", \.presets),
        texts(17, "supported_custom_presets", \.customPresets),
        flag(22, "supports_current_humidity", \.legacyCurrentHumidity),
        flag(23, "supports_target_humidity", \.legacyTargetHumidity),
        number(27, "feature_flags", \.features),
        choice(28, "temperature_unit", \.unit))
    var head = ListingHead()
    var legacyCurrent = false
    var legacyTwoPoint = false
    var modes: [UInt32] = []
    var minimum: Float = 0
    var maximum: Float = 0
    var step: Float = 0
    var legacyAction = false
    var fanModes: [UInt32] = []
    var swingModes: [UInt32] = []
    var customFanModes: [String] = []
    var presets: [UInt32] = []
    var customPresets: [String] = []
    var legacyCurrentHumidity = false
    var legacyTargetHumidity = false
    var features: UInt32 = 0
    var unit: UInt32 = 0
}

struct ClimateStateResponse: EntityMessage {
    static let id: UInt16 = 47
    static let name = "ClimateStateResponse"
    static let fields = table(
        address(device: 16),
        choice(2, "mode", \.mode),
        real(3, "current_temperature", \.current),
        real(4, "target_temperature", \.target),
        real(5, "target_temperature_low", \.low),
        real(6, "target_temperature_high", \.high),
        choice(8, "action", \.action),
        choice(9, "fan_mode", \.fanMode),
        choice(10, "swing_mode", \.swingMode),
        text(11, "custom_fan_mode", \.customFanMode),
        choice(12, "preset", \.preset),
        text(13, "custom_preset", \.customPreset),
        real(14, "current_humidity", \.currentHumidity),
        real(15, "target_humidity", \.targetHumidity),
        flag(17, "missing_state", \.isMissing))
    var address = EntityAddress()
    var mode: UInt32 = 0
    var current: Float = 0
    var target: Float = 0
    var low: Float = 0
    var high: Float = 0
    var action: UInt32 = 0
    var fanMode: UInt32 = 0
    var swingMode: UInt32 = 0
    var customFanMode = ""
    var preset: UInt32 = 0
    var customPreset = ""
    var currentHumidity: Float = 0
    var targetHumidity: Float = 0
    var isMissing = false
}

struct ClimateCommandRequest: EntityMessage {
    static let id: UInt16 = 48
    static let name = "ClimateCommandRequest"
    static let fields = table(
        address(device: 24),
        flag(2, "has_mode", \.mode.isSet),
        choice(3, "mode", \.mode.orZero),
        flag(4, "has_target_temperature", \.target.isSet),
        real(5, "target_temperature", \.target.orZero),
        flag(6, "has_target_temperature_low", \.low.isSet),
        real(7, "target_temperature_low", \.low.orZero),
        flag(8, "has_target_temperature_high", \.high.isSet),
        real(9, "target_temperature_high", \.high.orZero),
        flag(12, "has_fan_mode", \.fanMode.isSet),
        choice(13, "fan_mode", \.fanMode.orZero),
        flag(14, "has_swing_mode", \.swingMode.isSet),
        choice(15, "swing_mode", \.swingMode.orZero),
        flag(16, "has_custom_fan_mode", \.customFanMode.isSet),
        text(17, "custom_fan_mode", \.customFanMode.orZero),
        flag(18, "has_preset", \.preset.isSet),
        choice(19, "preset", \.preset.orZero),
        flag(20, "has_custom_preset", \.customPreset.isSet),
        text(21, "custom_preset", \.customPreset.orZero),
        flag(22, "has_target_humidity", \.targetHumidity.isSet),
        real(23, "target_humidity", \.targetHumidity.orZero))
    var address = EntityAddress()
    var mode: UInt32?
    var target: Float?
    var low: Float?
    var high: Float?
    var fanMode: UInt32?
    var swingMode: UInt32?
    var customFanMode: String?
    var preset: UInt32?
    var customPreset: String?
    var targetHumidity: Float?
}

struct ListEntitiesWaterHeaterResponse: ListingMessage {
    static let id: UInt16 = 132
    static let name = "ListEntitiesWaterHeaterResponse"
    static let fields = table(
        head(disabled: 5, category: 6, device: 7),
        real(8, "min_temperature", \.minimum),
        real(9, "max_temperature", \.maximum),
        real(10, "target_temperature_step", \.step),
        choices(11, "supported_modes", \.modes),
        number(12, "supported_features", \.features),
        choice(13, "temperature_unit", \.unit))
    var head = ListingHead()
    var minimum: Float = 0
    var maximum: Float = 0
    var step: Float = 0
    var modes: [UInt32] = []
    var features: UInt32 = 0
    var unit: UInt32 = 0
}

struct WaterHeaterStateResponse: EntityMessage {
    static let id: UInt16 = 133
    static let name = "WaterHeaterStateResponse"
    static let fields = table(
        address(device: 5),
        real(2, "current_temperature", \.current),
        real(3, "target_temperature", \.target),
        choice(4, "mode", \.mode),
        number(6, "state", \.bits),
        real(7, "target_temperature_low", \.low),
        real(8, "target_temperature_high", \.high),
        flag(9, "missing_state", \.isMissing))
    var address = EntityAddress()
    var current: Float = 0
    var target: Float = 0
    var mode: UInt32 = 0
    var bits: UInt32 = 0
    var low: Float = 0
    var high: Float = 0
    var isMissing = false
}

struct WaterHeaterCommandRequest: EntityMessage {
    static let id: UInt16 = 134
    static let name = "WaterHeaterCommandRequest"
    static let fields = table(
        address(device: 5),
        number(2, "has_fields", \.fieldsSet),
        choice(3, "mode", \.mode),
        real(4, "target_temperature", \.target),
        number(6, "state", \.bits),
        real(7, "target_temperature_low", \.low),
        real(8, "target_temperature_high", \.high))
    var address = EntityAddress()
    var fieldsSet: UInt32 = 0
    var mode: UInt32 = 0
    var target: Float = 0
    var bits: UInt32 = 0
    var low: Float = 0
    var high: Float = 0
}
