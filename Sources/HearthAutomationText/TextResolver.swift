internal import HearthAutomation
internal import HearthTraitDescriptors

/// Resolves the names in expressions, once the traits that the graph's nodes read are known.
struct TextResolver {
    private let names: AutomationNames
    private let readers: TextReaders

    init(_ names: AutomationNames, _ readers: TextReaders) {
        self.names = names
        self.readers = readers
    }

    /// - Parameters:
    ///   - type: the expected type of the expression, if its context determines one.
    ///   - node: the id of the node that contains the expression.
    func expression(
        _ syntax: TextSyntax, _ type: TextType? = nil, in node: UInt32, _ scanner: TextScanner
    ) throws(AutomationTextError) -> AutomationExpression {
        switch syntax.kind {
        case .variable(let name): return .variable(name)
        case .unsupported: return .unsupported
        case .field(let name, let path): return .field(try field(name, path, syntax, node, scanner))
        case .operation(let operation, let operands):
            // Attributes first: their types determine how the constants beside them are read.
            var read: [AutomationExpression?] = []
            for operand in operands {
                read.append(operand.isReading ? try expression(operand, in: node, scanner) : nil)
            }
            let own = read.map { $0.flatMap { readers.type(of: $0, names) } }
            let types = TextType.contexts(operation, own: own)
            var expressions: [AutomationExpression] = []
            for (place, operand) in operands.enumerated() {
                if let known = read[place] {
                    expressions.append(known)
                } else {
                    expressions.append(try expression(operand, types[place], in: node, scanner))
                }
            }
            return .operation(operation, expressions)
        case .null, .boolean, .number, .quantity, .text, .octets, .time, .list, .structure, .words:
            return .constant(try constant(syntax, type, scanner))
        }
    }

    // MARK: References

    private func field(
        _ name: TextNodeName, _ path: [String], _ syntax: TextSyntax, _ node: UInt32, _ scanner: TextScanner
    ) throws(AutomationTextError) -> FieldReference {
        let id: UInt32
        switch name {
        case .number(let number): id = number
        case .own:
            guard readers[node] != nil else {
                throw scanner.failure(
                    "its stands for the device of a line that begins with when; name the device here", at: syntax.place)
            }
            id = node
        case .reader(let trait, let said): id = try reader(trait, said, syntax, scanner)
        }
        var fields: TextFields? = readers[id].map { names.fields($0.trait.traitID, event: $0.event) }
        var ids: [UInt32] = []
        for word in path {
            guard let field = (fields ?? .unknown).id(word) else {
                let hint = (fields ?? .unknown).near(word)
                throw scanner.failure("there is no \(quoted(word)) to read\(hint)", at: syntax.place)
            }
            ids.append(field)
            fields = fields?.type(field)?.fields
        }
        return FieldReference(id, path: ids)
    }

    /// The id of the one node that reads a trait.
    private func reader(
        _ trait: TraitReference, _ said: TextNodeName.Said, _ syntax: TextSyntax, _ scanner: TextScanner
    ) throws(AutomationTextError) -> UInt32 {
        let fitting = readers.of(trait).filter { reader in
            (!said.part || reader.trait.target.endpoint == trait.target.endpoint)
                && (!said.type || reader.trait.deviceType == trait.deviceType)
        }
        let word = names.traitWord(trait.traitID)
        guard let first = fitting.first else {
            throw scanner.failure(
                "no line reads this \(word); put a line before it that begins with read, the name of the device and"
                    + " \(word)", at: syntax.place)
        }
        guard fitting.count == 1 else {
            throw scanner.failure(
                "several lines read this \(word); give the one that is meant a number, as in @\(first.id) when …, and write"
                    + " @\(first.id) in place of the device and \(word)", at: syntax.place)
        }
        return first.id
    }

    // MARK: Constants

    /// The constants of some fields.
    func values(
        _ syntax: [TextSyntax.Field], _ fields: TextFields, _ scanner: TextScanner
    ) throws(AutomationTextError) -> StructureValue {
        var values: StructureValue = [:]
        for field in syntax {
            let id = try id(field, fields, scanner)
            guard values[id] == nil else {
                throw scanner.failure("\(quoted(field.name)) is given twice; remove one", at: field.place)
            }
            values[id] = try constant(field.value, fields.type(id), scanner)
        }
        return values
    }

    /// The id of a field.
    func id(
        _ field: TextSyntax.Field, _ fields: TextFields, _ scanner: TextScanner
    ) throws(AutomationTextError) -> UInt32 {
        guard let id = fields.id(field.name) else {
            throw scanner.failure("there is no \(quoted(field.name))\(fields.near(field.name))", at: field.place)
        }
        return id
    }

    private func constant(
        _ syntax: TextSyntax, _ type: TextType?, _ scanner: TextScanner
    ) throws(AutomationTextError) -> TraitValue {
        switch syntax.kind {
        case .null: return .null
        case .boolean(let value): return .bool(value)
        case .text(let text): return .string(text)
        case .octets(let bytes): return .octets(bytes)
        case .time(let time): return .structure(time.value)
        case .list(let items):
            var values: [TraitValue] = []
            for item in items { values.append(try constant(item, type?.item, scanner)) }
            return .list(values)
        case .structure(let fields): return .structure(try values(fields, type?.fields ?? .unknown, scanner))
        case .words(let words): return .unsigned(try number(words, type, syntax, scanner))
        case .number(let digits, let isNegative, let isFraction, let kind):
            let kind = kind ?? .usual(isNegative: isNegative, isFraction: isFraction, type)
            guard let value = Self.number((isNegative ? "-" : "") + digits, kind) else {
                throw scanner.failure("the number \(digits) is out of range here", at: syntax.place)
            }
            return value
        case .quantity(let text): return try quantity(text, type, syntax, scanner)
        case .variable, .field, .operation, .unsupported:
            throw scanner.failure("only a fixed value can stand here, such as true, 20 or 22:00", at: syntax.place)
        }
    }

    private func quantity(
        _ text: String, _ type: TextType?, _ syntax: TextSyntax, _ scanner: TextScanner
    ) throws(AutomationTextError) -> TraitValue {
        if let value = type?.value(ofQuantity: text) { return value }
        let way =
            type.map { type in type.exampleOfQuantity.map { "write one as in \($0)" } ?? "numbers have no unit here" }
            ?? "numbers have no unit where their type is unknown"
        throw scanner.failure("\(quoted(text)) isn't a number; \(way), and names begin with a letter", at: syntax.place)
    }

    private static func number(_ text: String, _ kind: NumberKind) -> TraitValue? {
        switch kind {
        case .unsigned: UInt64(text).map { .unsigned($0) }
        case .signed: Int64(text).map { .signed($0) }
        case .float: Float(text).map { .float($0) }
        case .double: Double(text).map { .double($0) }
        }
    }

    private func number(
        _ words: [String], _ type: TextType?, _ syntax: TextSyntax, _ scanner: TextScanner
    ) throws(AutomationTextError) -> UInt64 {
        guard let table = words.count == 1 ? type?.cases ?? type?.bits : type?.bits else {
            throw scanner.failure(
                "\(quoted(words.joined(separator: "|"))) has no meaning here; texts need quotes, variables a $,"
                    + " and attributes their device's name, as in \"Lamp\" OnOff.onOff", at: syntax.place)
        }
        var number: UInt64 = 0
        for word in words {
            guard let value = table.number(word) else {
                let known = table.words.prefix(12).joined(separator: ", ")
                let near = didYouMean(word, table.words)
                throw scanner.failure(
                    "\(quoted(word)) is not one of the values\(near.isEmpty ? "; they are \(known)" : near)",
                    at: syntax.place)
            }
            number |= value
        }
        return number
    }
}

extension TextSyntax {
    /// Whether it reads an attribute or a list item, whose type is known.
    fileprivate var isReading: Bool {
        switch kind {
        case .field, .operation(.item, _): true
        default: false
        }
    }
}
