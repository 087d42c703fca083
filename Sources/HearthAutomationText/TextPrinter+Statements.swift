internal import HearthAutomation
internal import HearthTraitDescriptors

extension TextPrinter {
    /// The line of a node without children.
    func statement(_ node: AutomationNode) -> String {
        switch node.kind {
        case .starter(let starter): return self.starter(starter, node.id)
        case .manualStarter: return "when started by hand"
        case .stateReader(let trait): return "read \(self.trait(trait))"
        case .condition(let condition):
            let text = "only if \(expression(condition.expression, in: node.id))"
            if condition.hold == .zero, !condition.isStrict { return text }
            return "\(text) stays \(condition.isStrict ? "strictly " : "")true for \(TextScanner.span(condition.hold))"
        case .action(let action): return self.action(action, node.id)
        case .delay(let duration): return "wait \(TextScanner.span(duration))"
        case .suppression(let duration): return "not again within \(TextScanner.span(duration))"
        case .assignment(let variable, let value):
            return "let \(self.variable(variable)) = \(expression(value, in: node.id))"
        case .wait(let wait):
            let (expression, hasStarters) = (wait.expression, !wait.starters.isEmpty)
            let result = wait.result.isEmpty ? "" : "let \(variable(wait.result)) = "
            let wait = "\(result)wait at most \(TextScanner.span(wait.timeout))"
            guard let expression else { return "\(wait) for:" }
            return "\(wait) until \(self.expression(expression, in: node.id))\(hasStarters ? " or:" : "")"
        case .execution(let id): return "run \(label(AutomationNames.Object(.automation, id)))"
        case .restoration: return "put back"
        case .sequential, .parallel, .select, .ifChain, .unknown: return ""
        }
    }

    func variable(_ name: String) -> String {
        "$" + (!name.isEmpty && name.utf8.allSatisfy(TextScanner.isWord) ? name : TextScanner.quote(name))
    }

    // MARK: Actions

    private func action(_ action: Action, _ id: UInt32) -> String {
        let fields = names.fields(action.trait.traitID, command: action.commandID)
        let values = action.fields.sorted { $0.key < $1.key }.map { field, value in
            "\(fields.word(field)): \(expression(value, fields.type(field), in: id))"
        }
        let trait = trait(action.trait)
        let text: String
        if let command = action.commandID {
            let word = names.commands(action.trait.traitID).word(UInt64(command))
            text = "\(trait).\(word)" + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
        } else {
            text = "set \(trait) (\(values.joined(separator: ", ")))"
        }
        switch action.onFailure {
        case .continue: return text
        case .stop: return "\(text) or stop"
        case .retry(let times, let after): return "\(text) or retry \(times) times after \(TextScanner.span(after))"
        }
    }

    // MARK: Starters

    func starter(_ starter: Starter, _ id: UInt32) -> String {
        if let schedule = TextSchedule(starter, names) { return schedule.text }
        let fields = names.fields(starter.trait.traitID, event: starter.eventID)
        var text = "when \(trait(starter.trait))"
        if let event = starter.eventID {
            text += " sends \(names.events(starter.trait.traitID).word(UInt64(event)))"
        } else {
            text += " changes"
        }
        if !starter.parameters.isEmpty { text += "(\(values(starter.parameters, fields)))" }
        if !starter.causes.isEmpty {
            let words = TextWords.causes.filter { starter.causes.contains($0.cause) }.map(\.word)
            text += " caused by \(words.joined(separator: ", "))"
        }
        if let becomes = starter.becomes { text += " so that \(expression(becomes, in: id))" }
        return text
    }
}
