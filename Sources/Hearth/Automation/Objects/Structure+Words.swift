internal import HearthWire

extension Structure {
    /// Tells the home what somebody has said or typed: automations run that wait for these words, by
    /// `Google.VoiceStarterTrait.OkGoogleEvent`. Case, spaces and punctuation make no difference.
    ///
    /// - Parameter words: at most 256 bytes, with a letter or digit.
    /// - Throws: `HomeError`: `.invalidArgument` for other words, `.permissionDenied` for guests, `.notFound` if the
    ///   structure has been removed, `.unimplemented` if the hub is older.
    public func say(_ words: String) async throws {
        let connection = reference.connection
        let response: Hearth_V1_SayWordsResponse = try await connection.change(
            Hearth_V1_AutomationMethods.sayWords,
            Hearth_V1_SayWordsRequest(structureID: id, words: words, options: connection.callOptions),
            "what was said")
        await connection.reach([response.position])
    }
}
