struct ListEntitiesNumberResponse: ListingMessage {
    static let id: UInt16 = 49
    static let name = "ListEntitiesNumberResponse"
    static let fields = table(
        head(disabled: 9, category: 10, device: 14),
        real(6, "min_value", \.minimum),
        real(7, "max_value", \.maximum),
        real(8, "step", \.step),
        text(11, "unit_of_measurement", \.unit),
        choice(12, "mode", \.mode),
        text(13, "device_class", \.deviceClass))
    var head = ListingHead()
    var minimum: Float = 0
    var maximum: Float = 0
    var step: Float = 0
    var unit = ""
    var mode: UInt32 = 0
    var deviceClass = ""
}

struct NumberStateResponse: EntityMessage {
    static let id: UInt16 = 50
    static let name = "NumberStateResponse"
    static let fields = table(
        address(device: 4),
        real(2, "state", \.value),
        flag(3, "missing_state", \.isMissing))
    var address = EntityAddress()
    var value: Float = 0
    var isMissing = false
}

struct NumberCommandRequest: EntityMessage {
    static let id: UInt16 = 51
    static let name = "NumberCommandRequest"
    static let fields = table(
        address(device: 3),
        real(2, "state", \.value))
    var address = EntityAddress()
    var value: Float = 0
}

struct ListEntitiesSelectResponse: ListingMessage {
    static let id: UInt16 = 52
    static let name = "ListEntitiesSelectResponse"
    static let fields = table(
        head(disabled: 7, category: 8, device: 9),
        texts(6, "options", \.options))
    var head = ListingHead()
    var options: [String] = []
}

struct SelectStateResponse: EntityMessage {
    static let id: UInt16 = 53
    static let name = "SelectStateResponse"
    static let fields = table(
        address(device: 4),
        text(2, "state", \.value),
        flag(3, "missing_state", \.isMissing))
    var address = EntityAddress()
    var value = ""
    var isMissing = false
}

struct SelectCommandRequest: EntityMessage {
    static let id: UInt16 = 54
    static let name = "SelectCommandRequest"
    static let fields = table(
        address(device: 3),
        text(2, "state", \.value))
    var address = EntityAddress()
    var value = ""
}

struct ListEntitiesTextResponse: ListingMessage {
    static let id: UInt16 = 97
    static let name = "ListEntitiesTextResponse"
    static let fields = table(
        head(disabled: 6, category: 7, device: 12),
        number(8, "min_length", \.minimumLength),
        number(9, "max_length", \.maximumLength),
        choice(11, "mode", \.mode))
    var head = ListingHead()
    var minimumLength: UInt32 = 0
    var maximumLength: UInt32 = 0
    var mode: UInt32 = 0
}

struct TextStateResponse: EntityMessage {
    static let id: UInt16 = 98
    static let name = "TextStateResponse"
    static let fields = table(
        address(device: 4),
        text(2, "state", \.value),
        flag(3, "missing_state", \.isMissing))
    var address = EntityAddress()
    var value = ""
    var isMissing = false
}

struct TextCommandRequest: EntityMessage {
    static let id: UInt16 = 99
    static let name = "TextCommandRequest"
    static let fields = table(
        address(device: 3),
        text(2, "state", \.value))
    var address = EntityAddress()
    var value = ""
}
