extension Parser {
    /// Behind the word `option`.
    mutating func optionStatement() throws(ProtoDiagnostic) -> ProtoOption {
        let option = try optionAssignment()
        try expect(";")
        return option
    }

    /// Behind `[`.
    mutating func bracketedOptions() throws(ProtoDiagnostic) -> [ProtoOption] {
        var result: [ProtoOption] = []
        repeat { result.append(try optionAssignment()) } while take(",")
        try expect("]")
        return result
    }

    private mutating func optionAssignment() throws(ProtoDiagnostic) -> ProtoOption {
        let location = token.location
        let isCustom = take("(")
        var name = try dottedName("an option's name")
        if isCustom { try expect(")") }
        // Parts of an option that is a message: the whole is known by its first name.
        while take(".") {
            if take("(") {
                name += "." + (try dottedName("an option's name"))
                try expect(")")
            } else {
                name += "." + (try identifier("an option's name"))
            }
        }
        try expect("=")
        return ProtoOption(name: name, isCustom: isCustom, value: try optionValue(), location: location)
    }

    private mutating func optionValue() throws(ProtoDiagnostic) -> ProtoOption.Value {
        if at("{") { return try aggregate() }
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

    private mutating func aggregate() throws(ProtoDiagnostic) -> ProtoOption.Value {
        let start = token.location
        var depth = 0
        repeat {
            if at("{") { depth += 1 }
            if at("}") { depth -= 1 }
            guard !atEnd else { throw ProtoDiagnostic(start, "'{' is never closed") }
            advance()
        } while depth > 0
        return .aggregate
    }
}
