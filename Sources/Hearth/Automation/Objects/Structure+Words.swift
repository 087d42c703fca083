internal import HearthWire

extension Structure {
    /// Sends a spoken or typed phrase to the home. It starts the automations that wait for this phrase with
    /// `Google.VoiceStarterTrait.OkGoogleEvent`. Case, spaces and punctuation are ignored. If none waits, the phrase may
    /// be a command, as for ``tell(_:in:language:)``.
    ///
    /// - Parameter words: at most 256 bytes, with at least one letter or digit.
    /// - Returns: IDs of the active automations that wait for this phrase. Whether one runs depends on its conditions.
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid phrase, `.notFound` if the structure has been removed,
    ///   `.unimplemented` if the hub is older.
    @discardableResult
    public func say(_ words: String) async throws -> [String] { try await tell(words).automationIDs }

    /// Tells the home what to do, or asks it, with the names of devices, rooms, zones, service groups and scenes: "turn on
    /// the kitchen lights", "which lights are on?". Automations that wait for exactly these words come first. If the hub
    /// has asked something within the last 60 seconds, the words may be the answer.
    ///
    /// - Parameters:
    ///   - words: at most 256 bytes, with at least one letter or digit.
    ///   - room: where the speaker is, for "the lights" and "here"; nil if unknown.
    ///   - language: of the words, such as "de"; English by default.
    /// - Returns: what came of it. Nothing was done if the hub asks, refuses or has not understood.
    /// - Throws: as ``say(_:)``.
    @discardableResult
    public func tell(_ words: String, in room: Room? = nil, language: String = "en") async throws -> SpokenAnswer {
        let connection = reference.connection
        let response: Hearth_V1_SayWordsResponse = try await connection.change(
            Hearth_V1_AutomationMethods.sayWords,
            Hearth_V1_SayWordsRequest(
                structureID: id, words: words, options: connection.callOptions, roomID: room?.id ?? "",
                language: language), "the phrase")
        await connection.reach([response.position])
        return SpokenAnswer(response.reading ?? .init(), automationIDs: response.automationIDs)
    }

    /// Returns what the home would do for words that no automation waits for, and does nothing.
    ///
    /// - Parameters: as of ``tell(_:in:language:)``, but at most 500 characters.
    /// - Throws: `HomeError`: `.notFound` if the structure has been removed, `.unimplemented` if the hub is older.
    public func understand(
        _ words: String, in room: Room? = nil, language: String = "en"
    ) async throws -> SpokenAnswer {
        let response: Hearth_V1_UnderstandResponse = try await reference.connection.call(
            Hearth_V1_AutomationMethods.understand,
            Hearth_V1_UnderstandRequest(
                structureID: id, words: words, roomID: room?.id ?? "", language: language))
        return SpokenAnswer(response.reading ?? .init(), automationIDs: [])
    }
}
