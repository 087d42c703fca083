internal import HearthWire

extension Structure {
    /// Sends a spoken or typed phrase to the home. It starts the automations that wait for this phrase with
    /// `Google.VoiceStarterTrait.OkGoogleEvent`. Case, spaces and punctuation are ignored.
    ///
    /// - Parameter words: at most 256 bytes, with at least one letter or digit.
    /// - Returns: IDs of the active automations that wait for this phrase. Whether one runs depends on its conditions.
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid phrase, `.permissionDenied` for guests, `.notFound` if
    ///   the structure has been removed, `.unimplemented` if the hub is older.
    @discardableResult
    public func say(_ words: String) async throws -> [String] {
        let connection = reference.connection
        let response: Hearth_V1_SayWordsResponse = try await connection.change(
            Hearth_V1_AutomationMethods.sayWords,
            Hearth_V1_SayWordsRequest(structureID: id, words: words, options: connection.callOptions),
            "the phrase")
        await connection.reach([response.position])
        return response.automationIDs
    }
}
