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
        guard let (structureID, roomID, identity) = place(of: source) else {
            let room = source.room.map { " with a room called \(quoted($0))" } ?? ""
            return (false, "no home\(room) has a member called \(quoted(source.person))")
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

    /// The first structure that has the member and the room.
    private func place(of source: WordSource) -> (structureID: String, roomID: String, identity: String)? {
        let (person, room) = (NameRules.key(source.person), source.room.map(NameRules.key))
        for cell in directory.cells {
            let found = cell.read { state in
                (
                    state.people.first { NameRules.key($0.name) == person }?.identity,
                    room.map { key in state.rooms.first { NameRules.key($0.name) == key }?.id } ?? ""
                )
            }
            if let identity = found.0, let roomID = found.1 { return (cell.id, roomID, identity) }
        }
        return nil
    }
}
