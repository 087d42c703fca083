extension Parser {
    /// A literal, a name, a call of a function, or an expression in parentheses.
    mutating func primary() throws(TemplateError) -> Node {
        let start = position
        switch token {
        case .name(let name):
            advance()
            if let constant = Self.constants[name] { return Node(kind: .constant(constant), position: start) }
            guard isAt("(") else { return Node(kind: .name(name), position: start) }
            guard let function = TemplateFunction(rawValue: name) else {
                throw TemplateError(.notSupported, "the function '\(name)' is not supported", start)
            }
            let arguments = try arguments(function.signature, of: "'\(name)'")
            return Node(kind: .call(function, arguments), position: start)
        case .string(let text):
            advance()
            var whole = text
            while case .string(let more) = token {
                advance()
                whole += more
            }
            return Node(kind: .constant(.string(whole)), position: start)
        case .integer(let value):
            advance()
            return Node(kind: .constant(.int(value)), position: start)
        case .float(let value):
            advance()
            return Node(kind: .constant(.double(value)), position: start)
        case .symbol("("):
            advance()
            if skip(")") { return Node(kind: .tuple([]), position: start) }
            let node = try tuple(isConditional: true)
            try expect(")")
            return node
        case .symbol("["):
            advance()
            var nodes: [Node] = []
            while !skip("]") {
                if !nodes.isEmpty { try expect(",") }
                if skip("]") { break }
                nodes.append(try expression())
            }
            return Node(kind: .list(nodes), position: start)
        case .symbol("{"):
            advance()
            var entries: [(key: Node, value: Node)] = []
            while !skip("}") {
                if !entries.isEmpty { try expect(",") }
                if skip("}") { break }
                let key = try expression()
                try expect(":")
                entries.append((key, try expression()))
            }
            return Node(kind: .dictionary(entries), position: start)
        default:
            throw error(.syntax, "expected an expression before \(token.words)")
        }
    }
}
