internal import Foundation

/// The tables of facts kept beside the package: names, numbers, types and limits of the standard clusters.
struct FactsTable: Decodable {
    var clusters: [Cluster]
    var globals: Types

    struct Types: Decodable {
        var enums: [Constants]
        var bitmaps: [Constants]
        var structs: [Message]
    }

    struct Cluster: Decodable {
        var id: UInt32
        var name: String
        var revision: UInt32
        var maturity: String?
        var testOnly: Bool?
        var manufacturerSpecific: Bool?
        var features: [Feature]?
        var enums: [Constants]
        var bitmaps: [Constants]
        var structs: [Message]
        var attributes: [Field]
        var commands: [Message]
        var events: [Message]
    }

    struct Feature: Decodable {
        var code: String
        var name: String
        var bit: UInt32
        var maturity: String?
    }

    /// An enum, with `items`, or a bitmap, with `fields`.
    struct Constants: Decodable {
        struct Item: Decodable {
            var name: String
            var value: UInt64?
            var mask: UInt64?
            var maturity: String?
        }

        var name: String
        var type: String
        var shared: Bool?
        var maturity: String?
        var items: [Item]?
        var fields: [Item]?
    }

    /// A struct, request, response or event.
    struct Message: Decodable {
        var id: UInt32?
        var name: String
        var direction: String?
        var response: String?
        var priority: String?
        var optional: Bool?
        var invoke: String?
        var read: String?
        var timed: Bool?
        var shared: Bool?
        var fabricScoped: Bool?
        var fabricSensitive: Bool?
        var conformance: String?
        var maturity: String?
        var fields: [Field]?
    }

    struct Field: Decodable {
        var id: UInt32
        var name: String
        var idlName: String?
        var type: String
        var list: Bool?
        var nullable: Bool?
        var optional: Bool?
        var fabricSensitive: Bool?
        var readable: Bool?
        var writable: Bool?
        var timedWrite: Bool?
        var quality: [String]?
        var read: String?
        var write: String?
        var min: Value?
        var max: Value?
        var minLength: UInt64?
        var maxLength: UInt64?
        var `default`: Value?
        var unit: String?
        var constraint: String?
        var conformance: String?
        var maturity: String?

        /// The spelling of the IDL: the first letter is lower case, a leading acronym stays, an acronym alone is lower
        /// case.
        var schemaName: String {
            if let idlName { return idlName }
            if name.allSatisfy({ $0.isUppercase || $0.isNumber }) { return name.lowercased() }
            if name.prefix(2).allSatisfy({ $0.isUppercase }) { return name }
            return name.prefix(1).lowercased() + name.dropFirst()
        }
    }

    enum Value: Decodable, Hashable {
        case number(Int128)
        case boolean(Bool)
        case text(String)
        /// A list, a struct, or a number with its unit.
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(Bool.self) {
                self = .boolean(value)
            } else if let value = try? container.decode(Int64.self) {
                self = .number(Int128(value))
            } else if let value = try? container.decode(UInt64.self) {
                self = .number(Int128(value))
            } else if let value = try? container.decode(String.self) {
                self = .text(value)
            } else {
                self = .other
            }
        }
    }

    /// Whether the tables exist; they are not part of the package.
    static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

    private static let folder = TestFiles.package.deletingLastPathComponent().appending(path: "shared/facts")

    /// The clusters of real products, without samples and test input.
    static func read() throws -> FactsTable {
        var table = try decode(FactsTable.self, "matter-clusters.json")
        table.clusters.removeAll { $0.testOnly == true || $0.manufacturerSpecific == true }
        table.globals.enums.removeAll { $0.name.hasPrefix("Test") }
        table.globals.structs.removeAll { $0.name.hasPrefix("Test") }
        table.globals.bitmaps.removeAll { $0.name.hasPrefix("Test") }
        return table
    }

    static func deviceTypes() throws -> [DeviceType] {
        try decode(DeviceTypes.self, "matter-device-types.json").deviceTypes.filter { $0.id <= 0xFFFF }
    }

    private static func decode<T: Decodable>(_ type: T.Type, _ file: String) throws -> T {
        try JSONDecoder().decode(T.self, from: try Data(contentsOf: folder.appending(path: file)))
    }

    private struct DeviceTypes: Decodable {
        var deviceTypes: [DeviceType]
    }

    struct DeviceType: Decodable {
        struct Cluster: Decodable {
            struct Feature: Decodable {
                var name: String
                var conformance: String?
            }

            var id: UInt32
            var side: String
            var presence: String
            var features: [Feature]?
        }

        struct Composition: Decodable {
            struct Endpoint: Decodable {
                var deviceType: UInt32
            }

            var endpoints: [Endpoint]
        }

        var id: UInt32
        var title: String
        var revision: UInt32?
        var `class`: String?
        var superset: String?
        var clusters: [Cluster]?
        var composition: Composition?
    }
}
