extension Parser {
    /// An expression with the members, items and methods after it, or with the filters and tests.
    mutating func accessed(
        _ node: Node, _ start: Int, withFilters: Bool
    ) throws(TemplateError) -> Node {
        var steps: [Step] = []
        while true {
            let position = self.position
            guard let kind = try step(withFilters: withFilters) else { break }
            steps.append(Step(kind: kind, position: position))
        }
        return steps.isEmpty ? node : Node(kind: .access(node, steps), position: start)
    }

    private mutating func step(withFilters: Bool) throws(TemplateError) -> Step.Kind? {
        switch token {
        case .symbol("."):
            // A filter's result is followed by a filter only.
            if withFilters { return nil }
            advance()
            return try member()
        case .symbol("["):
            if withFilters { return nil }
            advance()
            return try subscripted()
        case .symbol("("):
            throw error(.notSupported, "a call of a value is not supported")
        case .symbol("|") where withFilters:
            advance()
            return try filter()
        case .name("is") where withFilters:
            advance()
            return try test()
        default: return nil
        }
    }

    private mutating func member() throws(TemplateError) -> Step.Kind {
        if case .integer(let index) = token {
            let start = position
            advance()
            return .item(Node(kind: .constant(.int(index)), position: start))
        }
        let start = position
        let name = try name()
        guard isAt("(") else { return .attribute(name) }
        guard let method = Method(rawValue: name) else {
            throw TemplateError(.notSupported, "the method '.\(name)()' is not supported", start)
        }
        return .method(method, try arguments(method.signature, of: "'.\(name)()'"))
    }

    private mutating func subscripted() throws(TemplateError) -> Step.Kind {
        var bounds: [Node?] = [nil]
        while !isAt("]") {
            if skip(":") {
                bounds.append(nil)
            } else if isAt(",") || bounds.count > 3 || bounds.last.map({ $0 != nil }) ?? true {
                throw error(.notSupported, "an index with \(token.words) is not supported")
            } else {
                bounds[bounds.count - 1] = try expression()
            }
        }
        guard bounds.count <= 3 else { throw error(.syntax, "a slice has more than three parts") }
        try expect("]")
        if bounds.count == 1 {
            guard let index = bounds[0] else { throw error(.syntax, "an index is missing") }
            return .item(index)
        }
        return .slice(from: bounds[0], to: bounds[1], by: bounds.count > 2 ? bounds[2] : nil)
    }

    private mutating func filter() throws(TemplateError) -> Step.Kind {
        let start = position
        var name = try name()
        while skip(".") { name += "." + (try self.name()) }
        guard let filter = Filter(name: name) else {
            throw TemplateError(.notSupported, "the filter '\(name)' is not supported", start)
        }
        return .filter(filter, try arguments(filter.signature, of: "the filter '\(name)'"))
    }

    private mutating func test() throws(TemplateError) -> Step.Kind {
        let isNegated = skip(word: "not")
        let start = position
        let name = try name()
        guard let test = Test(name: name) else {
            throw TemplateError(.notSupported, "the test '\(name)' is not supported", start)
        }
        if isAt("(") {
            return .test(test, isNegated: isNegated, try arguments(test.signature, of: "the test '\(name)'"))
        }
        // A test may have one argument without parentheses: `is in [1, 2]`.
        var argument: Node?
        switch token {
        case .name("else"), .name("or"), .name("and"): break
        case .name("is"): throw error(.syntax, "a test follows a test")
        case .name, .string, .integer, .float, .symbol("["), .symbol("{"):
            let position = self.position
            argument = try accessed(try primary(), position, withFilters: false)
        default: break
        }
        guard (argument == nil) == test.signature.names.isEmpty else {
            throw TemplateError(
                .syntax, "the test '\(name)' \(argument == nil ? "needs an" : "takes no") argument", start)
        }
        return .test(test, isNegated: isNegated, argument.map { Arguments(places: [$0]) } ?? .none)
    }
}
