internal import HearthAutomation
internal import HearthTraitDescriptors

extension TextParser {
    /// Reads a line that contains no other nodes.
    mutating func statement(
        _ block: TextBlock, _ scanner: inout TextScanner
    ) throws(AutomationTextError) -> TextDraft {
        let start = scanner
        if let wait = try waitStatement(block, &scanner) { return wait }
        try refuseLines(under: block)
        if scanner.takeWords("when", "started", "by", "hand") { return TextDraft(start) { _, _, _ in .manualStarter } }
        if let starter = try starter(&scanner) {
            var draft = TextDraft(start) { resolver, id, _ throws(AutomationTextError) in
                .starter(try starter.make(resolver, id))
            }
            draft.reader = (starter.trait, starter.event)
            return draft
        }
        if scanner.takeWords("read") {
            let trait = try trait(&scanner).trait
            var draft = TextDraft(start) { _, _, _ in .stateReader(trait) }
            draft.reader = (trait, nil)
            return draft
        }
        if scanner.takeWords("only", "if") { return try condition(start, &scanner) }
        if scanner.takeWords("wait") {
            let span = try scanner.takeSpan()
            return TextDraft(start) { _, _, _ in .delay(span) }
        }
        if scanner.takeWords("not", "again", "within") {
            let span = try scanner.takeSpan()
            return TextDraft(start) { _, _, _ in .suppression(span) }
        }
        if scanner.takeWords("let") { return try assignment(start, &scanner) }
        if scanner.takeWords("run") {
            let id = try object(.automation, &scanner)
            return TextDraft(start) { _, _, _ in .execution(automationID: id) }
        }
        if scanner.takeWords("put", "back") { return TextDraft(start) { _, _, _ in .restoration } }
        if scanner.takeWords("kept") {
            guard let bytes = scanner.takeName().flatMap(TextScanner.bytes) else {
                throw scanner.failure("kept needs hex digits; leave them as they were")
            }
            var draft = TextDraft(start) { _, _, _ in .unknown }
            draft.unknown = bytes
            return draft
        }
        return try action(start, &scanner)
    }

    private mutating func condition(
        _ start: TextScanner, _ scanner: inout TextScanner
    ) throws(AutomationTextError) -> TextDraft {
        let syntax = try expression(&scanner)
        var hold = Duration.zero
        var isStrict = false
        if scanner.takeWords("stays") {
            isStrict = scanner.takeWords("strictly")
            guard scanner.takeWords("true", "for") else { throw scanner.failure("say stays true for 5 min") }
            hold = try scanner.takeSpan()
        }
        let (time, strict) = (hold, isStrict)
        return TextDraft(start) { resolver, id, _ throws(AutomationTextError) in
            .condition(
                Condition(try resolver.expression(syntax, in: id, start), hold: time, isStrict: strict))
        }
    }

    private mutating func assignment(
        _ start: TextScanner, _ scanner: inout TextScanner
    ) throws(AutomationTextError) -> TextDraft {
        try scanner.expect("$", "a name after a $ is missing here, as in let $evening = true")
        let name = try variableName(&scanner)
        try scanner.expect("=", "= is missing here")
        let syntax = try expression(&scanner)
        return TextDraft(start) { resolver, id, _ throws(AutomationTextError) in
            .assignment(variable: name, try resolver.expression(syntax, in: id, start))
        }
    }

    // MARK: Waits

    /// Reads `let $seen = wait at most 10 min until …`; nil for any other line.
    private mutating func waitStatement(
        _ block: TextBlock, _ scanner: inout TextScanner
    ) throws(AutomationTextError) -> TextDraft? {
        let start = scanner
        var result = ""
        if scanner.takeWords("let"), scanner.take("$") {
            result = try variableName(&scanner)
            if !scanner.take("=") { result = "" }
        } else {
            scanner = start
        }
        guard scanner.takeWords("wait", "at", "most") else {
            scanner = start
            return nil
        }
        let timeout = try scanner.takeSpan()
        var syntax: TextSyntax?
        var starters: [TextStarter] = []
        if scanner.takeWords("until") {
            syntax = try expression(&scanner)
            if scanner.takeWords("or") {
                starters = try self.starters(block, &scanner)
            } else {
                try refuseLines(under: block)
            }
        } else {
            guard scanner.takeWords("for") else {
                throw scanner.failure("say until and a condition, or for: with lines under it that begin with when")
            }
            starters = try self.starters(block, &scanner)
        }
        let (expression, others, name) = (syntax, starters, result)
        return TextDraft(start) { resolver, id, _ throws(AutomationTextError) in
            var wait = Wait(nil, timeout: timeout, result: name)
            if let expression { wait.expression = try resolver.expression(expression, in: id, start) }
            for starter in others { wait.starters.append(try starter.make(resolver, id)) }
            return .wait(wait)
        }
    }

    private mutating func starters(
        _ block: TextBlock, _ scanner: inout TextScanner
    ) throws(AutomationTextError) -> [TextStarter] {
        try Self.expectColon(&scanner)
        var starters: [TextStarter] = []
        for block in block.blocks {
            try refuseLines(under: block)
            var scanner = TextScanner(bytes, block.line)
            if scanner.takeWords("nothing"), scanner.isAtEnd, starters.isEmpty { continue }
            guard let starter = try starter(&scanner) else {
                throw scanner.failure("lines under a wait begin with when or every")
            }
            try scanner.expectEnd()
            starters.append(starter)
        }
        return starters
    }

    // MARK: Actions

    private mutating func action(
        _ start: TextScanner, _ scanner: inout TextScanner
    ) throws(AutomationTextError) -> TextDraft {
        if let turn = try turnStatement(start, &scanner) { return turn }
        let isWrite = scanner.takeWords("set")
        guard isWrite || scanner.isQuoteNext || ["home", "all"].contains(scanner.nextName()?.lowercased()) else {
            throw scanner.failure(Self.statements)
        }
        let trait = try trait(&scanner).trait
        var command: UInt32?
        if !isWrite {
            try scanner.expect(
                ".",
                "name a command after a dot, as in \(names.traitWord(trait.traitID)).on, or begin with set")
            let word = scanner.takeName() ?? ""
            let known = names.commands(trait.traitID)
            command = known.number(word).flatMap(UInt32.init(exactly:))
            guard command != nil else {
                throw scanner.failure(
                    "\(names.traitWord(trait.traitID)) has no command \(quoted(word))\(didYouMean(word, known.words))")
            }
        } else {
            guard scanner.take("(") else { throw scanner.failure("name the attributes to set: (onLevel: 20)") }
        }
        let syntax = isWrite || scanner.take("(") ? try self.fields(&scanner, until: ")") : []
        let failure = try onFailure(&scanner)
        let (fields, id) = (names.fields(trait.traitID, command: command), command)
        return TextDraft(start) { resolver, node, _ throws(AutomationTextError) in
            var action = Action(trait, commandID: id, onFailure: failure)
            for item in syntax {
                let field = try resolver.id(item, fields, start)
                guard action.fields[field] == nil else {
                    throw start.failure("\(quoted(item.name)) is given twice; remove one", at: item.place)
                }
                action.fields[field] = try resolver.expression(item.value, fields.type(field), in: node, start)
            }
            return .action(action)
        }
    }

    /// Reads `turn on "Lamp"`, short for OnOff's command; nil for any other line.
    private mutating func turnStatement(
        _ start: TextScanner, _ scanner: inout TextScanner
    ) throws(AutomationTextError) -> TextDraft? {
        guard scanner.takeWords("turn") else { return nil }
        let isOn = scanner.takeWords("on")
        guard isOn || scanner.takeWords("off"),
            scanner.isQuoteNext || ["home", "all"].contains(scanner.nextName()?.lowercased())
        else {
            scanner = start
            return nil
        }
        var trait = try place(&scanner).trait
        trait.traitID = Self.onOff
        let action = Action(trait, commandID: isOn ? 1 : 0, onFailure: try onFailure(&scanner))
        return TextDraft(start) { _, _, _ in .action(action) }
    }

    /// Matter's OnOff cluster: command 0 is Off, command 1 is On.
    private static let onOff: UInt32 = 6

    private func onFailure(_ scanner: inout TextScanner) throws(AutomationTextError) -> Action.OnFailure {
        guard scanner.takeWords("or") else { return .continue }
        if scanner.takeWords("stop") { return .stop }
        guard scanner.takeWords("retry"), let times = scanner.takeNatural().flatMap(UInt32.init(exactly:)),
            scanner.takeWords("times") || scanner.takeWords("time"), scanner.takeWords("after")
        else { throw scanner.failure("say or stop, or or retry 3 times after 10 s") }
        return .retry(times: times, after: try scanner.takeSpan())
    }

    private static let statements =
        "unknown line; a line begins with when, every, read, only if, if, wait, let, set, run,"
        + " not again within, put back, in order, at the same time, any of, or with the name of a device in quotes"
}
