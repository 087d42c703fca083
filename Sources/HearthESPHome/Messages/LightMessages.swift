struct ListEntitiesLightResponse: ListingMessage {
    static let id: UInt16 = 15
    static let name = "ListEntitiesLightResponse"
    static let fields = table(
        head(disabled: 13, category: 15, device: 16),
        flag(5, "legacy_supports_brightness", \.legacyBrightness),
        flag(6, "legacy_supports_rgb", \.legacyRGB),
        flag(8, "legacy_supports_color_temperature", \.legacyTemperature),
        real(9, "min_mireds", \.minimumMireds),
        real(10, "max_mireds", \.maximumMireds),
        texts(11, "effects", \.effects),
        choices(12, "supported_color_modes", \.modes))
    var head = ListingHead()
    var legacyBrightness = false
    var legacyRGB = false
    var legacyTemperature = false
    var minimumMireds: Float = 0
    var maximumMireds: Float = 0
    var effects: [String] = []
    var modes: [UInt32] = []
}

struct LightStateResponse: EntityMessage {
    static let id: UInt16 = 24
    static let name = "LightStateResponse"
    static let fields = table(
        address(device: 14),
        flag(2, "state", \.isOn),
        real(3, "brightness", \.brightness),
        real(4, "red", \.red),
        real(5, "green", \.green),
        real(6, "blue", \.blue),
        real(7, "white", \.white),
        real(8, "color_temperature", \.mireds),
        text(9, "effect", \.effect),
        real(10, "color_brightness", \.colorBrightness),
        choice(11, "color_mode", \.mode),
        real(12, "cold_white", \.coldWhite),
        real(13, "warm_white", \.warmWhite))
    var address = EntityAddress()
    var isOn = false
    var brightness: Float = 0
    var red: Float = 0
    var green: Float = 0
    var blue: Float = 0
    var white: Float = 0
    var mireds: Float = 0
    var effect = ""
    var colorBrightness: Float = 0
    var mode: UInt32 = 0
    var coldWhite: Float = 0
    var warmWhite: Float = 0
}

struct LightCommandRequest: EntityMessage {
    static let id: UInt16 = 32
    static let name = "LightCommandRequest"
    static let fields = table(
        address(device: 28),
        flag(2, "has_state", \.isOn.isSet),
        flag(3, "state", \.isOn.orZero),
        flag(4, "has_brightness", \.brightness.isSet),
        real(5, "brightness", \.brightness.orZero),
        flag(6, "has_rgb", \.red.isSet),
        real(7, "red", \.red.orZero),
        real(8, "green", \.green),
        real(9, "blue", \.blue),
        flag(10, "has_white", \.white.isSet),
        real(11, "white", \.white.orZero),
        flag(12, "has_color_temperature", \.mireds.isSet),
        real(13, "color_temperature", \.mireds.orZero),
        flag(14, "has_transition_length", \.transition.isSet),
        number(15, "transition_length", \.transition.orZero),
        flag(18, "has_effect", \.effect.isSet),
        text(19, "effect", \.effect.orZero),
        flag(20, "has_color_brightness", \.colorBrightness.isSet),
        real(21, "color_brightness", \.colorBrightness.orZero),
        flag(22, "has_color_mode", \.mode.isSet),
        choice(23, "color_mode", \.mode.orZero),
        flag(24, "has_cold_white", \.coldWhite.isSet),
        real(25, "cold_white", \.coldWhite.orZero),
        flag(26, "has_warm_white", \.warmWhite.isSet),
        real(27, "warm_white", \.warmWhite.orZero))
    var address = EntityAddress()
    var isOn: Bool?
    var brightness: Float?
    var red: Float?
    var green: Float = 0
    var blue: Float = 0
    var white: Float?
    var mireds: Float?
    var transition: UInt32?
    var effect: String?
    var colorBrightness: Float?
    var mode: UInt32?
    var coldWhite: Float?
    var warmWhite: Float?
}
