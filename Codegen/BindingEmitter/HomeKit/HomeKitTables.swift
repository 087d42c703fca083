internal import Foundation
internal import HearthBase

/// What HomeKit and HAP (HomeKit Accessory Protocol) define: the rows of `Schemas/HomeKit.json`.
struct HomeKitTables: Decodable {
    /// HomeKit's errors, in ascending order of code.
    var errors: [NamedRow<ErrorRow>]
    /// The service types.
    var services: [NamedRow<ServiceRow>]
    /// The characteristic types with their values.
    var characteristics: [NamedRow<CharacteristicRow>]
    /// HomeKit's values of characteristics that HAP no longer lists.
    var otherValues: [NamedRow<OtherValuesRow>]

    /// An error.
    struct ErrorRow: HomeKitRow {
        static let kind = "error"
        /// HomeKit's number.
        var code: Int
        /// HomeKit's name without the prefix `HMErrorCode`, in lower camel case.
        var name: String
        /// The name of the gRPC status, such as "NOT_FOUND".
        var grpcStatus: String
        /// What has happened: a sentence in lower case without a full stop.
        var comment: String
        /// The same for users of HomeKit's API, where its terms differ.
        var homeKitComment: String?

        enum CodingKeys: String, CodingKey {
            case code, name, grpcStatus, comment, homeKitComment
        }
    }

    /// A service type.
    struct ServiceRow: HomeKitRow {
        static let kind = "service"
        /// The short form of the UUID.
        var type: String
        /// HAP's name; nil for a type that HAP no longer lists.
        var name: String?
        /// The suffix of HomeKit's constant after `HMServiceType`; nil if HomeKit has none.
        var homeKit: String?
        /// What the constant stands for, after "the service type for"; nil if HomeKit has none.
        var comment: String?
        /// The characteristics that each service has, by HAP's names.
        var required: [String]?
        /// The optional characteristics.
        var optional: [String]?

        enum CodingKeys: String, CodingKey {
            case type, name, homeKit, comment, required, optional
        }
    }

    /// A characteristic type.
    struct CharacteristicRow: HomeKitRow {
        static let kind = "characteristic"
        /// The short form of the UUID.
        var type: String
        /// HAP's name.
        var name: String
        /// The suffix of HomeKit's constant after `HMCharacteristicType`.
        var homeKit: String
        /// What the constant stands for, after "the characteristic type for".
        var comment: String
        /// HAP's format.
        var format: Format
        /// HAP's names of the permissions.
        var permissions: [Permission]
        /// HAP's unit.
        var unit: Unit?
        /// The limits by default.
        var minimum: Decimal?
        var maximum: Decimal?
        var step: Decimal?
        /// The most characters of a string.
        var maximumLength: Int?
        /// The suffix of HomeKit's enumeration after `HMCharacteristicValue`.
        var valueType: String?
        /// What the enumeration lists, after "the values of a characteristic for", where `comment` does not say it.
        var valueComment: String?
        /// The values that have names.
        var values: [NamedRow<ValueRow>]?

        enum CodingKeys: String, CodingKey {
            case type, name, homeKit, comment, format, permissions, unit, minimum, maximum, step, maximumLength
            case valueType, valueComment, values
        }
    }

    /// A value of a characteristic.
    struct ValueRow: HomeKitRow {
        static let kind = "value"
        /// The number.
        var value: UInt8
        /// HAP's name in lower camel case; nil if HAP has none.
        var name: String?
        /// HomeKit's name; nil if its enumeration lacks the value.
        var homeKit: String?
        /// What HomeKit's value means: a sentence without a full stop.
        var comment: String?

        enum CodingKeys: String, CodingKey {
            case value, name, homeKit, comment
        }
    }

    /// An enumeration of HomeKit without a characteristic.
    struct OtherValuesRow: HomeKitRow {
        static let kind = "row"
        var valueType: String
        var valueComment: String
        var values: [NamedRow<ValueRow>]

        enum CodingKeys: String, CodingKey {
            case valueType, valueComment, values
        }
    }

    /// A format by HAP's name, which is also that of the case of `CharacteristicFormat`.
    enum Format: String, Decodable {
        case bool, uint8, uint16, uint32, uint64, int, float, string, tlv8, data

        var isNumber: Bool {
            switch self {
            case .uint8, .uint16, .uint32, .uint64, .int, .float: true
            case .bool, .string, .tlv8, .data: false
            }
        }
    }

    /// A unit by HAP's name; the case is that of `CharacteristicUnit`.
    enum Unit: String, Decodable {
        case celsius, fahrenheit, percentage
        case arcDegrees = "arcdegrees"
        case lux, seconds
        case partsPerMillion = "ppm"
        case microgramsPerCubicMeter = "micrograms/m^3"
    }

    /// A permission by HAP's name; the case is the member of `CharacteristicPermissions`.
    enum Permission: String, Decodable {
        case read = "pr"
        case write = "pw"
        case events = "ev"
        case timedWrite = "tw"
        case writeResponse = "wr"
        case additionalAuthorization = "aa"
        case hidden = "hd"
    }
}

/// A row of `Schemas/HomeKit.json`.
protocol HomeKitRow: Decodable {
    associatedtype CodingKeys: CodingKey
    /// The word for such a row in errors.
    static var kind: String { get }
}

/// Reads a row. Errors name the row, and an unknown key is one, since a misspelled optional key would be ignored.
@dynamicMemberLookup struct NamedRow<Row: HomeKitRow>: Decodable {
    private let row: Row
    /// The row in errors: "error 'notFound'".
    let label: String

    subscript<Value>(dynamicMember path: KeyPath<Row, Value>) -> Value { row[keyPath: path] }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: AnyKey.self)
        let names = ["name", "homeKit", "valueType"].lazy.compactMap {
            try? fields.decode(String.self, forKey: AnyKey(stringValue: $0))
        }
        label = "\(Row.kind) " + (names.first.map { "'\($0)'" } ?? "\((decoder.codingPath.last?.intValue ?? 0) + 1)")
        let unknown = fields.allKeys.map(\.stringValue).filter { Row.CodingKeys(stringValue: $0) == nil }
        if let key = unknown.ordered().first {
            throw HomeKitRowError(description: "\(label): '\(key)' means nothing here")
        }
        do {
            row = try Row(from: decoder)
        } catch let error as HomeKitRowError {
            throw HomeKitRowError(description: "\(label), \(error)")
        } catch let DecodingError.keyNotFound(key, _) {
            throw HomeKitRowError(description: "\(label): '\(key.stringValue)' is missing")
        } catch let DecodingError.typeMismatch(_, context), let DecodingError.valueNotFound(_, context),
            let DecodingError.dataCorrupted(context)
        {
            let key = context.codingPath.last { $0.intValue == nil }
            throw HomeKitRowError(description: "\(label): '\(key?.stringValue ?? "")' has a value that is not allowed")
        } catch {
            // The decoder says of a number that does not fit only that the document is not valid.
            throw HomeKitRowError(description: "\(label): a number is too great")
        }
    }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

/// A row that cannot be read.
struct HomeKitRowError: Error, CustomStringConvertible {
    var description: String
}
