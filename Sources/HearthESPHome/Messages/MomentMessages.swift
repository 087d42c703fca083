struct ListEntitiesDateResponse: ListingMessage {
    static let id: UInt16 = 100
    static let name = "ListEntitiesDateResponse"
    static let fields = table(
        head(disabled: 6, category: 7, device: 8))
    var head = ListingHead()
}

struct DateStateResponse: EntityMessage {
    static let id: UInt16 = 101
    static let name = "DateStateResponse"
    static let fields = table(
        address(device: 6),
        flag(2, "missing_state", \.isMissing),
        number(3, "year", \.year),
        number(4, "month", \.month),
        number(5, "day", \.day))
    var address = EntityAddress()
    var isMissing = false
    var year: UInt32 = 0
    var month: UInt32 = 0
    var day: UInt32 = 0
}

struct DateCommandRequest: EntityMessage {
    static let id: UInt16 = 102
    static let name = "DateCommandRequest"
    static let fields = table(
        address(device: 5),
        number(2, "year", \.year),
        number(3, "month", \.month),
        number(4, "day", \.day))
    var address = EntityAddress()
    var year: UInt32 = 0
    var month: UInt32 = 0
    var day: UInt32 = 0
}

struct ListEntitiesTimeResponse: ListingMessage {
    static let id: UInt16 = 103
    static let name = "ListEntitiesTimeResponse"
    static let fields = table(
        head(disabled: 6, category: 7, device: 8))
    var head = ListingHead()
}

struct TimeStateResponse: EntityMessage {
    static let id: UInt16 = 104
    static let name = "TimeStateResponse"
    static let fields = table(
        address(device: 6),
        flag(2, "missing_state", \.isMissing),
        number(3, "hour", \.hour),
        number(4, "minute", \.minute),
        number(5, "second", \.second))
    var address = EntityAddress()
    var isMissing = false
    var hour: UInt32 = 0
    var minute: UInt32 = 0
    var second: UInt32 = 0
}

struct TimeCommandRequest: EntityMessage {
    static let id: UInt16 = 105
    static let name = "TimeCommandRequest"
    static let fields = table(
        address(device: 5),
        number(2, "hour", \.hour),
        number(3, "minute", \.minute),
        number(4, "second", \.second))
    var address = EntityAddress()
    var hour: UInt32 = 0
    var minute: UInt32 = 0
    var second: UInt32 = 0
}

struct ListEntitiesDateTimeResponse: ListingMessage {
    static let id: UInt16 = 112
    static let name = "ListEntitiesDateTimeResponse"
    static let fields = table(
        head(disabled: 6, category: 7, device: 8))
    var head = ListingHead()
}

struct DateTimeStateResponse: EntityMessage {
    static let id: UInt16 = 113
    static let name = "DateTimeStateResponse"
    static let fields = table(
        address(device: 4),
        flag(2, "missing_state", \.isMissing),
        fixed(3, "epoch_seconds", \.epoch))
    var address = EntityAddress()
    var isMissing = false
    var epoch: UInt32 = 0
}

struct DateTimeCommandRequest: EntityMessage {
    static let id: UInt16 = 114
    static let name = "DateTimeCommandRequest"
    static let fields = table(
        address(device: 3),
        fixed(2, "epoch_seconds", \.epoch))
    var address = EntityAddress()
    var epoch: UInt32 = 0
}
