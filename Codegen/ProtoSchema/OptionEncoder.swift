internal import HearthBase

/// Writes options as the fields of their option messages, and reports errors in them.
struct OptionEncoder {
    private let pool: DescriptorPool
    private(set) var diagnostics: [Diagnostic] = []

    init(_ pool: DescriptorPool) { self.pool = pool }

    /// The order is protoc's: protobuf's own options by number, then the custom ones in the order of the text.
    mutating func encode(_ options: [ProtoOption], on kind: OptionKind) -> [UInt8] {
        var standard: [(number: Int64, content: [UInt8])] = []
        var custom = WireWriter()
        var set: Set<[String]> = []
        for option in options where kind != .field || !option.isPseudo {
            do throws(Diagnostic) {
                var isRepeated = false
                if option.isCustom {
                    // The resolver has already reported an unknown name.
                    guard let declared = pool.extensions[option.name] else { continue }
                    isRepeated = declared.field.label == .repeated
                    try write(option, declared, on: kind, to: &custom)
                } else {
                    standard.append(try encode(standard: option, on: kind))
                }
                if !set.insert([option.name] + option.path).inserted, !isRepeated || !option.path.isEmpty {
                    throw Diagnostic(.error, option.location, "option \(option.name) is set twice")
                }
            } catch {
                diagnostics.append(error)
            }
        }
        standard = standard.ordered(by: \.number)
        return standard.flatMap(\.content) + custom.bytes
    }

    private func encode(
        standard option: ProtoOption, on kind: OptionKind
    ) throws(Diagnostic) -> (Int64, [UInt8]) {
        guard option.path.isEmpty, let known = kind.standard[option.name] else {
            let name = ([option.name] + option.path).joined(separator: ".")
            throw Diagnostic(
                .error,
                option.location, "\(kind.rawValue) has no option \(name)",
                hint: "an option of your own is written in parentheses")
        }
        var writer = WireWriter()
        switch (known.form, option.value) {
        case (.string, .string(let text)): writer.string(known.number, text)
        case (.bool, .identifier("true")): writer.varint(known.number, 1)
        case (.bool, .identifier("false")): writer.varint(known.number, 0)
        case (.choice(let values), .identifier(let name)):
            guard let value = values[name] else { fallthrough }
            writer.integer(known.number, value)
        default:
            throw Diagnostic(
                .error,
                option.location, "option \(option.name) is not set to \(known.form.wanted)")
        }
        return (known.number, writer.bytes)
    }

    // MARK: Custom options

    private func write(
        _ option: ProtoOption, _ declared: ExtensionDescriptor, on kind: OptionKind, to writer: inout WireWriter
    ) throws(Diagnostic) {
        if declared.extendee != kind.rawValue {
            throw Diagnostic(.error, option.location, "option \(option.name) belongs on \(declared.extendee), not here")
        }
        var field = declared.field
        var numbers: [Int64] = []
        for part in option.path {
            guard case .message(let type) = field.type, field.label != .repeated,
                let next = pool.messages[type]?.fields.first(where: { $0.name == part })
            else {
                throw Diagnostic(.error, option.location, "option \(option.name) has no part \(part)")
            }
            numbers.append(field.number)
            field = next
        }
        var inner = WireWriter()
        try OptionValueEncoder(pool: pool, option: option.name, location: option.location, isText: false)
            .write(option.value, as: field, to: &inner)
        var content = inner.bytes
        for number in numbers.reversed() {
            var outer = WireWriter()
            outer.delimited(number, content)
            content = outer.bytes
        }
        writer.fields(content)
    }
}

extension StandardOption.Form {
    fileprivate var wanted: String {
        switch self {
        case .bool: "true or false"
        case .string: "a string"
        case .choice(let values): "one of " + values.keys.ordered().joined(separator: ", ")
        }
    }
}
