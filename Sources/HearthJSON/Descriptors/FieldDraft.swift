internal import HearthBase

/// A field as its file declares it (`google.protobuf.FieldDescriptorProto`).
struct FieldDraft {
    var name = ""
    var jsonName = ""
    var number: UInt32 = 0
    /// nil for a group.
    var kind: FieldKind?
    /// The full name of its message or enum.
    var typeName = ""
    var presence = FieldEntry.Presence.explicit
    var isPacked = false
    /// -1 for none.
    var oneof = -1

    /// nil when protobuf knows no such field.
    init?(_ bytes: [UInt8], _ range: Range<Int>, isProto3: Bool, packs: Bool) {
        var (position, label, type) = (range.lowerBound, UInt64(0), UInt64(0))
        var (isOptional, packed) = (false, packs)
        while position < range.upperBound {
            guard let field = try? bytes.span.bytes.wireField(at: &position, upTo: range.upperBound) else { return nil }
            switch (field.number, field.wire) {
            case (1, 2):
                guard let text = String(validating: bytes[field.range], as: UTF8.self) else { return nil }
                name = text
            case (3, 0): number = UInt32(truncatingIfNeeded: field.value)
            case (4, 0): label = field.value
            case (5, 0): type = field.value
            case (6, 2):
                guard let text = String(validating: bytes[field.range], as: UTF8.self) else { return nil }
                typeName = FileDraft.whole(text)
            case (8, 2):
                var inner = field.start
                while inner < field.end {
                    guard let option = try? bytes.span.bytes.wireField(at: &inner, upTo: field.end) else { return nil }
                    if option.number == 2 { packed = option.value != 0 }
                }
            case (9, 0): oneof = Int(Int32(truncatingIfNeeded: field.value))
            case (10, 2):
                guard let text = String(validating: bytes[field.range], as: UTF8.self) else { return nil }
                jsonName = text
            case (17, 0): isOptional = field.value != 0
            default: break
            }
        }
        guard !name.isEmpty, number > 0, number < 1 << 29 else { return nil }
        if jsonName.isEmpty { jsonName = Self.jsonName(name) }
        let isGroup = type == 10
        guard isGroup || (UInt8(exactly: type).flatMap(FieldKind.init)) != nil else { return nil }
        kind = UInt8(exactly: type).flatMap(FieldKind.init)
        isPacked = packed && kind?.isPackable == true
        if label == 3 {
            presence = .repeated
            oneof = -1
        } else if oneof < 0, isProto3, !isOptional, kind != .message {
            presence = .implicit
        }
        if isOptional { oneof = -1 }
    }

    /// protobuf's rule for JSON names: `on_off` → `onOff`.
    static func jsonName(_ field: String) -> String {
        var result: [UInt8] = []
        var capitalizes = false
        for byte in field.utf8 {
            let isLower = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
            if byte != UInt8(ascii: "_") { result.append(capitalizes && isLower ? byte - 0x20 : byte) }
            capitalizes = byte == UInt8(ascii: "_")
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension FileDraft.Message {
    /// Refuses invalid declarations, and gives each field a unique name in JSON. If two fields have the same JSON
    /// name, the field declared with it, or else the first, gets it; the other keeps its original name.
    mutating func check() throws(DescriptorError) {
        guard Set(fields.map(\.number)).count == fields.count else {
            throw DescriptorError(.invalid, "two fields of \(name) have the same number; give each its own")
        }
        guard Set(fields.map(\.name)).count == fields.count else {
            throw DescriptorError(.invalid, "two fields of \(name) have the same name; give each its own")
        }
        guard fields.allSatisfy({ $0.oneof < oneofs.count }) else {
            throw DescriptorError(.invalid, "a field of \(name) is in a oneof that is not declared")
        }
        var taken = Set(fields.filter { $0.name == $0.jsonName }.map(\.name))
        for (index, field) in fields.enumerated() where field.name != field.jsonName {
            if taken.insert(field.jsonName).inserted { continue }
            guard taken.insert(field.name).inserted else {
                throw DescriptorError(.invalid, "the field \(field.name) of \(name) has another field's name in JSON")
            }
            fields[index].jsonName = field.name
        }
        guard isMapEntry else { return }
        let parts = fields.sorted { $0.number < $1.number }
        guard parts.map(\.number) == [1, 2], parts[0].kind?.isMapKey == true,
            parts.allSatisfy({ $0.presence != .repeated && $0.oneof < 0 })
        else {
            throw DescriptorError(.invalid, "\(name) is a map entry without a valid key and value")
        }
    }
}
