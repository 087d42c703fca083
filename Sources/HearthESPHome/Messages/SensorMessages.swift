struct ListEntitiesBinarySensorResponse: ListingMessage {
    static let id: UInt16 = 12
    static let name = "ListEntitiesBinarySensorResponse"
    static let fields = table(
        head(disabled: 7, category: 9, device: 10),
        text(5, "device_class", \.deviceClass),
        flag(6, "is_status_binary_sensor", \.isStatus))
    var head = ListingHead()
    var deviceClass = ""
    var isStatus = false
}

struct BinarySensorStateResponse: EntityMessage {
    static let id: UInt16 = 21
    static let name = "BinarySensorStateResponse"
    static let fields = table(
        address(device: 4),
        flag(2, "state", \.isOn),
        flag(3, "missing_state", \.isMissing))
    var address = EntityAddress()
    var isOn = false
    var isMissing = false
}

struct ListEntitiesSensorResponse: ListingMessage {
    static let id: UInt16 = 16
    static let name = "ListEntitiesSensorResponse"
    static let fields = table(
        head(disabled: 12, category: 13, device: 14),
        text(6, "unit_of_measurement", \.unit),
        text(9, "device_class", \.deviceClass),
        choice(10, "state_class", \.stateClass))
    var head = ListingHead()
    var unit = ""
    var deviceClass = ""
    var stateClass: UInt32 = 0
}

struct SensorStateResponse: EntityMessage {
    static let id: UInt16 = 25
    static let name = "SensorStateResponse"
    static let fields = table(
        address(device: 4),
        real(2, "state", \.value),
        flag(3, "missing_state", \.isMissing))
    var address = EntityAddress()
    var value: Float = 0
    var isMissing = false
}

struct ListEntitiesTextSensorResponse: ListingMessage {
    static let id: UInt16 = 18
    static let name = "ListEntitiesTextSensorResponse"
    static let fields = table(
        head(disabled: 6, category: 7, device: 9),
        text(8, "device_class", \.deviceClass))
    var head = ListingHead()
    var deviceClass = ""
}

struct TextSensorStateResponse: EntityMessage {
    static let id: UInt16 = 27
    static let name = "TextSensorStateResponse"
    static let fields = table(
        address(device: 4),
        text(2, "state", \.value),
        flag(3, "missing_state", \.isMissing))
    var address = EntityAddress()
    var value = ""
    var isMissing = false
}

struct ListEntitiesEventResponse: ListingMessage {
    static let id: UInt16 = 107
    static let name = "ListEntitiesEventResponse"
    static let fields = table(
        head(disabled: 6, category: 7, device: 10),
        text(8, "device_class", \.deviceClass),
        texts(9, "event_types", \.types))
    var head = ListingHead()
    var deviceClass = ""
    var types: [String] = []
}

struct EventResponse: EntityMessage {
    static let id: UInt16 = 108
    static let name = "EventResponse"
    static let fields = table(
        address(device: 3),
        text(2, "event_type", \.type))
    var address = EntityAddress()
    var type = ""
}
