struct ListEntitiesCoverResponse: ListingMessage {
    static let id: UInt16 = 13
    static let name = "ListEntitiesCoverResponse"
    static let fields = table(
        head(disabled: 9, category: 11, device: 13),
        flag(5, "assumed_state", \.isAssumed),
        flag(6, "supports_position", \.hasPosition),
        flag(7, "supports_tilt", \.hasTilt),
        text(8, "device_class", \.deviceClass),
        flag(12, "supports_stop", \.canStop),
        flag(14, "supports_stop_tilt", \.canStopTilt),
        flag(15, "supports_toggle", \.canToggle))
    var head = ListingHead()
    var isAssumed = false
    var hasPosition = false
    var hasTilt = false
    var deviceClass = ""
    var canStop = false
    var canStopTilt = false
    var canToggle = false
}

struct CoverStateResponse: EntityMessage {
    static let id: UInt16 = 22
    static let name = "CoverStateResponse"
    static let fields = table(
        address(device: 6),
        real(3, "position", \.position),
        real(4, "tilt", \.tilt),
        choice(5, "current_operation", \.operation))
    var address = EntityAddress()
    var position: Float = 0
    var tilt: Float = 0
    var operation: UInt32 = 0
}

struct CoverCommandRequest: EntityMessage {
    static let id: UInt16 = 30
    static let name = "CoverCommandRequest"
    static let fields = table(
        address(device: 9),
        flag(4, "has_position", \.position.isSet),
        real(5, "position", \.position.orZero),
        flag(6, "has_tilt", \.tilt.isSet),
        real(7, "tilt", \.tilt.orZero),
        flag(8, "stop", \.stops),
        flag(10, "stop_tilt", \.stopsTilt),
        flag(11, "toggle", \.toggles))
    var address = EntityAddress()
    var position: Float?
    var tilt: Float?
    var stops = false
    var stopsTilt = false
    var toggles = false
}

struct ListEntitiesValveResponse: ListingMessage {
    static let id: UInt16 = 109
    static let name = "ListEntitiesValveResponse"
    static let fields = table(
        head(disabled: 6, category: 7, device: 12),
        text(8, "device_class", \.deviceClass),
        flag(9, "assumed_state", \.isAssumed),
        flag(10, "supports_position", \.hasPosition),
        flag(11, "supports_stop", \.canStop))
    var head = ListingHead()
    var deviceClass = ""
    var isAssumed = false
    var hasPosition = false
    var canStop = false
}

struct ValveStateResponse: EntityMessage {
    static let id: UInt16 = 110
    static let name = "ValveStateResponse"
    static let fields = table(
        address(device: 4),
        real(2, "position", \.position),
        choice(3, "current_operation", \.operation))
    var address = EntityAddress()
    var position: Float = 0
    var operation: UInt32 = 0
}

struct ValveCommandRequest: EntityMessage {
    static let id: UInt16 = 111
    static let name = "ValveCommandRequest"
    static let fields = table(
        address(device: 5),
        flag(2, "has_position", \.position.isSet),
        real(3, "position", \.position.orZero),
        flag(4, "stop", \.stops))
    var address = EntityAddress()
    var position: Float?
    var stops = false
}

struct ListEntitiesLockResponse: ListingMessage {
    static let id: UInt16 = 58
    static let name = "ListEntitiesLockResponse"
    static let fields = table(
        head(disabled: 6, category: 7, device: 12),
        flag(8, "assumed_state", \.isAssumed),
        flag(9, "supports_open", \.canOpen),
        flag(10, "requires_code", \.needsCode),
        text(11, "code_format", \.codeFormat))
    var head = ListingHead()
    var isAssumed = false
    var canOpen = false
    var needsCode = false
    var codeFormat = ""
}

struct LockStateResponse: EntityMessage {
    static let id: UInt16 = 59
    static let name = "LockStateResponse"
    static let fields = table(
        address(device: 3),
        choice(2, "state", \.state))
    var address = EntityAddress()
    var state: UInt32 = 0
}

struct LockCommandRequest: EntityMessage {
    static let id: UInt16 = 60
    static let name = "LockCommandRequest"
    static let fields = table(
        address(device: 5),
        choice(2, "command", \.command),
        flag(3, "has_code", \.code.isSet),
        text(4, "code", \.code.orZero))
    var address = EntityAddress()
    var command: UInt32 = 0
    var code: String?
}
