internal import HearthBase

extension Parser {
    /// Parses after the word `option`.
    mutating func optionStatement() throws(Diagnostic) -> ProtoOption {
        let option = try optionAssignment()
        try expect(";")
        return option
    }

    /// Parses after `[`.
    mutating func bracketedOptions() throws(Diagnostic) -> [ProtoOption] {
        var result: [ProtoOption] = []
        repeat { result.append(try optionAssignment()) } while take(",")
        try expect("]")
        return result
    }

    private mutating func optionAssignment() throws(Diagnostic) -> ProtoOption {
        let location = token.location
        let isCustom = take("(")
        let name = try dottedName("an option's name")
        if isCustom { try expect(")") }
        var path: [String] = []
        while take(".") { path.append(try identifier("the name of a part of the option")) }
        try expect("=")
        let value = at("{") ? try aggregate(depth: 0) : try scalar()
        return ProtoOption(name: name, isCustom: isCustom, path: path, value: value, location: location)
    }

    private mutating func scalar() throws(Diagnostic) -> ProtoOption.Value {
        if case .string = token.kind { return .string(try string("an option's value")) }
        let negative = take("-")
        switch token.kind {
        case .identifier(let name):
            advance()
            if negative, name == "inf" || name == "nan" { return .float(name == "inf" ? -.infinity : .nan) }
            return .identifier(name)
        case .integer(let magnitude):
            advance()
            guard let value = Int64(exactly: magnitude) else {
                return negative ? .float(-Double(magnitude)) : .unsigned(magnitude)
            }
            return .integer(negative ? -value : value)
        case .float(let value):
            advance()
            return .float(negative ? -value : value)
        default: throw unexpected("an option's value")
        }
    }

    // MARK: Text format

    /// Parses at `{` or `<`.
    private mutating func aggregate(depth: Int) throws(Diagnostic) -> ProtoOption.Value {
        let start = token.location
        guard depth < Self.deepestNesting else {
            throw Diagnostic(.error, start, "an option is nested more than \(Self.deepestNesting) deep")
        }
        let end: Character = at("<") ? ">" : "}"
        advance()
        var parts: [ProtoOption.Part] = []
        while !take(end) {
            guard !atEnd else { throw Diagnostic(.error, start, "'{' is never closed") }
            try textField(into: &parts, depth: depth)
        }
        return .aggregate(parts)
    }

    private mutating func textField(
        into parts: inout [ProtoOption.Part], depth: Int
    ) throws(Diagnostic) {
        let location = token.location
        if at("[") {
            throw Diagnostic(
                .error,
                location, "extensions and Any are not read in an option's value", hint: "set the fields by name")
        }
        let name = try identifier("the name of a field")
        let hasColon = take(":")
        if at("[") {
            advance()
            while !at("]") {
                parts.append(
                    ProtoOption.Part(name: name, value: try textValue(depth: depth), location: location))
                guard take(",") else { break }
            }
            try expect("]")
        } else {
            guard hasColon || at("{") || at("<") else { throw unexpected("':'") }
            parts.append(ProtoOption.Part(name: name, value: try textValue(depth: depth), location: location))
        }
        if !take(",") { _ = take(";") }
    }

    private mutating func textValue(depth: Int) throws(Diagnostic) -> ProtoOption.Value {
        at("{") || at("<") ? try aggregate(depth: depth + 1) : try scalar()
    }
}
