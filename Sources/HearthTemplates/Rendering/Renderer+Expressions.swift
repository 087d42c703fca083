extension Renderer {
    /// The value of an expression.
    mutating func value(_ node: Node) throws(TemplateError) -> TemplateValue {
        position = node.position
        try step()
        switch node.kind {
        case .constant(let value): return value
        case .name(let name): return try variable(name)
        case .list(let nodes): return .list(try values(nodes))
        case .tuple(let nodes): return .tuple(try values(nodes))
        case .dictionary(let entries): return try dictionary(entries)
        case .access(let base, let steps): return try accessed(base, steps)
        case .call(let function, let arguments): return try call(function, try values(arguments))
        case .negated(let operand):
            let operand = try value(operand)
            position = node.position
            return try negated(operand)
        case .positive(let operand):
            let operand = try value(operand)
            position = node.position
            return try positive(operand)
        case .not(let operand): return .bool(!(try value(operand).isTrue))
        case .arithmetic(let first, let rest):
            var result = try value(first)
            for (sign, operand) in rest {
                let operand = try value(operand)
                position = node.position
                result = try arithmetic(result, sign, operand)
            }
            return result
        case .concatenated(let nodes):
            var whole = ""
            for node in nodes {
                whole += try text(try value(node))
                try checkLength(whole.utf8.count)
            }
            return try made(whole)
        case .compared(let first, let rest): return .bool(try compared(first, rest))
        case .all(let nodes): return try firstValue(nodes) { !$0 }
        case .any(let nodes): return try firstValue(nodes) { $0 }
        case .conditional(let condition, let then, let otherwise):
            if try value(condition).isTrue { return try value(then) }
            return if let otherwise { try value(otherwise) } else { .undefined }
        }
    }

    private mutating func values(_ nodes: [Node]) throws(TemplateError) -> [TemplateValue] {
        var values: [TemplateValue] = []
        for node in nodes { values.append(try value(node)) }
        return values
    }

    private mutating func values(_ arguments: Arguments) throws(TemplateError) -> Values {
        var values: [TemplateValue?] = []
        for node in arguments.places {
            if let node { values.append(try value(node)) } else { values.append(nil) }
        }
        return Values(values)
    }

    /// The first value with the wanted truth, or the last one, as `and` and `or` return it.
    private mutating func firstValue(
        _ nodes: [Node], where isWanted: (Bool) -> Bool
    ) throws(TemplateError) -> TemplateValue {
        var result = TemplateValue.undefined
        for node in nodes {
            result = try value(node)
            if isWanted(result.isTrue) { break }
        }
        return result
    }

    private mutating func dictionary(
        _ entries: [(key: Node, value: Node)]
    ) throws(TemplateError) -> TemplateValue {
        var dictionary = TemplateDictionary()
        for entry in entries {
            let key = try value(entry.key)
            let value = try value(entry.value)
            dictionary.set(key, try hashKey(key), value)
        }
        return .dictionary(dictionary)
    }

    private mutating func compared(
        _ first: Node, _ rest: [(sign: ComparisonSign, operand: Node)]
    ) throws(TemplateError) -> Bool {
        var left = try value(first)
        for (sign, node) in rest {
            let right = try value(node)
            guard try holds(left, sign, right) else { return false }
            left = right
        }
        return true
    }

    // MARK: Members, items, filters

    private mutating func accessed(_ base: Node, _ steps: [Step]) throws(TemplateError) -> TemplateValue {
        var result = try value(base)
        for step in steps {
            position = step.position
            try self.step()
            switch step.kind {
            case .attribute(let name): result = try attribute(name, of: result)
            case .item(let node):
                let index = try value(node)
                position = step.position
                result = try item(index, of: result)
            case .slice(let from, let to, let by):
                let bounds = try values(Arguments(places: [from, to, by]))
                position = step.position
                result = try slice(result, bounds)
            case .method(let method, let arguments):
                let arguments = try values(arguments)
                position = step.position
                result = try call(method, of: result, arguments)
            case .filter(let filter, let arguments):
                let arguments = try values(arguments)
                position = step.position
                result = try apply(filter, result, arguments)
            case .test(let test, let isNegated, let arguments):
                let arguments = try values(arguments)
                position = step.position
                result = .bool(try passes(test, result, arguments) != isNegated)
            }
        }
        return result
    }
}

/// The values of a call's arguments: nil where the default holds.
struct Values {
    private let places: [TemplateValue?]

    init(_ places: [TemplateValue?]) { self.places = places }

    /// The argument in a place; nil where the default holds.
    subscript(place: Int) -> TemplateValue? { place < places.count ? places[place] : nil }

    /// All arguments of a function with any number of them.
    var all: [TemplateValue] { places.compactMap(\.self) }
}
