internal import HearthHomeKitMapping
internal import HearthHomeState
internal import HearthRPC
internal import HearthSpeech
internal import HearthTraitCore
internal import HearthWire

/// A program without an account that passes on what people say, as the hub's operator set it up.
package struct WordSource: Sendable {
    /// The name of the member of a structure whose rights the words have: at most to view and to operate.
    package var person: String
    /// The name of the room in which the words are said; nil if unknown.
    package var room: String?
    /// Whether the words may unlock and open what guards the home, after a yes.
    package var mayOpen: Bool
    /// The program's IP address, for the audit log.
    package var address: String

    package init(person: String, room: String?, mayOpen: Bool, address: String) {
        self.person = person
        self.room = room
        self.mayOpen = mayOpen
        self.address = address
    }
}

extension Hub {
    /// Does what `SayWords` does with words.
    ///
    /// - Parameter language: such as "de" or "en-US"; empty for English.
    /// - Returns: whether the words meant something, and a sentence for the speaker.
    package func hear(
        _ words: String, language: String, from source: WordSource
    ) async -> (isUnderstood: Bool, sentence: String) {
        let (structureID, roomID, identity): (String, String, String)
        switch place(of: source) {
        case .success(let place): (structureID, roomID, identity) = place
        case .failure(let problem): return (false, problem.sentence)
        }
        var caller = Caller(
            Principal(id: "words", rights: [.view, .operate], person: identity), clientID: "words", timeLimit: nil)
        caller.address = source.address
        let request = Hearth_V1_SayWordsRequest(
            structureID: structureID, words: words, roomID: roomID, language: language)
        do {
            let response = try await speech.say(request, as: caller, mayOpen: source.mayOpen)
            guard let reading = response.reading else {
                return (true, Language.of(language)?.answer("state.run") ?? "")
            }
            return (reading.outcome != .notUnderstood, reading.sentence)
        } catch {
            return (false, RPCError(error).message)
        }
    }

    /// Why words of a source would do nothing now; nil if there is one home with its member and its room.
    package func problem(of source: WordSource) -> String? {
        if case .failure(let problem) = place(of: source) { problem.sentence } else { nil }
    }

    /// Why a source has no home.
    private struct Problem: Error {
        let sentence: String
    }

    /// The only structure that has the member and the room. Of several, none is meant: a name that was changed in one home
    /// must not make a microphone speak for another.
    private func place(
        of source: WordSource
    ) -> Result<(structureID: String, roomID: String, identity: String), Problem> {
        let (person, room) = (NameRules.key(source.person), source.room.map(NameRules.key))
        let found = directory.cells.compactMap { cell -> (structureID: String, roomID: String, identity: String)? in
            let (identity, roomID) = cell.read { state in
                (
                    state.people.first { NameRules.key($0.name) == person }?.identity,
                    room.map { key in state.rooms.first { NameRules.key($0.name) == key }?.id } ?? ""
                )
            }
            guard let identity, let roomID else { return nil }
            return (cell.id, roomID, identity)
        }
        let with = source.room.map { " with a room called \(quoted($0))" } ?? ""
        guard let only = found.first else {
            return .failure(Problem(sentence: "no home\(with) has a member called \(quoted(source.person))"))
        }
        guard found.count == 1 else {
            let homes = "\(found.count) homes\(with) have a member called \(quoted(source.person))"
            return .failure(Problem(sentence: homes + "; use names that only one has"))
        }
        return .success(only)
    }
}
