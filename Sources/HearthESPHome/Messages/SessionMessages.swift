/// The messages of a connection itself.
struct HelloRequest: WireMessage {
    static let id: UInt16 = 1
    static let name = "HelloRequest"
    static let fields = table(
        text(1, "client_info", \.client), number(2, "api_version_major", \.major),
        number(3, "api_version_minor", \.minor))
    var client = ""
    var major: UInt32 = 0
    var minor: UInt32 = 0
}

struct HelloResponse: WireMessage {
    static let id: UInt16 = 2
    static let name = "HelloResponse"
    static let fields = table(
        number(1, "api_version_major", \.major), number(2, "api_version_minor", \.minor),
        text(3, "server_info", \.server), text(4, "name", \.deviceName))
    var major: UInt32 = 0
    var minor: UInt32 = 0
    var server = ""
    var deviceName = ""
}

/// Needed by firmware before 2026.1, also without a password. Later firmware has no passwords, and skips it.
struct AuthenticationRequest: WireMessage {
    static let id: UInt16 = 3
    static let name = "AuthenticationRequest"
    static let fields = table(text(1, "password", \.password))
    var password = ""
}

struct AuthenticationResponse: WireMessage {
    static let id: UInt16 = 4
    static let name = "AuthenticationResponse"
    static let fields = table(flag(1, "invalid_password", \.isInvalid))
    var isInvalid = false
}

struct DisconnectRequest: WireMessage {
    static let id: UInt16 = 5
    static let name = "DisconnectRequest"
    static let fields = table(choice(1, "reason", \.reason))
    /// 1: the time in which a key could be set has passed.
    var reason: UInt32 = 0
}

struct DisconnectResponse: WireMessage {
    static let id: UInt16 = 6
    static let name = "DisconnectResponse"
    static let fields: Row = []
}

struct PingRequest: WireMessage {
    static let id: UInt16 = 7
    static let name = "PingRequest"
    static let fields: Row = []
}

struct PingResponse: WireMessage {
    static let id: UInt16 = 8
    static let name = "PingResponse"
    static let fields: Row = []
}

struct DeviceInfoRequest: WireMessage {
    static let id: UInt16 = 9
    static let name = "DeviceInfoRequest"
    static let fields: Row = []
}

struct AreaPart: WireMessage {
    static let id: UInt16 = 0
    static let name = "AreaInfo"
    static let fields = table(number(1, "area_id", \.id), text(2, "name", \.areaName))
    var id: UInt32 = 0
    var areaName = ""
}

struct SubDevicePart: WireMessage {
    static let id: UInt16 = 0
    static let name = "DeviceInfo"
    static let fields = table(
        number(1, "device_id", \.id), text(2, "name", \.deviceName), number(3, "area_id", \.areaID))
    var id: UInt32 = 0
    var deviceName = ""
    var areaID: UInt32 = 0
}

struct DeviceInfoResponse: WireMessage {
    static let id: UInt16 = 10
    static let name = "DeviceInfoResponse"
    static let fields = table(
        flag(1, "uses_password", \.usesPassword), text(2, "name", \.deviceName), text(3, "mac_address", \.mac),
        text(4, "esphome_version", \.version), text(6, "model", \.model), flag(7, "has_deep_sleep", \.hasDeepSleep),
        text(8, "project_name", \.projectName),
        text(9, "project_version", \.projectVersion), text(12, "manufacturer", \.maker),
        text(13, "friendly_name", \.friendlyName), text(16, "suggested_area", \.suggestedArea),
        flag(19, "api_encryption_supported", \.supportsEncryption), parts(20, "devices", \.devices),
        parts(21, "areas", \.areas), part(22, "area", \.area),
        flag(26, "api_encryption_provisionable", \.takesKey))
    var usesPassword = false
    var deviceName = ""
    var mac = ""
    var version = ""
    var model = ""
    var hasDeepSleep = false
    var projectName = ""
    var projectVersion = ""
    var maker = ""
    var friendlyName = ""
    var suggestedArea = ""
    var supportsEncryption = false
    var devices: [SubDevicePart] = []
    var areas: [AreaPart] = []
    var area: AreaPart?
    var takesKey = false
}

struct ListEntitiesRequest: WireMessage {
    static let id: UInt16 = 11
    static let name = "ListEntitiesRequest"
    static let fields: Row = []
}

struct ListEntitiesDoneResponse: WireMessage {
    static let id: UInt16 = 19
    static let name = "ListEntitiesDoneResponse"
    static let fields: Row = []
}

struct SubscribeStatesRequest: WireMessage {
    static let id: UInt16 = 20
    static let name = "SubscribeStatesRequest"
    static let fields: Row = []
}

struct GetTimeRequest: WireMessage {
    static let id: UInt16 = 36
    static let name = "GetTimeRequest"
    static let fields: Row = []
}

struct GetTimeResponse: WireMessage {
    static let id: UInt16 = 37
    static let name = "GetTimeResponse"
    static let fields = table(
        fixed(1, "epoch_seconds", \.epoch), text(2, "timezone", \.zone), part(3, "parsed_timezone", \.parsedZone))
    var epoch: UInt32 = 0
    /// In the form of POSIX's TZ variable.
    var zone = ""
    var parsedZone: TimeZonePart?
}

/// A time zone. Offsets are in seconds and positive west of Greenwich, as in POSIX's TZ variable.
struct TimeZonePart: WireMessage {
    static let id: UInt16 = 0
    static let name = "ParsedTimezone"
    static let fields = table(
        signed(1, "std_offset_seconds", \.standardOffset), signed(2, "dst_offset_seconds", \.summerOffset),
        part(3, "dst_start", \.summerStart), part(4, "dst_end", \.summerEnd))
    var standardOffset: Int32 = 0
    var summerOffset: Int32 = 0
    var summerStart: ZoneRulePart?
    var summerEnd: ZoneRulePart?
}

/// When daylight saving time begins or ends.
struct ZoneRulePart: WireMessage {
    static let id: UInt16 = 0
    static let name = "DSTRule"
    static let fields = table(
        signed(1, "time_seconds", \.time), number(2, "day", \.day), choice(3, "type", \.kind),
        number(4, "month", \.month), number(5, "week", \.week), number(6, "day_of_week", \.weekday))
    /// Seconds after midnight, local time.
    var time: Int32 = 0
    /// The day of the year, for the kinds 2 and 3.
    var day: UInt32 = 0
    /// 1: a weekday of a month; 2: a day of the year without 29 February; 3: with it.
    var kind: UInt32 = 0
    var month: UInt32 = 0
    /// 5: the last one of the month.
    var week: UInt32 = 0
    /// 0: Sunday.
    var weekday: UInt32 = 0
}

struct NoiseEncryptionSetKeyRequest: WireMessage {
    static let id: UInt16 = 124
    static let name = "NoiseEncryptionSetKeyRequest"
    static let fields = table(data(1, "key", \.key))
    var key: [UInt8] = []
}

struct NoiseEncryptionSetKeyResponse: WireMessage {
    static let id: UInt16 = 125
    static let name = "NoiseEncryptionSetKeyResponse"
    static let fields = table(flag(1, "success", \.succeeded))
    var succeeded = false
}
