public import HearthTraitCore

extension Home {
    /// Connects to the hub that this app was connected to last, and else to the one that its user claimed last. Who has
    /// claimed none is connected to the hub on this machine, at ``defaultAddress``.
    ///
    /// The hub is the app's session from then on: ``restoreSession(configuration:)`` finds it at the next start.
    ///
    /// - Throws: `HomeError`: `.unavailable` when nobody answers, or another hub does; `.unauthenticated` when the hub
    ///   does not know this user any more: claim it anew.
    public static func connect(
        configuration: HomeClientConfiguration = Home.configuration
    ) async throws(HomeError) -> Home {
        try await AppSession().connect(configuration)
    }

    /// Connects to the hub of the app's session, the one that it was connected to last by
    /// ``connect(configuration:)`` or ``claim(link:name:configuration:)``.
    ///
    /// - Returns: nil when there is no session: the app was never connected, or it was disconnected. Also when the hub
    ///   can't be reached now; then the session stays, and ``connect(configuration:)`` says why.
    public static func restoreSession(
        configuration: HomeClientConfiguration = Home.configuration
    ) async -> Home? {
        await AppSession().restore(configuration)
    }

    /// Makes this user known to a hub, by the link that the hub shows, and connects to it.
    ///
    /// The hub's address, its key and the key that it knows this user by are kept, for the user alone, in
    /// `$XDG_CONFIG_HOME/hearth`, else `~/.config/hearth`; the program `hearth` and other apps of the user find them
    /// there. A link is good once.
    ///
    /// - Parameters:
    ///   - link: `hearth:HOST:PORT?fp=…&code=…`, as text or from the picture.
    ///   - name: what the hub is called here; without one its host. Letters, digits, `-`, `_` and `.`, at most 64.
    /// - Throws: `HomeError`: `.invalidArgument` for what is no such link or name; `.alreadyExists` when another hub has
    ///   the name; `.permissionDenied` when the code opens nothing, or only lets bring devices; `.unavailable` when
    ///   nobody answers, or another hub does; `.failedPrecondition` when nothing can be kept.
    public static func claim(
        link: String, name: String? = nil, configuration: HomeClientConfiguration = Home.configuration
    ) async throws(HomeError) -> Home {
        try await AppSession().claim(link, name: name, configuration)
    }
}
