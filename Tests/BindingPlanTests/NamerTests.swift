internal import HearthBase
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import BindingPlan

/// The names of Matter's schemas are irregular in many ways; each case here occurs in them.
struct NamerTests {
    @Test(arguments: [
        ("onOff", "onOff", "on_off"),
        ("MoveToLevel", "moveToLevel", "move_to_level"),
        ("PICoolingDemand", "piCoolingDemand", "pi_cooling_demand"),
        ("UTCTime", "utcTime", "utc_time"),
        ("COState", "coState", "co_state"),
        ("NOCs", "nocs", "nocs"),
        ("maxNOCsPerFabric", "maxNOCsPerFabric", "max_nocs_per_fabric"),
        ("acl", "acl", "acl"),
        ("RSSI", "rssi", "rssi"),
        ("PINCode", "pinCode", "pin_code"),
        ("requirePINforRemoteOperation", "requirePINForRemoteOperation", "require_pin_for_remote_operation"),
        ("vendorID", "vendorID", "vendor_id"),
        ("currentPositionLiftPercent100ths", "currentPositionLiftPercent100ths", "current_position_lift_percent100ths"),
        ("IPv4Addresses", "ipv4Addresses", "ipv4_addresses"),
        ("offPremiseServicesReachableIPv6", "offPremiseServicesReachableIPv6", "off_premise_services_reachable_ipv6"),
        ("AC_POWER", "acPOWER", "ac_power"),
        ("device_id", "deviceId", "device_id"),
        ("levelValue", "levelValue", "level_value"),
        ("H264", "h264", "h264"),
        ("WPA3Personal", "wpa3Personal", "wpa3_personal"),
        ("PM25Concentration", "pm25Concentration", "pm25_concentration"),
        ("x", "x", "x"),
        ("", "", ""),
    ])
    func changesCase(name: String, camel: String, snake: String) {
        expect(Namer.lowerCamel(name, whole: ["IPv4", "IPv6", "PIN"]), equals: camel)
        expect(Namer.lowerSnake(name, whole: ["IPv4", "IPv6", "PIN"]), equals: snake)
    }

    private let namer = TraitNamer(overrides: Overrides())

    @Test(arguments: [
        ("kDyingLight", "dyingLight"), ("k12hr", "k12hr"), ("k4v5", "k4v5"), ("k523", "k523"), ("kNone", "noneValue"),
        ("kSome", "someValue"), ("kAll", "all"), ("kUnknown", "unknown"), ("kInit", "initValue"),
        ("kSelf", "selfValue"),
        ("kDescription", "description"), ("kRawValue", "rawValueValue"), ("kDefault", "default"), ("known", "known"),
        ("kPASE", "pase"), ("kInvalidPIN", "invalidPIN"),
    ])
    func namesConstants(constant: String, name: String) {
        expect(namer.cases([constant]), equals: [name])
    }

    @Test func keepsConstantsApart() {
        expect(namer.cases(["kOn", "kON", "on"]), equals: ["on", "onValue", "onValue2"])
    }

    @Test(arguments: ["default", "internal", "open", "private", "extension", "any", "case", "in", "init"])
    func backticksOnlyReservedWords(word: String) {
        let isContextual = ["open", "any"].contains(word)
        expect(Namer.escaped(word), equals: (isContextual ? word : "`\(word)`"))
    }

    @Test func nestedTypesAvoidWhatSwiftUses() {
        var scope = NameScope(reserved: TraitNamer.reservedTypes)
        expect(namer.type("Type", kind: "Enum", in: &scope), equals: "TypeEnum")
        expect(namer.type("Protocol", kind: "Bitmap", in: &scope), equals: "ProtocolBitmap")
        expect(namer.type("Attributes", kind: "Struct", in: &scope), equals: "AttributesStruct")
        expect(namer.type("StatusCodeEnum", kind: "Enum", in: &scope), equals: "StatusCodeEnum")
    }

    @Test func overridesComeFirst() throws {
        let overrides = try Overrides(
            json: #"{"members": {"vendorId": "vendorID"}, "words": ["WiFi"]}"#, path: "o.json")
        let namer = TraitNamer(overrides: overrides)
        expect(namer.member("vendorId"), equals: "vendorID")
    }

    @Test func overridesAreChecked() {
        expect(throws: Diagnostic.self) { try Overrides(json: #"{"member": {}}"#, path: "o.json") }
        expect(throws: Diagnostic.self) { try Overrides(json: "[", path: "o.json") }
        expect(throws: Diagnostic.self) { try Overrides(json: #"{"vendors": {"FFF1": "A"}}"#, path: "o.json") }
    }

    @Test func traitsAndDeviceTypes() {
        expect(namer.trait("OnOff"), equals: "OnOffTrait")
        expect(namer.trait("DoorbellPressTrait"), equals: "DoorbellPressTrait")
        expect(namer.deviceType("OnOffLight"), equals: "OnOffLightDeviceType")
    }
}
