/// Messages with their own JSON form. The raw value is the index in a pool; they are built in, so that no file can
/// redefine them.
enum WellKnownType: Int, CaseIterable {
    case timestamp
    case duration
    case fieldMask
    case structure
    case value
    case listValue
    case any
    case doubleValue
    case floatValue
    case int64Value
    case uint64Value
    case int32Value
    case uint32Value
    case boolValue
    case stringValue
    case bytesValue

    /// The indices after these types.
    static let structureEntry = allCases.count
    static let nullValue = allCases.count + 1

    var name: String {
        switch self {
        case .timestamp: "google.protobuf.Timestamp"
        case .duration: "google.protobuf.Duration"
        case .fieldMask: "google.protobuf.FieldMask"
        case .structure: "google.protobuf.Struct"
        case .value: "google.protobuf.Value"
        case .listValue: "google.protobuf.ListValue"
        case .any: "google.protobuf.Any"
        case .doubleValue: "google.protobuf.DoubleValue"
        case .floatValue: "google.protobuf.FloatValue"
        case .int64Value: "google.protobuf.Int64Value"
        case .uint64Value: "google.protobuf.UInt64Value"
        case .int32Value: "google.protobuf.Int32Value"
        case .uint32Value: "google.protobuf.UInt32Value"
        case .boolValue: "google.protobuf.BoolValue"
        case .stringValue: "google.protobuf.StringValue"
        case .bytesValue: "google.protobuf.BytesValue"
        }
    }

    /// The kind of a wrapper's value; nil for other types.
    var wrapped: FieldKind? {
        switch self {
        case .doubleValue: .double
        case .floatValue: .float
        case .int64Value: .int64
        case .uint64Value: .uint64
        case .int32Value: .int32
        case .uint32Value: .uint32
        case .boolValue: .bool
        case .stringValue: .string
        case .bytesValue: .bytes
        default: nil
        }
    }

    /// In the order of their indices.
    static let builtIn: [PoolEntry] =
        allCases.map { PoolEntry(name: $0.name, message: $0.table) } + [
            PoolEntry(
                name: "google.protobuf.Struct.FieldsEntry",
                message: MessageTable(
                    "google.protobuf.Struct.FieldsEntry",
                    [
                        FieldEntry("key", 1, .string),
                        FieldEntry("value", 2, .message, .explicit, type: WellKnownType.value.rawValue),
                    ], originals: ["key", "value"], isMapEntry: true)),
            PoolEntry(
                name: "google.protobuf.NullValue",
                enumeration: EnumTable("google.protobuf.NullValue", [(name: "NULL_VALUE", number: 0)])),
        ]

    private var table: MessageTable {
        switch self {
        case .timestamp, .duration: table([FieldEntry("seconds", 1, .int64), FieldEntry("nanos", 2, .int32)])
        case .fieldMask: table([FieldEntry("paths", 1, .string, .repeated)])
        case .structure: table([FieldEntry("fields", 1, .message, .repeated, type: Self.structureEntry)])
        case .listValue: table([FieldEntry("values", 1, .message, .repeated, type: Self.value.rawValue)])
        case .any: table([FieldEntry("typeUrl", 1, .string), FieldEntry("value", 2, .bytes)])
        case .value:
            table(
                [
                    FieldEntry("nullValue", 1, .enumeration, .explicit, oneof: 0, type: Self.nullValue),
                    FieldEntry("numberValue", 2, .double, .explicit, oneof: 0),
                    FieldEntry("stringValue", 3, .string, .explicit, oneof: 0),
                    FieldEntry("boolValue", 4, .bool, .explicit, oneof: 0),
                    FieldEntry("structValue", 5, .message, .explicit, oneof: 0, type: Self.structure.rawValue),
                    FieldEntry("listValue", 6, .message, .explicit, oneof: 0, type: Self.listValue.rawValue),
                ], oneofs: ["kind"])
        default: table([FieldEntry("value", 1, wrapped ?? .bytes)])
        }
    }

    private func table(_ fields: [FieldEntry], oneofs: [String] = []) -> MessageTable {
        MessageTable(name, fields, originals: fields.map(\.name), oneofs: oneofs)
    }
}

extension FieldEntry {
    fileprivate init(
        _ name: String, _ number: UInt32, _ kind: FieldKind, _ presence: Presence = .implicit, oneof: Int = -1,
        type: Int = -1
    ) {
        self.init(
            number: number, kind: kind, presence: presence, isPacked: false, oneof: oneof, type: type, name: name,
            key: JSONWriter.quoted(name) + [UInt8(ascii: ":")])
    }
}
