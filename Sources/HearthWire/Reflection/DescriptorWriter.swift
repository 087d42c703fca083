internal import HearthBase
internal import HearthTraitDescriptors

/// Writes the messages of `google/protobuf/descriptor.proto`, which is proto2 and has no generated Swift. Field numbers
/// are those of that file. Fields are written in ascending order of number, as protoc does.
struct DescriptorWriter {
    private var wire = WireWriter()

    var bytes: [UInt8] { wire.bytes }

    mutating func number(_ field: Int64, _ value: some BinaryInteger) {
        wire.varint(field, UInt64(truncatingIfNeeded: value))
    }

    mutating func string(_ field: Int64, _ text: String) { wire.string(field, text) }

    mutating func message(_ field: Int64, _ body: (inout DescriptorWriter) -> Void) {
        var inner = DescriptorWriter()
        body(&inner)
        wire.delimited(field, inner.bytes)
    }
}

extension DescriptorWriter {
    /// `FieldDescriptorProto.Type`, and the full name of a message or enum.
    struct FieldType: Hashable {
        var number: Int
        var name: String?

        static func message(_ name: String) -> FieldType { FieldType(number: 11, name: "." + name) }
        static func enumeration(_ name: String) -> FieldType { FieldType(number: 14, name: "." + name) }
    }

    /// `FieldDescriptorProto.Label`. Explicit presence in proto3 has the index of the synthetic oneof.
    enum Label {
        case single
        case present(oneof: Int)
        case repeated
    }

    /// Writes a field into a message.
    mutating func field(_ name: String, _ number: UInt32, _ type: FieldType, _ label: Label = .single) {
        message(2) { field in
            field.string(1, name)
            field.number(3, number)
            if case .repeated = label { field.number(4, 3) } else { field.number(4, 1) }
            field.number(5, type.number)
            if let name = type.name { field.string(6, name) }
            if case .present(let oneof) = label { field.number(9, oneof) }
            field.string(10, WireNames.json(name))
            if case .present = label { field.number(17, 1) }
        }
    }

    /// Writes an enum, into a message (4) or a file (5).
    mutating func enumeration(_ field: Int64, _ name: String, _ values: [(name: String, number: UInt64)]) {
        message(field) { declared in
            declared.string(1, name)
            for value in values {
                declared.message(2) { entry in
                    entry.string(1, value.name)
                    entry.number(2, value.number)
                }
            }
        }
    }
}
