internal import HearthBase
internal import Expectations
internal import Testing

@testable internal import BindingEmitter

/// `Schemas/HomeKit.json`: HomeKit's errors, types and values, each in one row.
@Suite struct HomeKitBindingsTests {
    private static let errors = """
        { "code": 2, "name": "notFound", "grpcStatus": "NOT_FOUND", "comment": "the object was not found" },
        { "code": 76, "name": "keychainSyncNotEnabled", "grpcStatus": "FAILED_PRECONDITION",
          "comment": "iCloud Keychain is off", "homeKitComment": "the Keychain is off" }
        """
    private static let services = """
        { "type": "49", "name": "Switch", "homeKit": "Switch", "comment": "switch", "required": ["On"],
          "optional": ["PM2_5Density"] },
        { "type": "111", "homeKit": "CameraControl", "comment": "camera control" }
        """
    private static let characteristics = """
        { "type": "25", "name": "On", "homeKit": "PowerState", "comment": "power state", "format": "bool",
          "permissions": ["pr", "pw", "ev"] },
        { "type": "C6", "name": "PM2_5Density", "homeKit": "PM2_5Density", "comment": "PM2.5 density",
          "format": "float", "permissions": ["pr"], "unit": "micrograms/m^3", "minimum": -0.0001, "maximum": 9,
          "step": 0.1, "valueType": "Density", "valueComment": "a density", "values": [
            { "value": 2, "homeKit": "high", "comment": "High" }, { "value": 1, "name": "low" }
          ] }
        """

    private static func bound(
        errors: String = errors, services: String = services, characteristics: String = characteristics,
        otherValues: String = ""
    ) -> HomeKitBindings {
        HomeKitBindings(
            json: """
                { "errors": [\(errors)], "services": [\(services)], "characteristics": [\(characteristics)],
                  "otherValues": [\(otherValues)] }
                """)
    }

    private static func text(_ name: String) throws -> String {
        try require(bound().files.first { $0.path.hasSuffix("/\(name).swift") }).text
    }

    @Test func anErrorHasOneRowForBothEnumerations() throws {
        expect(
            try Self.text("HomeKitErrorCode"),
            contains: """
                /// The object was not found.
                case notFound = 2
                /// iCloud Keychain is off.
                case keychainSyncNotEnabled = 76
                """)
        expect(
            try Self.text("HomeKitErrorCode"),
            contains: """
                case .notFound:
                5
                case .keychainSyncNotEnabled:
                9
                """)
        expect(
            try Self.text("HMError+Code"),
            contains: """
                /// HomeKit's error 76: the Keychain is off.
                case keychainSyncNotEnabled = 76
                """)
        expect(try Self.text("HMError+Code"), contains: "public static var notFound: Code { .notFound }")
    }

    @Test func aTypeHasOneRowForBothSpellings() throws {
        expect(
            try Self.text("ServiceType+Standard"),
            contains: """
                /// HAP's Switch; `HMServiceTypeSwitch`.
                public static let `switch` = ServiceType(0x49)
                """)
        expect(
            try Self.text("HMServiceType"),
            contains: """
                /// The service type for camera control.
                public let HMServiceTypeCameraControl = "00000111-0000-1000-8000-0026BB765291"
                /// The service type for switch.
                public let HMServiceTypeSwitch = "00000049-0000-1000-8000-0026BB765291"
                """)
        expect(
            try Self.text("HMCharacteristicType"),
            contains: """
                /// The characteristic type for power state.
                public let HMCharacteristicTypePowerState = "00000025-0000-1000-8000-0026BB765291"
                """)
    }

    @Test func cataloguesHoldWhatHAPLists() throws {
        expect(
            try Self.text("ServiceCatalogue"),
            contains: """
                ServiceDefinition(.switch, "Switch", homeKit: "Switch", [.on], optional: [.pm2_5Density]),
                ]
                """)
        expect(
            try Self.text("CharacteristicCatalogue"),
            contains: """
                CharacteristicDefinition(.on, "On", homeKit: "PowerState", .bool, .readWriteEvents),
                CharacteristicDefinition(
                .pm2_5Density, "PM2_5Density", homeKit: "PM2_5Density", .float, .read, unit: .microgramsPerCubicMeter,
                range: (-0.0001)...9, step: 0.1,
                values: [1: "low"]),
                """)
        expect(
            try Self.text("HMCharacteristicValue"),
            contains: """
                /// The values of a characteristic for a density.
                public enum HMCharacteristicValueDensity: Int, Hashable, Sendable, CaseIterable {
                /// High.
                case high = 2
                }
                """)
    }

    @Test(arguments: [
        (
            #"{ "code": 1, "name": "a", "grpcStatus": "OK", "comment": "b" }"#,
            "error 'a': 'OK' is not the status of an error in gRPC"
        ),
        (#"{ "code": 1, "name": "a", "comment": "b" }"#, "error 'a': 'grpcStatus' is missing"),
        (
            #"{ "code": "1", "name": "a", "grpcStatus": "UNKNOWN", "comment": "b" }"#,
            "error 'a': 'code' has a value that is not allowed"
        ),
        (
            #"{ "code": 1, "name": "a", "grpcStatus": "UNKNOWN", "comment": "b", "commment": "c" }"#,
            "error 'a': 'commment' means nothing here"
        ),
        (
            errors + #", { "code": 2, "name": "gone", "grpcStatus": "NOT_FOUND", "comment": "b" }"#,
            "error 'gone': code 2 is given twice, first to error 'notFound'"
        ),
        (
            #"{ "code": 1, "name": "a b", "grpcStatus": "UNKNOWN", "comment": "b" }"#,
            "error 'a b': the name 'a b' is not a name in Swift"
        ),
    ])
    func wrongErrorsAreNamed(_ rows: String, _ message: String) {
        let bindings = Self.bound(errors: rows)
        expect((bindings.diagnostics.map(\.message), bindings.files.isEmpty), are: ([message], true))
    }

    @Test(arguments: [
        (
            #"{ "type": "049", "name": "Switch" }"#,
            "service 'Switch': '049' is not a type; write its number in hexadecimal, such as 3E"
        ),
        (
            services + #", { "type": "49", "name": "Other", "homeKit": "Other", "comment": "other" }"#,
            "service 'Other': type '49' is given twice, first to service 'Switch'"
        ),
        (#"{ "type": "49" }"#, "service 1: has neither 'name' nor 'homeKit'"),
        (#"{ "type": "49", "homeKit": "Switch" }"#, "service 'Switch': 'homeKit' and 'comment' need each other"),
        (
            #"{ "type": "49", "name": "Switch", "required": ["On", "On"] }"#,
            "service 'Switch': characteristic 'On' is given twice"
        ),
        (
            #"{ "type": "49", "name": "Switch", "optional": ["Off"] }"#,
            "service 'Switch': no characteristic is called 'Off'"
        ),
    ])
    func wrongServicesAreNamed(_ rows: String, _ message: String) {
        expect(Self.bound(services: rows).diagnostics.map(\.message), equals: [message])
    }

    @Test(arguments: [
        (#""format": "bool", "permissions": []"#, "'permissions' is empty"),
        (#""format": "bit", "permissions": ["pr"]"#, "'format' has a value that is not allowed"),
        (#""format": "bool", "permissions": ["pr", "px"]"#, "'permissions' has a value that is not allowed"),
        (#""format": "bool", "permissions": ["pr"], "step": 1"#, "the format bool has no limits"),
        (#""format": "int", "permissions": ["pr"], "maximumLength": 1"#, "only strings have 'maximumLength'"),
        (#""format": "int", "permissions": ["pr"], "minimum": 1"#, "'minimum' and 'maximum' need each other"),
        (
            #""format": "int", "permissions": ["pr"], "minimum": 1, "maximum": 0"#,
            "'minimum' 1 is greater than 'maximum' 0"
        ),
        (#""format": "int", "permissions": ["pr"], "valueComment": "a""#, "'valueComment' needs 'valueType'"),
    ])
    func wrongCharacteristicsAreNamed(_ fields: String, _ message: String) {
        let row = #"{ "type": "1", "name": "A", "homeKit": "A", "comment": "a", \#(fields)"# + " }"
        let found = Self.bound(services: "", characteristics: row).diagnostics.map(\.message)
        expect(found, equals: ["characteristic 'A': \(message)"])
    }

    @Test(arguments: [
        (#"{ "value": 3, "name": "a" }"#, "characteristic 'A', value 'a': 3 is not within 0 and 2"),
        (#"{ "value": 300, "name": "a" }"#, "characteristic 'A', value 'a': a number is too great"),
        (#"{ "value": 1 }"#, "characteristic 'A', value 1: has neither 'name' nor 'homeKit'"),
        (#"{ "value": 1, "name": "a", "text": "b" }"#, "characteristic 'A', value 'a': 'text' means nothing here"),
        (
            #"{ "value": 1, "homeKit": "a", "comment": "b" }"#,
            "characteristic 'A', value 'a': 'homeKit' needs a 'valueType' for the row"
        ),
        (
            #"{ "value": 1, "name": "a" }, { "value": 1, "name": "b" }"#,
            "characteristic 'A': value 1 is given twice"
        ),
    ])
    func wrongValuesAreNamed(_ values: String, _ message: String) {
        let row = """
            { "type": "1", "name": "A", "homeKit": "A", "comment": "a", "format": "uint8", "permissions": ["pr"],
              "minimum": 0, "maximum": 2, "values": [\(values)] }
            """
        expect(Self.bound(services: "", characteristics: row).diagnostics.map(\.message), equals: [message])
    }

    @Test func valueTypesAreGivenOnceAndHaveValues() {
        let other = #"{ "valueType": "Density", "valueComment": "a", "values": [{ "value": 0, "name": "a" }] }"#
        expect(
            Self.bound(otherValues: other).diagnostics.map(\.message),
            equals: [
                "row 'Density': value type 'Density' is given twice, first to characteristic 'PM2_5Density'",
                "row 'Density': 'valueType' needs values with 'homeKit'",
            ])
    }

    @Test func textThatIsNotJSONIsAnError() {
        let bindings = HomeKitBindings(json: "{")
        expect(
            bindings.diagnostics.first?.description.hasPrefix("Schemas/HomeKit.json:1:1: error: the rows"), equals: true
        )
    }
}
