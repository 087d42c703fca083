/// A named type, in a cluster or global.
enum TypeSyntax {
    case constants(ConstantsSyntax)
    case structure(StructSyntax)
}

extension SchemaParser {
    /// Parses an enum, bitmap or struct after its leading words.
    mutating func typeDefinition(_ start: Token, _ maturity: Maturity) throws(Abandoned) -> TypeSyntax {
        var shared = false
        var fabricScoped: Token?
        var role: Token?
        while true {
            if at(word: "shared") {
                shared = true
            } else if at(word: "fabric_scoped") {
                fabricScoped = peek()
            } else if role == nil, at(word: "request") || at(word: "response") {
                role = peek()
            } else {
                break
            }
            next()
        }
        if at(word: "struct") {
            return .structure(
                try structure(
                    start, maturity, role: role, isShared: shared, isFabricScoped: fabricScoped != nil))
        }
        guard at(word: "enum") || at(word: "bitmap") else {
            throw failWord(peek(), "expected 'enum', 'bitmap' or 'struct'", ["enum", "bitmap", "struct"])
        }
        if let misplaced = role ?? fabricScoped {
            report(misplaced.location, "'\(misplaced.text)' is allowed only for a struct", hint: "remove it")
        }
        return .constants(try constants(start, maturity, isShared: shared))
    }

    private mutating func constants(
        _ start: Token, _ maturity: Maturity, isShared: Bool
    ) throws(Abandoned) -> ConstantsSyntax {
        let kind: ConstantsSyntax.Kind = next().text.lowercased() == "enum" ? .enumeration : .bitmap
        let name = try expectName("the \(kind.rawValue)'s name")
        try expect(":", "and a base type after '\(name.text)'")
        let base = try expectName("a base type")
        var constants: [ConstantSyntax] = []
        try block("\(kind.rawValue) \(name.text)") { (parser) throws(Abandoned) in
            constants.append(try parser.constant())
        }
        return ConstantsSyntax(
            kind: kind, name: name, base: base, isShared: isShared, constants: constants, maturity: maturity,
            description: start.documentation, location: start.location)
    }

    private mutating func constant() throws(Abandoned) -> ConstantSyntax {
        let description = peek().documentation
        let maturity = maturity()
        let name = try expectName("a constant")
        try expect("=", "after '\(name.text)'")
        let value = try expectNumber("the number of '\(name.text)'")
        let annotations = try annotations()
        try expectSemicolon("after '\(name.text)'")
        return ConstantSyntax(
            name: name, value: value, annotations: annotations, maturity: maturity, description: description)
    }

    private mutating func structure(
        _ start: Token, _ maturity: Maturity, role: Token?, isShared: Bool, isFabricScoped: Bool
    ) throws(Abandoned) -> StructSyntax {
        next()
        let name = try expectName("the struct's name")
        var meaning = StructSyntax.Role.plain
        switch role?.text.lowercased() {
        case "request":
            meaning = .request
        case "response":
            try expect("=", "and the response's number after '\(name.text)'")
            meaning = .response(try expectNumber("the response's number"))
        default:
            break
        }
        return StructSyntax(
            role: meaning, name: name, isShared: isShared, isFabricScoped: isFabricScoped,
            fields: try fields("struct \(name.text)"), maturity: maturity, description: start.documentation,
            location: start.location)
    }

    /// `{ FIELD; … }`
    mutating func fields(_ owner: String) throws(Abandoned) -> [FieldSyntax] {
        var fields: [FieldSyntax] = []
        try block(owner) { (parser) throws(Abandoned) in
            let description = parser.peek().documentation
            let field = try parser.field(description)
            try parser.expectSemicolon("after the field '\(field.name.text)'")
            fields.append(field)
        }
        return fields
    }

    /// Parses a field without its `;`. No word is reserved: a qualifier is one only if a type and a name follow it.
    mutating func field(_ description: String?) throws(Abandoned) -> FieldSyntax {
        var maturity = Maturity.stable
        var qualifiers: [String: Token] = [:]
        while peek().isName, peek(1).isName, peek(2).isName || peek(2).isMark("<") {
            let token = peek()
            let word = token.text.lowercased()
            if let found = Maturity(rawValue: word), qualifiers.isEmpty, maturity == .stable {
                maturity = found
            } else if Self.fieldQualifiers.contains(word) {
                if qualifiers.updateValue(token, forKey: word) != nil {
                    report(token.location, "'\(token.text)' is given twice", hint: "remove one")
                }
            } else {
                throw failWord(
                    token, "expected 'optional', 'nullable', 'fabric_sensitive' or a type", Self.fieldQualifiers)
            }
            next()
        }
        let type = try expectName("a type")
        var length: NumberSyntax?
        if take("<") {
            length = try expectNumber("the longest length of '\(type.text)'")
            try expect(">", "after the length")
        }
        let name = try expectName("the name of a field of type '\(type.text)'")
        var isList = false
        if take("[") {
            try expect("]", "after '\(name.text)['")
            isList = true
            if at("[") { throw fail(peek(), "'\(name.text)' is a list of lists", hint: "use a struct with a list") }
        }
        try expect("=", "and a number after '\(name.text)'")
        let id = try expectNumber("the number of '\(name.text)'")
        return FieldSyntax(
            type: type, length: length, name: name, isList: isList, id: id,
            isOptional: qualifiers["optional"] != nil, isNullable: qualifiers["nullable"] != nil,
            isFabricSensitive: qualifiers["fabric_sensitive"] != nil, annotations: try annotations(),
            maturity: maturity, description: description)
    }

    private static let fieldQualifiers = ["optional", "nullable", "fabric_sensitive"]
}
