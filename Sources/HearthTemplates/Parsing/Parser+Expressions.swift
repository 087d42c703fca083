extension Parser {
    /// An expression, or several with commas between them, which make a tuple.
    ///
    /// - Parameter isConditional: whether `A if B else C` is allowed without parentheses.
    mutating func tuple(isConditional: Bool) throws(TemplateError) -> Node {
        let start = position
        var nodes: [Node] = []
        var isTuple = false
        while true {
            if isTuple, isAtTupleEnd { break }
            nodes.append(isConditional ? try expression() : try nestedDisjunction())
            guard skip(",") else { break }
            isTuple = true
        }
        if !isTuple, let only = nodes.first { return only }
        return Node(kind: .tuple(nodes), position: start)
    }

    private mutating func nestedDisjunction() throws(TemplateError) -> Node {
        try nested { (parser) throws(TemplateError) in try parser.disjunction() }
    }

    private var isAtTupleEnd: Bool {
        switch token {
        case .outputEnd, .blockEnd, .end: true
        default: isAt(")")
        }
    }

    /// `A if B else C`, or what binds tighter.
    mutating func expression() throws(TemplateError) -> Node {
        try nested { (parser) throws(TemplateError) in try parser.conditional() }
    }

    private mutating func conditional() throws(TemplateError) -> Node {
        var node = try disjunction()
        while isAt(word: "if") {
            let start = position
            advance()
            let condition = try disjunction()
            let otherwise = skip(word: "else") ? try expression() : nil
            node = Node(kind: .conditional(condition: condition, then: node, otherwise: otherwise), position: start)
            // Without an `else` a chain of conditions would make a deep tree.
            if otherwise == nil, isAt(word: "if") {
                throw error(.notSupported, "two conditions without 'else' are not supported")
            }
        }
        return node
    }

    private mutating func disjunction() throws(TemplateError) -> Node {
        let start = position
        var nodes = [try conjunction()]
        while skip(word: "or") { nodes.append(try conjunction()) }
        return nodes.count == 1 ? nodes[0] : Node(kind: .any(nodes), position: start)
    }

    private mutating func conjunction() throws(TemplateError) -> Node {
        let start = position
        var nodes = [try inversion()]
        while skip(word: "and") { nodes.append(try inversion()) }
        return nodes.count == 1 ? nodes[0] : Node(kind: .all(nodes), position: start)
    }

    private mutating func inversion() throws(TemplateError) -> Node {
        let start = position
        guard skip(word: "not") else { return try comparison() }
        let node = try nested { (parser) throws(TemplateError) in try parser.inversion() }
        return Node(kind: .not(node), position: start)
    }

    private mutating func comparison() throws(TemplateError) -> Node {
        let first = try sum()
        var rest: [(sign: ComparisonSign, operand: Node)] = []
        let start = position
        while let sign = comparisonSign() { rest.append((sign, try sum())) }
        return rest.isEmpty ? first : Node(kind: .compared(first, rest), position: start)
    }

    private mutating func comparisonSign() -> ComparisonSign? {
        if case .symbol(let symbol) = token, let sign = ComparisonSign(rawValue: symbol) {
            advance()
            return sign
        }
        if skip(word: "in") { return .contained }
        guard isAt(word: "not"), following == .name("in") else { return nil }
        advance()
        advance()
        return .notContained
    }

    private mutating func arithmeticSign(_ signs: Set<ArithmeticSign>) -> ArithmeticSign? {
        guard case .symbol(let symbol) = token, let sign = ArithmeticSign(rawValue: symbol), signs.contains(sign) else {
            return nil
        }
        advance()
        return sign
    }

    private mutating func sum() throws(TemplateError) -> Node {
        let first = try concatenation()
        var rest: [(sign: ArithmeticSign, operand: Node)] = []
        let start = position
        while let sign = arithmeticSign([.plus, .minus]) { rest.append((sign, try concatenation())) }
        return rest.isEmpty ? first : Node(kind: .arithmetic(first, rest), position: start)
    }

    private mutating func concatenation() throws(TemplateError) -> Node {
        let start = position
        var nodes = [try product()]
        while skip("~") { nodes.append(try product()) }
        return nodes.count == 1 ? nodes[0] : Node(kind: .concatenated(nodes), position: start)
    }

    private mutating func product() throws(TemplateError) -> Node {
        let first = try signed()
        var rest: [(sign: ArithmeticSign, operand: Node)] = []
        let start = position
        while let sign = arithmeticSign([.times, .divided, .dividedDown, .remainder]) {
            rest.append((sign, try signed()))
        }
        if isAt("**") { throw error(.notSupported, "the operator '**' is not supported") }
        return rest.isEmpty ? first : Node(kind: .arithmetic(first, rest), position: start)
    }

    /// A sign binds tighter than filters: `-1|abs` is 1.
    private mutating func signed() throws(TemplateError) -> Node {
        let start = position
        let node = try signedWithoutFilters()
        return try accessed(node, start, withFilters: true)
    }

    private mutating func signedWithoutFilters() throws(TemplateError) -> Node {
        let start = position
        let isNegated = isAt("-")
        guard isNegated || isAt("+") else { return try accessed(try primary(), start, withFilters: false) }
        advance()
        let operand = try nested { (parser) throws(TemplateError) in try parser.signedWithoutFilters() }
        return Node(kind: isNegated ? .negated(operand) : .positive(operand), position: start)
    }
}
