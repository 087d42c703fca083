extension FieldDescriptor {
    /// The name in JSON: the one set by `json_name`, else the field's in lowerCamelCase.
    public var jsonName: String {
        if case .string(let name)? = options.last(where: { !$0.isCustom && $0.name == "json_name" })?.value {
            return name
        }
        return Self.camelCase(name, capitalizesFirst: false)
    }

    /// The name of the message for an entry of this map.
    public var mapEntryName: String { Self.camelCase(name, capitalizesFirst: true) + "Entry" }

    private static func camelCase(_ name: String, capitalizesFirst: Bool) -> String {
        var result: [UInt8] = []
        var capitalizes = capitalizesFirst
        for byte in name.utf8 {
            if byte == UInt8(ascii: "_") {
                capitalizes = true
            } else {
                let isLower = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
                result.append(capitalizes && isLower ? byte - 0x20 : byte)
                capitalizes = false
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension MessageDescriptor {
    /// The oneofs that protobuf generates, one for each field marked `optional`. They come after the declared ones.
    public var syntheticOneofs: [(name: String, field: Int)] {
        var taken = Set(fields.map(\.name) + oneofs.map(\.name))
        var result: [(name: String, field: Int)] = []
        for (index, field) in fields.enumerated() where field.label == .optional {
            var name = field.name.hasPrefix("_") ? field.name : "_" + field.name
            while !taken.insert(name).inserted { name = "X" + name }
            result.append((name, index))
        }
        return result
    }
}

extension FieldType {
    /// The number in `google.protobuf.FieldDescriptorProto.Type`; 0 for an unresolved name.
    var number: Int64 {
        switch self {
        case .double: 1
        case .float: 2
        case .int64: 3
        case .uint64: 4
        case .int32: 5
        case .fixed64: 6
        case .fixed32: 7
        case .bool: 8
        case .string: 9
        case .message: 11
        case .bytes: 12
        case .uint32: 13
        case .enumeration: 14
        case .sfixed32: 15
        case .sfixed64: 16
        case .sint32: 17
        case .sint64: 18
        case .unresolved: 0
        }
    }
}
