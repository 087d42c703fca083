internal import HearthBase
internal import HearthHomeKitMapping
internal import HearthHomeState
internal import HearthPhrases
internal import HearthRPC
internal import HearthSpeech
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// Does what speakers say. The order: an automation that waits for exactly these words, the answer to an open question,
/// and then scenes and devices by their names.
///
/// Its lock guards the open questions. It is not held while anything is done.
final class SpeechDesk: Sendable {
    private let clock: any HomeClock
    private let directory: HomeDirectory
    private let accesses: ReadAccesses
    private let calls: TraitCalls
    private let automations: AutomationRunner
    private let audit: AuditRecorder
    private let homes = SpokenHomes()
    private let questions = Mutex(OpenQuestions())
    /// How long the hub waits for devices to report what they did.
    private static let patience = Duration.seconds(2)
    /// The timeout of a command.
    private static let limit = Duration.seconds(10)

    init(
        _ environment: HubEnvironment, directory: HomeDirectory, accesses: ReadAccesses, calls: TraitCalls,
        automations: AutomationRunner, audit: AuditRecorder
    ) {
        clock = environment.clock
        self.directory = directory
        self.accesses = accesses
        self.calls = calls
        self.automations = automations
        self.audit = audit
    }

    /// A speaker's words and what they are about.
    private struct Said {
        let words: String
        let cell: StructureCell
        let home: SpokenHome
        let parts: SpokenParts
        let language: Language
        let speaker: Speaker
        /// Distinguishes the speaker's open question from others'.
        let asked: OpenQuestions.Speaker
        /// The words that the audit log has for what is done: those of the command, not of the answer to a question.
        var auditedWords: String

        /// Whether the words may open what guards the home, after a yes.
        var mayOpen: Bool { asked.mayOpen }

        var reader: SentenceReader { SentenceReader(home: home, language: language) }
        var answers: SpokenAnswers { SpokenAnswers(home: home, parts: parts, language: language) }

        func messages(_ commands: [SpokenCommand]) -> [Hearth_V1_SpokenCommand] {
            commands.map { Hearth_V1_SpokenCommand($0, answers.summary($0), in: language) }
        }
    }

    // MARK: Calls

    /// Returns what ``say(_:as:)`` would do for words that no automation waits for.
    func understand(
        _ request: Hearth_V1_UnderstandRequest, as caller: Caller
    ) throws -> Hearth_V1_UnderstandResponse {
        try caller.require(.view, to: "see the home")
        let said = try said(
            request.words, request.structureID, request.roomID, request.language, caller, mayOpen: true)
        let reading = said.reader.read(said.words, by: said.speaker)
        return Hearth_V1_UnderstandResponse(reading: message(reading, said))
    }

    /// - Parameter mayOpen: whether the words may open what guards the home, after a yes.
    /// - Throws: ``HubError`` for more than 256 bytes, or words without letters and digits.
    func say(
        _ request: Hearth_V1_SayWordsRequest, as caller: Caller, mayOpen: Bool = true
    ) async throws -> Hearth_V1_SayWordsResponse {
        try caller.require(.operate, to: "say something to a home")
        let (cell, access) = try directory.found(request.structureID, for: caller.principal)
        try access.require(.operate, of: caller, to: "say something to the home", about: request.structureID)
        // Guests start no automations, and an answer is nothing else.
        if !access.isGuest, request.questionID.isEmpty {
            let heard = try await automations.say(request.words, in: request.structureID, as: caller, mayOpen: mayOpen)
            guard heard.automations.isEmpty else {
                return Hearth_V1_SayWordsResponse(
                    position: Hearth_V1_Position(heard.position), automationIDs: heard.automations)
            }
        }
        let said = try said(
            request.words, request.structureID, request.roomID, request.language, caller, mayOpen: mayOpen)
        let reading = await answered(said, to: request.questionID, as: caller)
        return Hearth_V1_SayWordsResponse(
            position: Hearth_V1_Position(cell.read { $0.position }), reading: reading)
    }

    private func said(
        _ words: String, _ structure: String, _ room: String, _ code: String, _ caller: Caller, mayOpen: Bool
    ) throws -> Said {
        let (cell, access) = try directory.found(structure, for: caller.principal)
        guard let language = Language.of(code.isEmpty ? "en" : code) else {
            throw HubError(.internal, "the hub has no language in which it reads words")
        }
        let values = accesses[access.rights]
        let home = homes.home(of: cell, seenBy: access, values, in: language)
        guard room.isEmpty || home.room(room) != nil else {
            throw HubError(homeKit: .notFound, of: room, "there is no room with the id \(quoted(room))")
        }
        return Said(
            words: words, cell: cell, home: home,
            parts: SpokenParts(cell: cell, access: access, values: values), language: language,
            speaker: Speaker(roomID: room.isEmpty ? nil : room),
            asked: OpenQuestions.Speaker(
                structureID: structure, roomID: room, person: caller.principal.identity ?? "",
                principalID: caller.principal.id, address: caller.address,
                mayOpen: mayOpen),
            auditedWords: words)
    }

    // MARK: Order

    /// - Parameter question: the id of the question that the words answer; empty for other words.
    private func answered(_ said: Said, to question: String, as caller: Caller) async -> Hearth_V1_SpokenReading {
        let now = clock.now
        let answers = AnswerReader(home: said.home, language: said.language)
        let answered = questions.withLock { questions in
            questions.answer(of: said.asked, to: question, now: now) { answers.read(said.words, to: $0) }
        }
        if let answered {
            var said = said
            said.auditedWords = answered.words
            switch answered.answer {
            case .yes: return await done(answered.choices, isAgreed: true, said, as: caller)
            case .chosen(let chosen): return await done(chosen, isAgreed: false, said, as: caller)
            case .none:
                return Hearth_V1_SpokenReading(outcome: .done, sentence: said.language.answer("cancelled"))
            case .other: break
            }
        }
        guard question.isEmpty else {
            return Hearth_V1_SpokenReading(outcome: .refused, sentence: said.language.answer("question-over"))
        }
        let reading = said.reader.read(said.words, by: said.speaker)
        switch reading {
        case .commands(let commands): return await done(commands, isAgreed: false, said, as: caller)
        case .question(let choices) where !said.mayOpen && choices.contains(where: \.needsYes):
            return Hearth_V1_SpokenReading(outcome: .refused, sentence: said.language.answer("not-here"))
        case .question(let choices): return ask(choices, said)
        case .misunderstanding: return message(reading, said)
        }
    }

    private func ask(_ choices: [SpokenCommand], _ said: Said) -> Hearth_V1_SpokenReading {
        let (id, now) = (directory.makeID(), clock.now)
        questions.withLock { $0.ask(choices, id: id, after: said.auditedWords, of: said.asked, now: now) }
        var asked = message(.question(choices), said)
        asked.questionID = id
        return asked
    }

    private func message(_ reading: Reading, _ said: Said) -> Hearth_V1_SpokenReading {
        switch reading {
        case .commands(let commands):
            return Hearth_V1_SpokenReading(outcome: .understood, commands: said.messages(commands))
        case .question(let choices):
            return Hearth_V1_SpokenReading(
                outcome: .asked, sentence: said.answers.asked(choices), choices: said.messages(choices))
        case .misunderstanding(let misunderstanding):
            return Hearth_V1_SpokenReading(
                outcome: .notUnderstood, sentence: said.answers.misunderstood(misunderstanding),
                reason: misunderstanding.reason.rawValue, unknownWords: misunderstanding.words)
        }
    }

    // MARK: Doing it

    /// - Parameter isAgreed: whether the speaker said yes to exactly these commands.
    private func done(
        _ commands: [SpokenCommand], isAgreed: Bool, _ said: Said, as caller: Caller
    ) async -> Hearth_V1_SpokenReading {
        // What guards the home is opened alone, after its own yes; the rest is done before.
        let guarded = commands.filter(\.needsYes)
        guard guarded.isEmpty || said.mayOpen else {
            return Hearth_V1_SpokenReading(outcome: .refused, sentence: said.language.answer("not-here"))
        }
        if !isAgreed, !guarded.isEmpty {
            let others = commands.filter { !$0.needsYes }
            let before = others.isEmpty ? nil : await done(others, isAgreed: false, said, as: caller)
            var question = ask(guarded, said)
            question.sentence = [before?.sentence, question.sentence].compactMap(\.self).joined(separator: ". ")
            question.commands = before?.commands ?? []
            return question
        }
        var sentences: [String] = []
        var results: [SpokenResult] = []
        for command in commands {
            if command.verb.isQuestion {
                sentences.append(said.answers.answer(command, at: clock.sinceEpoch))
                results.append(SpokenResult(done: 1, failures: [], isConfirmed: true))
                continue
            }
            if command.needsYes { await note(command, said, as: caller) }
            let result = await result(of: command, said, as: caller)
            results.append(result)
            sentences.append(
                said.answers.done(command, failures: result.failures, isConfirmed: result.isConfirmed))
        }
        let isSomeDone = results.contains { $0.done > 0 }
        if isSomeDone, !commands.allSatisfy(\.verb.isQuestion) {
            await audit.words(said.auditedWords, in: said.cell.id, by: directory.actor(caller, in: said.cell))
        }
        let isAllDone = results.allSatisfy(\.failures.isEmpty)
        return Hearth_V1_SpokenReading(
            outcome: isAllDone ? .done : isSomeDone ? .partly : .refused,
            sentence: sentences.joined(separator: ". "),
            commands: said.messages(commands))
    }

    private func note(_ command: SpokenCommand, _ said: Said, as caller: Caller) async {
        let actor = directory.actor(caller, in: said.cell)
        for target in command.targets {
            await audit.agreement(
                to: command.verb.rawValue, on: target.name, id: target.id, in: said.cell.id, by: actor)
        }
    }

    private func result(of command: SpokenCommand, _ said: Said, as caller: Caller) async -> SpokenResult {
        if command.verb == .run { return await run(command, said, as: caller) }
        var caller = caller
        caller.timeLimit = caller.timeLimit.map { min($0, Self.limit) } ?? Self.limit
        caller.once = nil
        // The cause of the changes tells that they were asked for in words.
        if caller.requestID.isEmpty { caller.requestID = "words" }
        let deed = SpokenDeed(calls: calls, caller: caller, language: said.language)
        var failures: [String] = []
        var sent: [SpokenDeed.Sent] = []
        await withTaskGroup(of: Result<SpokenDeed.Sent, SpokenDeed.Failure>.self) { group in
            for target in command.targets {
                let part = said.parts.part(target)
                group.addTask { await deed.perform(command, on: target, part) }
            }
            for await result in group {
                switch result {
                case .success(let one): sent.append(one)
                case .failure(let failure): failures.append(failure.sentence)
                }
            }
        }
        let isConfirmed = await confirmed(sent, said)
        return SpokenResult(done: sent.count, failures: failures.sorted(), isConfirmed: isConfirmed)
    }

    /// Waits until the devices have reported what they did.
    ///
    /// - Returns: whether all have, or can't.
    private func confirmed(_ sent: [SpokenDeed.Sent], _ said: Said) async -> Bool {
        guard !sent.isEmpty else { return true }
        let end = clock.now + Self.patience
        while true {
            let isWaiting = sent.contains { one in
                said.parts.part(one.target)
                    .map { one.goal.progress(in: DeviceReading([$0.part])) == .underWay } ?? false
            }
            guard isWaiting else { return true }
            guard clock.now < end, !Task.isCancelled else { return false }
            await clock.sleep(for: .milliseconds(50))
        }
    }

    private func run(_ command: SpokenCommand, _ said: Said, as caller: Caller) async -> SpokenResult {
        var failures: [String] = []
        for target in command.targets {
            do {
                _ = try await automations.executeAutomation(target.id, key: directory.makeID(), as: caller)
            } catch {
                let reason = RPCError(error).message
                failures.append(said.language.answer("failed", ["name": target.name, "reason": reason]))
            }
        }
        return SpokenResult(
            done: command.targets.count - failures.count, failures: failures, isConfirmed: true)
    }
}

/// What came of a command.
struct SpokenResult {
    /// The targets that did it.
    let done: Int
    /// A sentence for each target that did not.
    let failures: [String]
    /// Whether the devices have reported it.
    let isConfirmed: Bool
}
