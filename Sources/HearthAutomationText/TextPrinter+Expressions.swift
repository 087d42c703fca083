internal import HearthAutomation
internal import HearthTraitDescriptors

extension TextPrinter {
    /// The text of an expression, in parentheses if it binds less tightly than its context.
    func expression(
        _ expression: AutomationExpression, _ type: TextType? = nil, in node: UInt32,
        above level: TextWords.Level? = nil
    ) -> String {
        switch expression {
        case .constant(let value): return constant(value, type)
        case .field(let reference): return field(reference, in: node)
        case .variable(let name): return variable(name)
        case .unsupported: return "unsupported"
        case .operation(let operation, let operands):
            let (text, own) = self.operation(operation, operands, node)
            if let level, own <= level { return "(\(text))" }
            return text
        }
    }

    private func operation(
        _ operation: Operator, _ operands: [AutomationExpression], _ node: UInt32
    ) -> (String, TextWords.Level) {
        let types = TextType.contexts(operation, own: operands.map { readers.type(of: $0, names) })
        func parts(_ level: TextWords.Level?) -> [String] {
            zip(operands, types).map { expression($0, $1, in: node, above: level) }
        }
        if let infix = TextWords.infix.first(where: { $0.operator == operation }), operands.count == 2 {
            return (parts(infix.level).joined(separator: " \(infix.word) "), infix.level)
        }
        switch operation {
        case .and where operands.count > 1: return (parts(.and).joined(separator: " and "), .and)
        case .or where operands.count > 1: return (parts(.or).joined(separator: " or "), .or)
        case .not where operands.count == 1: return ("not " + parts(.not).joined(), .not)
        case .between where operands.count == 3:
            let parts = parts(.comparison)
            return ("\(parts[0]) between \(parts[1]) and \(parts[2])", .comparison)
        default: return ("\(operation)(\(parts(nil).joined(separator: ", ")))", .single)
        }
    }

    private func field(_ reference: FieldReference, in node: UInt32) -> String {
        let reader = readers[reference.nodeID]
        let path = path(reference.path, reader)
        switch Self.reader(reference, in: node, readers) {
        case .own: return "its \(path.joined(separator: "."))"
        case .trait(let trait):
            let label = label(AutomationNames.Object(.device, trait.target.deviceID))
            return ([label + " " + names.traitWord(trait.traitID)] + path).joined(separator: ".")
        case nil: return (["@\(reference.nodeID)"] + path).joined(separator: ".")
        }
    }

    private func path(_ path: [UInt32], _ reader: TextReader?) -> [String] {
        var fields: TextFields? = reader.map { names.fields($0.trait.traitID, event: $0.event) }
        return path.map { id in
            defer { fields = fields?.type(id)?.fields }
            return fields?.word(id) ?? TextFields.unknown.word(id)
        }
    }

    // MARK: Constants

    /// The text of values, such as `level: 100, mode: cool`.
    func values(_ values: StructureValue, _ fields: TextFields) -> String {
        values.fields.sorted { $0.key < $1.key }.map { id, value in
            "\(fields.word(id)): \(constant(value, fields.type(id)))"
        }
        .joined(separator: ", ")
    }

    func constant(_ value: TraitValue, _ type: TextType?) -> String {
        switch value {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .unsigned(let number):
            if let name = type?.cases?.name(number) { return name }
            if let bits = type?.bits, let names = Self.bits(number, bits) { return names }
            if let quantity = type?.quantity(value) { return quantity }
            return marked(String(number), .unsigned, type)
        case .signed(let number):
            if let quantity = type?.quantity(value) { return quantity }
            return marked(String(number), .signed, type)
        case .float(let number): return marked(number.isNaN ? "nan" : "\(number)", .float, type)
        case .double(let number): return marked(number.isNaN ? "nan" : "\(number)", .double, type)
        case .string(let text): return TextScanner.quote(text)
        case .octets(let bytes): return "hex \"\(bytes.isEmpty ? "" : TextScanner.hex(bytes))\""
        case .list(let items): return "[\(items.map { constant($0, type?.item) }.joined(separator: ", "))]"
        case .structure(let fields):
            if type?.isTimeOfDay == true, let time = TextTime(fields) { return time.text }
            return "{\(values(fields, type?.fields ?? .unknown))}"
        }
    }

    /// A number, with a mark if its kind does not follow from its form and type.
    private func marked(_ text: String, _ kind: NumberKind, _ type: TextType?) -> String {
        let isFraction = kind == .float || kind == .double
        let usual = NumberKind.usual(isNegative: text.hasPrefix("-"), isFraction: isFraction, type)
        return usual == kind ? text : text + kind.rawValue
    }

    private static func bits(_ number: UInt64, _ words: WordTable) -> String? {
        guard number != 0 else { return nil }
        var names: [String] = []
        for bit in 0..<UInt64(64) where number & (1 << bit) != 0 {
            guard let name = words.name(1 << bit) else { return nil }
            names.append(name)
        }
        return names.joined(separator: "|")
    }
}

extension NumberKind {
    /// The kind of a number without a mark.
    static func usual(isNegative: Bool, isFraction: Bool, _ type: TextType?) -> NumberKind {
        if let type { return type.number(isNegative: isNegative, isFraction: isFraction) }
        return isFraction ? .double : isNegative ? .signed : .unsigned
    }
}
