struct ListEntitiesFanResponse: ListingMessage {
    static let id: UInt16 = 14
    static let name = "ListEntitiesFanResponse"
    static let fields = table(
        head(disabled: 9, category: 11, device: 13),
        flag(5, "supports_oscillation", \.oscillates),
        flag(6, "supports_speed", \.hasSpeed),
        flag(7, "supports_direction", \.hasDirection),
        integer(8, "supported_speed_count", \.speeds),
        texts(12, "supported_preset_modes", \.presets))
    var head = ListingHead()
    var oscillates = false
    var hasSpeed = false
    var hasDirection = false
    var speeds: Int32 = 0
    var presets: [String] = []
}

struct FanStateResponse: EntityMessage {
    static let id: UInt16 = 23
    static let name = "FanStateResponse"
    static let fields = table(
        address(device: 8),
        flag(2, "state", \.isOn),
        flag(3, "oscillating", \.isOscillating),
        choice(5, "direction", \.direction),
        integer(6, "speed_level", \.level),
        text(7, "preset_mode", \.preset))
    var address = EntityAddress()
    var isOn = false
    var isOscillating = false
    var direction: UInt32 = 0
    var level: Int32 = 0
    var preset = ""
}

struct FanCommandRequest: EntityMessage {
    static let id: UInt16 = 31
    static let name = "FanCommandRequest"
    static let fields = table(
        address(device: 14),
        flag(2, "has_state", \.isOn.isSet),
        flag(3, "state", \.isOn.orZero),
        flag(6, "has_oscillating", \.isOscillating.isSet),
        flag(7, "oscillating", \.isOscillating.orZero),
        flag(8, "has_direction", \.direction.isSet),
        choice(9, "direction", \.direction.orZero),
        flag(10, "has_speed_level", \.level.isSet),
        integer(11, "speed_level", \.level.orZero),
        flag(12, "has_preset_mode", \.preset.isSet),
        text(13, "preset_mode", \.preset.orZero))
    var address = EntityAddress()
    var isOn: Bool?
    var isOscillating: Bool?
    var direction: UInt32?
    var level: Int32?
    var preset: String?
}
