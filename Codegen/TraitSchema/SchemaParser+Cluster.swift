internal import HearthTraitDescriptors

extension SchemaParser {
    private static let clusterWords = [
        "enum", "bitmap", "struct", "request", "response", "attribute", "command", "event", "readonly", "writeonly",
        "nosubscribe", "timedwrite", "fabric", "timed", "optional", "critical", "info", "debug", "fabric_sensitive",
        "shared", "fabric_scoped", "revision", "provisional", "internal", "deprecated", "stable",
    ]

    mutating func clusterItem() throws(Abandoned) -> ClusterItemSyntax {
        let start = peek()
        let maturity = maturity()
        switch peek().text.lowercased() {
        case "enum", "bitmap", "struct", "shared", "fabric_scoped", "request", "response":
            return switch try typeDefinition(start, maturity) {
            case .constants(let constants): .constants(constants)
            case .structure(let structure): .structure(structure)
            }
        case "readonly", "writeonly", "nosubscribe", "timedwrite", "attribute":
            return .attribute(try attribute(start, maturity))
        case "fabric", "timed", "command":
            return .command(try command(start, maturity))
        case "fabric_sensitive", "critical", "info", "debug", "event":
            return .event(try event(start, maturity))
        case "optional":
            return try optionalItem(start, maturity)
        case "repeatable":
            throw repeatableBeforeCommand()
        default:
            throw failWord(peek(), "expected an attribute, command, event or type", Self.clusterWords)
        }
    }

    /// A command or event that begins with `optional`: the first word that only one of them may have decides.
    private mutating func optionalItem(_ start: Token, _ maturity: Maturity) throws(Abandoned) -> ClusterItemSyntax {
        var ahead = 1
        while at(word: "optional", ahead: ahead) { ahead += 1 }
        let word = peek(ahead).isName ? peek(ahead).text.lowercased() : ""
        switch word {
        case "fabric", "timed", "command", "repeatable":
            return .command(try command(start, maturity))
        case "fabric_sensitive", "critical", "info", "debug", "event":
            return .event(try event(start, maturity))
        case "attribute", "readonly", "writeonly", "nosubscribe", "timedwrite":
            throw fail(
                peek(), "'optional' can't be before an attribute",
                hint: "write it after the word 'attribute' and its access")
        default:
            throw failWord(peek(ahead), "expected a command or an event after 'optional'", Self.optionalWords)
        }
    }

    private static let optionalWords = [
        "command", "fabric", "timed", "critical", "info", "debug", "fabric_sensitive", "event",
    ]

    private mutating func attribute(_ start: Token, _ maturity: Maturity) throws(Abandoned) -> AttributeSyntax {
        let words = try qualifiers(["readonly", "writeonly", "nosubscribe", "timedwrite"], before: ["attribute"])
        next()
        if words["readonly"] != nil, let writeOnly = words["writeonly"] {
            report(writeOnly.location, "an attribute cannot be both readonly and writeonly", hint: "remove one")
        }
        let access = try access(["read", "write"])
        let field = try field(nil)
        try expectSemicolon("after the attribute '\(field.name.text)'")
        return AttributeSyntax(
            isReadOnly: words["readonly"] != nil, isWriteOnly: words["writeonly"] != nil,
            isUnreported: words["nosubscribe"] != nil, isTimedWrite: words["timedwrite"] != nil,
            readPrivilege: access["read"], writePrivilege: access["write"], field: field, maturity: maturity,
            description: start.documentation, location: start.location)
    }

    private mutating func command(_ start: Token, _ maturity: Maturity) throws(Abandoned) -> CommandSyntax {
        let words = try qualifiers(["fabric", "timed", "optional"], before: ["command"])
        next()
        let access = try access(["invoke"])
        if at("[") {
            throw fail(peek(), "expected the command's name, found '['", hint: "annotations come after its number")
        }
        let name = try expectName("the command's name")
        try expect("(", "after the command's name '\(name.text)'")
        let request = peek().isName ? try expectName("the request") : nil
        try expect(")", "after the request of '\(name.text)'")
        try expect(":", "and the response after '\(name.text)(…)'")
        let output = try expectName("a response struct or 'DefaultSuccess'")
        try expect("=", "after the response of '\(name.text)'")
        let id = try expectNumber("the number of '\(name.text)'")
        let annotations = try annotations()
        try expectSemicolon("after the command '\(name.text)'")
        return CommandSyntax(
            isFabricScoped: words["fabric"] != nil, isTimed: words["timed"] != nil,
            isOptional: words["optional"] != nil, invokePrivilege: access["invoke"], name: name, request: request,
            output: output, id: id, annotations: annotations, maturity: maturity, description: start.documentation,
            location: start.location)
    }

    /// `repeatable` is an annotation, which is left out for other tools, and not a keyword of Matter's language.
    private mutating func repeatableBeforeCommand() -> Abandoned {
        fail(
            peek(), "'repeatable' can't be before a command",
            hint: "write it after its number: = 1 [repeatable];")
    }

    private mutating func event(_ start: Token, _ maturity: Maturity) throws(Abandoned) -> EventSyntax {
        var words: [String: Token] = [:]
        eventQualities(&words)
        if at(word: "event") {
            throw fail(peek(), "an event needs a priority", hint: "write 'info', 'critical' or 'debug' before it")
        }
        guard let priority = EventImportance(word: peek().text.lowercased()) else {
            throw failWord(peek(), "expected the event's priority", EventImportance.allCases.map(\.word))
        }
        next()
        eventQualities(&words)
        try expect(lowerCaseWord: "event", "after the priority")
        let access = try access(["read"], isLowerCaseOnly: true)
        let name = try expectName("the event's name")
        try expect("=", "after the event's name '\(name.text)'")
        let id = try expectNumber("the number of '\(name.text)'")
        let annotations = try annotations()
        return EventSyntax(
            isFabricSensitive: words["fabric_sensitive"] != nil, priority: priority,
            isOptional: words["optional"] != nil, readPrivilege: access["read"], name: name, id: id,
            annotations: annotations,
            fields: try fields("event \(name.text)"), maturity: maturity, description: start.documentation,
            location: start.location)
    }

    /// Parses `optional` and `fabric_sensitive`: Matter's grammar has them before the priority, older files after it.
    private mutating func eventQualities(_ words: inout [String: Token]) {
        while let word = ["fabric_sensitive", "optional"].first(where: { at(word: $0) }) {
            let token = peek()
            if word == "optional" { next() } else { take(lowerCaseWord: word) }
            if words.updateValue(token, forKey: word) != nil {
                report(token.location, "'\(token.text)' is given twice", hint: "remove one")
            }
        }
    }

    /// Parses the words before an item's own keyword, but not the keyword.
    private mutating func qualifiers(
        _ allowed: [String], before keywords: [String]
    ) throws(Abandoned) -> [String: Token] {
        var found: [String: Token] = [:]
        while !keywords.contains(where: { at(word: $0) }) {
            let token = peek()
            guard token.isName, allowed.contains(token.text.lowercased()) else {
                if at(word: "repeatable"), keywords == ["command"] { throw repeatableBeforeCommand() }
                let expected = (allowed + keywords).map { "'\($0)'" }.joined(separator: ", ")
                throw failWord(token, "expected one of \(expected)", allowed + keywords)
            }
            next()
            if found.updateValue(token, forKey: token.text.lowercased()) != nil {
                report(token.location, "'\(token.text)' is given twice", hint: "remove one")
            }
        }
        return found
    }

    /// Parses `access(read: P, write: P)` if it is there. The parentheses may be empty.
    private mutating func access(
        _ operations: [String], isLowerCaseOnly: Bool = false
    ) throws(Abandoned) -> [String: Privilege] {
        guard at(word: "access"), peek(1).isMark("(") else { return [:] }
        if isLowerCaseOnly { take(lowerCaseWord: "access") } else { next() }
        next()
        var found: [String: Privilege] = [:]
        if take(")") { return found }
        repeat {
            let operation = try expectName("one of: \(operations.joined(separator: ", "))")
            let word = isLowerCaseOnly ? operation.text : operation.text.lowercased()
            if !operations.contains(word) {
                report(
                    operation.location, "access to '\(operation.text)' has no meaning here",
                    hint: "known here: \(operations.joined(separator: ", "))")
            }
            try expect(":", "after '\(operation.text)'")
            let name = try expectName("a privilege")
            let privileges = Privilege.allCases.map(\.word)
            guard let privilege = Privilege(word: name.text.lowercased()) else {
                let hint = Suggestion.hint(for: name.text, among: privileges)
                report(
                    name.location, "'\(name.text)' is not a privilege",
                    hint: hint ?? "one of: \(privileges.joined(separator: ", "))")
                continue
            }
            if found.updateValue(privilege, forKey: word) != nil {
                report(operation.location, "access to '\(operation.text)' is given twice", hint: "remove one")
            }
        } while take(",")
        try expect(")", "after the privileges")
        return found
    }
}
