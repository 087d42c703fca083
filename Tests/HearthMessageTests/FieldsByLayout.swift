@testable internal import HearthMessage

extension FieldLayout {
    /// Whether a oneof, if the field is of one, has it set.
    fileprivate func isChosen(in fields: FieldReader) -> Bool {
        label != .oneof || fields.oneofCase(at: has) == number
    }

    fileprivate var isList: Bool { label == .repeated || label == .packed }
}

extension FieldReader {
    /// The text of all fields of a message by its layout, with its unknown fields.
    func text(by layout: MessageLayout) -> String {
        var lines: [String] = []
        for field in layout.fields where field.isChosen(in: self) {
            if let value = field.isList ? list(field) : single(field) { lines.append("\(field.number): \(value)") }
        }
        return "{\(lines.joined(separator: ", ")) \(unknownFields.encoded)}"
    }

    private func single(_ field: FieldLayout) -> String? {
        let (at, has) = (field.at, field.has)
        return switch field.kind {
        case .bool: bool(at: at, has: has)?.description
        case .int32, .sint32, .sfixed32, .enumeration: int32(at: at, has: has)?.description
        case .uint32, .fixed32: uint32(at: at, has: has)?.description
        case .int64, .sint64, .sfixed64: int64(at: at, has: has)?.description
        case .uint64, .fixed64: uint64(at: at, has: has)?.description
        case .float: float(at: at, has: has)?.bitPattern.description
        case .double: double(at: at, has: has)?.bitPattern.description
        case .string: string(at: at, has: has)?.debugDescription
        case .bytes: bytes(at: at, has: has)?.description
        case .message: messageReader(at: at).map { $0.text(by: field.message?() ?? Nothing.layout) }
        }
    }

    private func list(_ field: FieldLayout) -> String {
        let at = field.at
        return switch field.kind {
        case .bool: repeatedBool(at: at).description
        case .int32, .sint32, .sfixed32, .enumeration: repeatedInt32(at: at).description
        case .uint32, .fixed32: repeatedUInt32(at: at).description
        case .int64, .sint64, .sfixed64: repeatedInt64(at: at).description
        case .uint64, .fixed64: repeatedUInt64(at: at).description
        case .float: repeatedFloat(at: at).map(\.bitPattern).description
        case .double: repeatedDouble(at: at).map(\.bitPattern).description
        case .string: repeatedString(at: at).description
        case .bytes: repeatedBytes(at: at).description
        case .message:
            (0..<messageCount(at: at)).map { index in
                messageReader(at: at, index: index)?.text(by: field.message?() ?? Nothing.layout) ?? "?"
            }.description
        }
    }

    /// Copies the present fields to another message of the same layout.
    func copy(to other: inout FieldWriter, by layout: MessageLayout) {
        for field in layout.fields where field.isChosen(in: self) {
            if field.isList { copyList(field, to: &other) } else { copySingle(field, to: &other) }
            if field.label == .oneof { other.setOneofCase(field.number, at: field.has) }
        }
        other.setUnknownFields(unknownFields)
    }

    private func copySingle(_ field: FieldLayout, to other: inout FieldWriter) {
        let (at, has) = (field.at, field.has)
        switch field.kind {
        case .bool: if let value = bool(at: at, has: has) { other.setBool(value, at: at, has: has) }
        case .int32, .sint32, .sfixed32, .enumeration:
            if let value = int32(at: at, has: has) { other.setInt32(value, at: at, has: has) }
        case .uint32, .fixed32: if let value = uint32(at: at, has: has) { other.setUInt32(value, at: at, has: has) }
        case .int64, .sint64, .sfixed64:
            if let value = int64(at: at, has: has) { other.setInt64(value, at: at, has: has) }
        case .uint64, .fixed64: if let value = uint64(at: at, has: has) { other.setUInt64(value, at: at, has: has) }
        case .float: if let value = float(at: at, has: has) { other.setFloat(value, at: at, has: has) }
        case .double: if let value = double(at: at, has: has) { other.setDouble(value, at: at, has: has) }
        case .string: if let value = string(at: at, has: has) { other.setString(value, at: at, has: has) }
        case .bytes: if let value = bytes(at: at, has: has) { other.setBytes(value, at: at, has: has) }
        case .message:
            let layout = field.message?() ?? Nothing.layout
            if let inner = messageReader(at: at) {
                other.setMessage(layout, at: at) { inner.copy(to: &$0, by: layout) }
            }
        }
    }

    private func copyList(_ field: FieldLayout, to other: inout FieldWriter) {
        let at = field.at
        switch field.kind {
        case .bool: other.setRepeatedBool(repeatedBool(at: at), at: at)
        case .int32, .sint32, .sfixed32, .enumeration: other.setRepeatedInt32(repeatedInt32(at: at), at: at)
        case .uint32, .fixed32: other.setRepeatedUInt32(repeatedUInt32(at: at), at: at)
        case .int64, .sint64, .sfixed64: other.setRepeatedInt64(repeatedInt64(at: at), at: at)
        case .uint64, .fixed64: other.setRepeatedUInt64(repeatedUInt64(at: at), at: at)
        case .float: other.setRepeatedFloat(repeatedFloat(at: at), at: at)
        case .double: other.setRepeatedDouble(repeatedDouble(at: at), at: at)
        case .string: other.setRepeatedString(repeatedString(at: at), at: at)
        case .bytes: other.setRepeatedBytes(repeatedBytes(at: at), at: at)
        case .message:
            let layout = field.message?() ?? Nothing.layout
            other.setMessages(layout, count: messageCount(at: at), at: at) { index, inner in
                messageReader(at: at, index: index)?.copy(to: &inner, by: layout)
            }
        }
    }
}
