internal import Hearth
package import HearthTerminal
internal import HearthTraitCore

/// `hearth say`: tells a home something in words, or starts the automations that wait for them.
package enum SayCommand {
    /// The languages that the hub understands.
    private static let languages = ["en", "de", "fr", "es"]

    /// The code of the language of the words: the value of `--language`; a region, as in `de-AT`, is left to the hub.
    private static func language(_ arguments: Arguments) throws(CommandError) -> String {
        let code = arguments["language"] ?? "en"
        guard let language = code.split(separator: "-").first, languages.contains(language.lowercased()) else {
            throw CommandError(.usage, "--language is en, de, fr or es, not \(quoted(code))")
        }
        return code
    }

    package static func run(_ arguments: Arguments) async throws(CommandError) {
        guard let words = arguments.positional.first else {
            throw CommandError(.usage, "the phrase is missing, as in hearth say \"turn on the kitchen lights\"")
        }
        let language = try language(arguments)
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let structure = try listing.ownStructure(arguments["structure"])
        let room = try arguments["room"].map { (word) throws(CommandError) in
            try listing.room(word, in: structure.id)
        }
        guard !arguments.has("dry-run") else {
            let answer = try await CommandError.ofHome {
                try await structure.understand(words, in: room, language: language)
            }
            return try show(answer, words, arguments)
        }
        var answer = try await CommandError.ofHome(changing: structure.name) {
            try await structure.tell(words, in: room, language: language)
        }
        guard answer.outcome != .heard else { return try await heard(answer, words, structure, hub, arguments) }
        while answer.outcome == .asked, SecretInput.isTerminal, !arguments.has("json") {
            try printLine(answer.sentence)
            guard let reply = readLine(), !reply.isEmpty else { throw CommandError(.refused, "nothing was done") }
            answer = try await CommandError.ofHome(changing: structure.name) {
                try await structure.tell(reply, in: room, language: language)
            }
        }
        try tell(answer, words, arguments)
    }

    private static func heard(
        _ answer: SpokenAnswer, _ words: String, _ structure: Structure, _ hub: HubClient, _ arguments: Arguments
    ) async throws(CommandError) {
        let names = try await hub.automations(of: [structure]).filter { answer.automationIDs.contains($0.id) }
            .map(\.name)
        try GroupsCommand.tell(
            [("said", words), ("automations", names.joined(separator: ", "))],
            "\(structure.name) has heard \(quoted(words)), for which \(names.map(quoted).joined(separator: " and ")) "
                + "\(names.count == 1 ? "waits" : "wait")", arguments)
    }

    /// Prints what came of the words.
    ///
    /// - Throws: ``CommandError`` unless everything was done.
    private static func tell(_ answer: SpokenAnswer, _ words: String, _ arguments: Arguments) throws(CommandError) {
        if arguments.has("json") { try printLine(json(answer, words).text) }
        switch answer.outcome {
        case .heard, .understood, .done: if !arguments.has("json") { try printLine(answer.sentence) }
        case .partly: throw CommandError(.inPart, answer.sentence)
        case .asked, .refused, .notUnderstood: throw CommandError(.refused, answer.sentence)
        }
    }

    // MARK: --dry-run

    /// Prints how the words are understood.
    private static func show(_ answer: SpokenAnswer, _ words: String, _ arguments: Arguments) throws(CommandError) {
        if arguments.has("json") { return try printLine(json(answer, words).text) }
        for command in answer.commands { try printLine(line(command)) }
        guard answer.outcome != .understood else { return }
        try printLine(answer.sentence)
        for choice in answer.choices { try printLine("  " + line(choice)) }
    }

    /// "brightness 40 %: Mirror (name), Ceiling (kind)".
    private static func line(_ command: SpokenAnswer.Command) -> String {
        let head = [command.verb, command.state, command.value].filter { !$0.isEmpty }.joined(separator: " ")
        let targets = command.targets.map { "\(printable($0.name)) (\($0.reason))" }.joined(separator: ", ")
        return head + (targets.isEmpty ? "" : ": \(targets)") + (command.needsYes ? "; only after a yes" : "")
    }

    private static func json(_ answer: SpokenAnswer, _ words: String) -> JSON {
        .object([
            ("said", .string(words)), ("outcome", .string(answer.outcome.rawValue)),
            ("sentence", .string(answer.sentence)), ("commands", .array(answer.commands.map(json))),
            ("choices", .array(answer.choices.map(json))), ("reason", .string(answer.reason)),
        ])
    }

    private static func json(_ command: SpokenAnswer.Command) -> JSON {
        .object([
            ("verb", .string(command.verb)), ("value", .string(command.value)), ("state", .string(command.state)),
            ("needsYes", .bool(command.needsYes)),
            (
                "targets",
                .array(
                    command.targets.map { target in
                        .object([
                            ("id", .string(target.id)), ("endpoint", .number(target.endpoint)),
                            ("name", .string(target.name)), ("reason", .string(target.reason)),
                        ])
                    })
            ),
        ])
    }
}
