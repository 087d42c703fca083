internal import BindingPlan
internal import ResolvedSchema

/// Writes the list of all generated messages for tests that exchange them with another protobuf library. The list has
/// what such a library can't know: fields that a value always has, nullable fields, and fields that are narrower than
/// on the wire.
struct MessageIndex {
    static let path = "Tests/HearthTraitsTests/Generated/AllMessages.swift"

    /// `Matter.OnOffTrait.Attributes` and the rules of its fields, by trait.
    private var groups: [(name: String, messages: [(type: String, rules: String)])] = []

    init(_ plans: [TraitPlan], protoTypes: [String]) {
        groups.append(("protos", protoTypes.map { ($0, "") }))
        for plan in plans {
            var messages = [(plan.attributes, "Attributes")]
            messages += plan.commands.filter { !$0.message.fields.isEmpty }
                .map { ($0.message, "Commands.\($0.message.swift)") }
            messages += plan.responses.map { ($0, $0.swift) }
            messages += plan.events.map { ($0.payload, "\($0.swift).\($0.payload.swift)") }
            messages += plan.structs.map { ($0, $0.swift) }
            let name = plan.vendor + "_" + plan.swiftName
            groups.append((name, messages.map { ("\(plan.qualifiedName).\($1)", Self.rules($0)) }))
        }
    }

    func emit(source: String) -> OutputFile {
        var text = CodeText()
        text.line(OutputFile.header(source: source))
        text.line()
        for module in ["HearthMessage", "HearthTraitCore", "HearthTraits", "HearthWire"] {
            text.line("internal import \(module)")
        }
        text.line()
        text.line("/// Every generated message.")
        text.block("enum AllMessages") { text in
            text.line("static let groups: [[ExchangedMessage]] = [")
            text.indented { text in
                for group in groups { text.line("\(group.name),") }
            }
            text.line("]")
            for group in groups {
                text.line()
                text.line("private static let \(group.name): [ExchangedMessage] = [")
                text.indented { text in
                    let end = group.messages.count == 1 ? "" : ","
                    for message in group.messages {
                        let rules = message.rules.isEmpty ? [] : [message.rules.quoted]
                        text.call("ExchangedMessage", ["\(message.type).self"] + rules, end)
                    }
                }
                text.line("]")
            }
        }
        return OutputFile(path: Self.path, text: text.text)
    }

    /// The rules by field number: `1=plain,u8 3=nullable`.
    private static func rules(_ message: MessagePlan) -> String {
        message.fields.compactMap { field in
            var words: [String] = []
            switch field.presence {
            case .plain: words.append("plain")
            case .nullable: words.append("nullable")
            case .optionalNullable: words.append("nullish")
            case .attribute where field.model.isNullable: words.append("nullish")
            case .attribute, .optional: break
            }
            if let width = field.value.narrowWidth { words.append(width) }
            return words.isEmpty ? nil : "\(field.number)=" + words.joined(separator: ",")
        }
        .joined(separator: " ")
    }
}

extension ValuePlan {
    /// `u8`, `s16`: the width of the Swift type if it is narrower than the wire's.
    fileprivate var narrowWidth: String? {
        switch form {
        case .narrow: reader.hasPrefix("u") ? "u" + reader.drop { !$0.isNumber } : "s" + reader.drop { !$0.isNumber }
        case .bitmap(let raw, isNarrow: true): "u" + raw.drop { !$0.isNumber }
        default: nil
        }
    }
}
