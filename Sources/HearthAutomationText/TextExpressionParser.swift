internal import HearthAutomation
internal import HearthTraitDescriptors

extension TextParser {
    /// The deepest nesting of operations.
    private static let maxDepth = 64

    /// Reads an expression from a line.
    mutating func expression(_ scanner: inout TextScanner, _ depth: Int = 0) throws(AutomationTextError) -> TextSyntax {
        guard depth < Self.maxDepth else {
            throw scanner.failure("operations are nested more than \(Self.maxDepth) deep; use let for parts")
        }
        let first = try conjunction(&scanner, depth)
        var operands = [first]
        while Self.takeOr(&scanner) { operands.append(try conjunction(&scanner, depth)) }
        return operands.count == 1 ? first : TextSyntax(kind: .operation(.or, operands), place: first.place)
    }

    /// Takes "or", unless it is the "or:" that ends the expression.
    private static func takeOr(_ scanner: inout TextScanner) -> Bool {
        var ahead = scanner
        guard ahead.takeWords("or"), !ahead.take(":") else { return false }
        scanner = ahead
        return true
    }

    private mutating func conjunction(
        _ scanner: inout TextScanner, _ depth: Int
    ) throws(AutomationTextError) -> TextSyntax {
        let first = try negation(&scanner, depth)
        var operands = [first]
        while scanner.takeWords("and") { operands.append(try negation(&scanner, depth)) }
        return operands.count == 1 ? first : TextSyntax(kind: .operation(.and, operands), place: first.place)
    }

    private mutating func negation(
        _ scanner: inout TextScanner, _ depth: Int
    ) throws(AutomationTextError) -> TextSyntax {
        scanner.skipBlanks()
        let place = scanner.at
        var ahead = scanner
        guard ahead.takeWords("not"), ahead.peek() != 0x28 else { return try comparison(&scanner, depth) }
        _ = scanner.takeWords("not")
        return TextSyntax(kind: .operation(.not, [try comparison(&scanner, depth)]), place: place)
    }

    private mutating func comparison(
        _ scanner: inout TextScanner, _ depth: Int
    ) throws(AutomationTextError) -> TextSyntax {
        let left = try infix(.sum, &scanner, depth)
        if scanner.takeWords("between") {
            let low = try infix(.sum, &scanner, depth)
            guard scanner.takeWords("and") else {
                throw scanner.failure("between needs two limits: between 18:00 and 22:00")
            }
            let high = try infix(.sum, &scanner, depth)
            return TextSyntax(kind: .operation(.between, [left, low, high]), place: left.place)
        }
        var operation = Self.takeInfix(.comparison, &scanner)
        // `==` is accepted for `=`.
        if operation == .equals { _ = scanner.peek() == 0x3D && scanner.take("=") }
        if operation == nil, scanner.takeWords("is") { operation = scanner.takeWords("not") ? .notEquals : .equals }
        guard let operation else { return left }
        let right = try infix(.sum, &scanner, depth)
        return TextSyntax(kind: .operation(operation, [left, right]), place: left.place)
    }

    /// Reads sums or products, from left to right.
    private mutating func infix(
        _ level: TextWords.Level, _ scanner: inout TextScanner, _ depth: Int
    ) throws(AutomationTextError) -> TextSyntax {
        var left = level == .sum ? try infix(.product, &scanner, depth) : try sign(&scanner, depth)
        var count = 0
        while let operation = Self.takeInfix(level, &scanner) {
            count += 1
            guard depth + count < Self.maxDepth else {
                throw scanner.failure(
                    "operations are nested more than \(Self.maxDepth) deep; use let for parts")
            }
            let right = level == .sum ? try infix(.product, &scanner, depth) : try sign(&scanner, depth)
            left = TextSyntax(kind: .operation(operation, [left, right]), place: left.place)
        }
        return left
    }

    private static func takeInfix(_ level: TextWords.Level, _ scanner: inout TextScanner) -> Operator? {
        for (operation, word, own) in TextWords.infix where own == level {
            let words = word.split(separator: " ").map(String.init)
            var ahead = scanner
            let isNext =
                word.utf8.allSatisfy(TextScanner.isWord) || words.count > 1
                ? words.allSatisfy { ahead.takeWords($0) } : ahead.take(word)
            guard isNext else { continue }
            scanner = ahead
            return operation
        }
        return nil
    }

    private mutating func sign(_ scanner: inout TextScanner, _ depth: Int) throws(AutomationTextError) -> TextSyntax {
        scanner.skipBlanks()
        let place = scanner.at
        guard scanner.take("-") else { return try operand(&scanner, depth) }
        if let next = scanner.peek(), (0x30...0x39).contains(next) || next == 0x69 || next == 0x6E,
            let number = try number(&scanner, isNegative: true, place)
        {
            return number
        }
        guard depth < Self.maxDepth else { throw scanner.failure("too many signs") }
        return TextSyntax(kind: .operation(.negated, [try sign(&scanner, depth + 1)]), place: place)
    }

    // MARK: Operands

    private mutating func operand(
        _ scanner: inout TextScanner, _ depth: Int
    ) throws(AutomationTextError) -> TextSyntax {
        scanner.skipBlanks()
        let place = scanner.at
        func syntax(_ kind: TextSyntax.Kind) -> TextSyntax { TextSyntax(kind: kind, place: place) }
        if scanner.take("(") {
            let inner = try expression(&scanner, depth + 1)
            try scanner.expect(")", "a parenthesis is open; close it with )")
            return inner
        }
        if scanner.take("[") { return syntax(.list(try list(&scanner, until: "]", depth))) }
        if scanner.take("{") { return syntax(.structure(try fields(&scanner, until: "}", depth))) }
        if scanner.take("$") { return syntax(.variable(try variableName(&scanner))) }
        if scanner.take("@") {
            guard let number = scanner.takeNatural().flatMap(UInt32.init(exactly:)) else {
                throw scanner.failure("@ goes before the number of a line: @3.lockState")
            }
            return syntax(.field(node: .number(number), path: try path(&scanner)))
        }
        if let number = try number(&scanner, isNegative: false, place) { return number }
        if scanner.peek() == 0x22 {
            if let field = try reference(&scanner) { return field }
            return syntax(.text(try scanner.takeString() ?? ""))
        }
        guard let name = scanner.nextName() else {
            throw scanner.failure(
                "a value is missing here: a constant such as true, 20 or 22:00, or an attribute of a device,"
                    + " as in \"Lamp\" OnOff.onOff")
        }
        if name.lowercased() == "home", let field = try reference(&scanner) { return field }
        _ = scanner.takeName()
        return try word(name, &scanner, place, depth)
    }

    private mutating func word(
        _ name: String, _ scanner: inout TextScanner, _ place: Int, _ depth: Int
    ) throws(AutomationTextError) -> TextSyntax {
        func syntax(_ kind: TextSyntax.Kind) -> TextSyntax { TextSyntax(kind: kind, place: place) }
        if scanner.peek() == 0x28, scanner.take("(") {
            guard let operation = Self.operators[name.lowercased()] else {
                let known = Operator.allCases.map { "\($0)" }
                throw scanner.failure("there is no \(quoted(name))(…)" + didYouMean(name, known), at: place)
            }
            return syntax(.operation(operation, try list(&scanner, until: ")", depth)))
        }
        switch name.lowercased() {
        case "null": return syntax(.null)
        case "true": return syntax(.boolean(true))
        case "false": return syntax(.boolean(false))
        case "unsupported": return syntax(.unsupported)
        case "its":
            let first = try pathName(&scanner)
            return syntax(.field(node: .own, path: [first] + (try path(&scanner))))
        case "hex":
            guard let text = try scanner.takeString(), let bytes = TextScanner.bytes(hex: text) else {
                throw scanner.failure("hex needs pairs of hex digits in quotes: hex \"00ff\"", at: place)
            }
            return syntax(.octets(bytes))
        case let word where TextWords.reserved.contains(word):
            throw scanner.failure("a value is missing before \(quoted(word))", at: place)
        default: break
        }
        var names = [name]
        while scanner.take("|") {
            guard let next = scanner.takeName() else { throw scanner.failure("a name is missing behind |") }
            names.append(next)
        }
        return syntax(.words(names))
    }

    private static let operators = Dictionary(
        Operator.allCases.map { ("\($0)".lowercased(), $0) }, uniquingKeysWith: { first, _ in first })

    private mutating func list(
        _ scanner: inout TextScanner, until end: String, _ depth: Int
    ) throws(AutomationTextError) -> [TextSyntax] {
        var items: [TextSyntax] = []
        if scanner.take(end) { return items }
        repeat { items.append(try expression(&scanner, depth + 1)) } while scanner.take(",")
        try scanner.expect(end, "a comma or \(end) is missing here")
        return items
    }

    /// Reads values such as `level: 100, mode: cool`, and the `end` after them.
    mutating func fields(
        _ scanner: inout TextScanner, until end: String, _ depth: Int = 0
    ) throws(AutomationTextError) -> [TextSyntax.Field] {
        var fields: [TextSyntax.Field] = []
        if scanner.take(end) { return fields }
        repeat {
            scanner.skipBlanks()
            let place = scanner.at
            guard let name = scanner.takeName(), scanner.take(":") else {
                throw scanner.failure("name each value, as in level: 100", at: place)
            }
            fields.append(TextSyntax.Field(name: name, place: place, value: try expression(&scanner, depth + 1)))
        } while scanner.take(",")
        try scanner.expect(end, "a comma or \(end) is missing here")
        return fields
    }

    mutating func variableName(_ scanner: inout TextScanner) throws(AutomationTextError) -> String {
        if scanner.peek() == 0x22, let text = try scanner.takeString() { return text }
        guard let next = scanner.peek(), TextScanner.isWord(next), let name = scanner.takeName() else {
            throw scanner.failure("$ goes before a name of your own: $evening")
        }
        return name
    }

    // MARK: References

    /// Reads a reference such as `"Hall Lamp" OnOff.onOff`; nil if the next thing is a text.
    private mutating func reference(_ scanner: inout TextScanner) throws(AutomationTextError) -> TextSyntax? {
        var ahead = scanner
        scanner.skipBlanks()
        let place = scanner.at
        if try ahead.takeString() == nil { _ = ahead.takeName() }
        guard let word = ahead.takeName(), ["part", "as"].contains(word.lowercased()) || ahead.peek() == 0x2E else {
            return nil
        }
        let (trait, said) = try trait(&scanner)
        guard scanner.peek() == 0x2E else {
            throw scanner.failure("name an attribute, as in \(names.traitWord(trait.traitID)).onOff")
        }
        return TextSyntax(kind: .field(node: .reader(trait, says: said), path: try path(&scanner)), place: place)
    }

    private func path(_ scanner: inout TextScanner) throws(AutomationTextError) -> [String] {
        var path: [String] = []
        while scanner.peek() == 0x2E, scanner.take(".") { path.append(try pathName(&scanner)) }
        return path
    }

    private func pathName(_ scanner: inout TextScanner) throws(AutomationTextError) -> String {
        guard let name = scanner.takeName() else { throw scanner.failure("the name of an attribute is missing here") }
        return name
    }

    // MARK: Numbers

    /// Reads a number or a time of day; nil if neither is next.
    private func number(
        _ scanner: inout TextScanner, isNegative: Bool, _ place: Int
    ) throws(AutomationTextError) -> TextSyntax? {
        func syntax(_ kind: TextSyntax.Kind) -> TextSyntax { TextSyntax(kind: kind, place: place) }
        if let word = scanner.nextName()?.lowercased(), word.hasPrefix("inf") || word.hasPrefix("nan"),
            word.utf8.count <= 4,
            TextWords.reserved.contains(word)
        {
            _ = scanner.takeName()
            let mark = NumberKind(rawValue: String(word.dropFirst(3)))
            return syntax(
                .number(digits: String(word.prefix(3)), isNegative: isNegative, isFraction: true, mark))
        }
        guard let (digits, isFraction, mark) = scanner.takeNumber() else { return nil }
        if !isNegative, !isFraction, mark.isEmpty, scanner.peek() == 0x3A, let next = scanner.peek(1),
            (0x30...0x39).contains(next), scanner.take(":")
        {
            guard let hours = UInt64(digits), let minutes = scanner.takeNatural(),
                let time = TextTime(hours: hours, minutes: minutes)
            else { throw scanner.failure("a time of day lies between 0:00 and 23:59", at: place) }
            return syntax(.time(time))
        }
        if digits == "0", !isFraction, let number = Self.hexadecimal(mark) {
            return syntax(.number(digits: String(number), isNegative: isNegative, isFraction: false, nil))
        }
        let kind = NumberKind(rawValue: mark)
        if kind == nil, let unit = mark.isEmpty ? scanner.takeUnit() : mark {
            // "20C" is shown in errors as written.
            return syntax(.quantity((isNegative ? "-" : "") + digits + (mark.isEmpty ? " " : "") + unit))
        }
        return syntax(.number(digits: digits, isNegative: isNegative, isFraction: isFraction, kind))
    }

    /// The number of a mark such as "x7f" after a zero.
    private static func hexadecimal(_ mark: String) -> UInt64? {
        mark.hasPrefix("x") ? UInt64(mark.dropFirst(), radix: 16) : nil
    }
}
