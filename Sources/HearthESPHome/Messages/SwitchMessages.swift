struct ListEntitiesSwitchResponse: ListingMessage {
    static let id: UInt16 = 17
    static let name = "ListEntitiesSwitchResponse"
    static let fields = table(
        head(disabled: 7, category: 8, device: 10),
        flag(6, "assumed_state", \.isAssumed),
        text(9, "device_class", \.deviceClass))
    var head = ListingHead()
    var isAssumed = false
    var deviceClass = ""
}

struct SwitchStateResponse: EntityMessage {
    static let id: UInt16 = 26
    static let name = "SwitchStateResponse"
    static let fields = table(
        address(device: 3),
        flag(2, "state", \.isOn),
        flag(4, "missing_state", \.isMissing))
    var address = EntityAddress()
    var isOn = false
    var isMissing = false
}

struct SwitchCommandRequest: EntityMessage {
    static let id: UInt16 = 33
    static let name = "SwitchCommandRequest"
    static let fields = table(
        address(device: 3),
        flag(2, "state", \.isOn))
    var address = EntityAddress()
    var isOn = false
}

struct ListEntitiesSirenResponse: ListingMessage {
    static let id: UInt16 = 55
    static let name = "ListEntitiesSirenResponse"
    static let fields = table(
        head(disabled: 6, category: 10, device: 11),
        texts(7, "tones", \.tones),
        flag(8, "supports_duration", \.hasDuration),
        flag(9, "supports_volume", \.hasVolume))
    var head = ListingHead()
    var tones: [String] = []
    var hasDuration = false
    var hasVolume = false
}

struct SirenStateResponse: EntityMessage {
    static let id: UInt16 = 56
    static let name = "SirenStateResponse"
    static let fields = table(
        address(device: 3),
        flag(2, "state", \.isOn))
    var address = EntityAddress()
    var isOn = false
}

struct SirenCommandRequest: EntityMessage {
    static let id: UInt16 = 57
    static let name = "SirenCommandRequest"
    static let fields = table(
        address(device: 10),
        flag(2, "has_state", \.isOn.isSet),
        flag(3, "state", \.isOn.orZero),
        flag(4, "has_tone", \.tone.isSet),
        text(5, "tone", \.tone.orZero),
        flag(6, "has_duration", \.duration.isSet),
        number(7, "duration", \.duration.orZero),
        flag(8, "has_volume", \.volume.isSet),
        real(9, "volume", \.volume.orZero))
    var address = EntityAddress()
    var isOn: Bool?
    var tone: String?
    var duration: UInt32?
    var volume: Float?
}

struct ListEntitiesButtonResponse: ListingMessage {
    static let id: UInt16 = 61
    static let name = "ListEntitiesButtonResponse"
    static let fields = table(
        head(disabled: 6, category: 7, device: 9),
        text(8, "device_class", \.deviceClass))
    var head = ListingHead()
    var deviceClass = ""
}

struct ButtonCommandRequest: EntityMessage {
    static let id: UInt16 = 62
    static let name = "ButtonCommandRequest"
    static let fields = table(
        address(device: 2))
    var address = EntityAddress()
}
