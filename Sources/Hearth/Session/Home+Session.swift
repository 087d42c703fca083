internal import HearthTraitCore

extension Home {
    /// Connects to the hub that this app was last connected to, otherwise to the one that the user claimed most
    /// recently. If no hub was claimed, connects to the one on this machine at ``defaultAddress``.
    ///
    /// The hub becomes the app's session: ``restoreSession(configuration:)`` connects to it at the next start.
    ///
    /// - Throws: `HomeError`: `.unavailable` if there is no answer, or if a different hub answers; `.unauthenticated`
    ///   if the hub no longer accepts this user's key, so that it must be claimed again.
    public static func connect(
        configuration: HomeClientConfiguration = Home.configuration
    ) async throws -> Home {
        try await AppSession().connect(configuration)
    }

    /// Connects to the hub of the app's session: the last one connected to with ``connect(configuration:)`` or
    /// ``claim(link:name:configuration:)``.
    ///
    /// - Returns: nil if there is no session, because the app has never been connected or was disconnected. Also nil if
    ///   the hub is unreachable; the session is kept then, and ``connect(configuration:)`` throws the reason.
    public static func restoreSession(
        configuration: HomeClientConfiguration = Home.configuration
    ) async -> Home? {
        await AppSession().restore(configuration)
    }

    /// Claims a hub by the link it shows, and connects to it.
    ///
    /// The hub's address and key, and the client key, are stored for this user only in `$XDG_CONFIG_HOME/hearth` or
    /// `~/.config/hearth`, where the program `hearth` and the user's other apps find them. A link can be used once.
    ///
    /// - Parameters:
    ///   - link: `hearth:HOST:PORT?fp=…&code=…`, as text or from the QR code.
    ///   - name: a local name for the hub: letters, digits, `-`, `_` and `.`, at most 64. Default: its host.
    ///   - configuration: the app's settings. Default: those set with ``configure(_:)``.
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid link or name; `.alreadyExists` if another hub has the
    ///   name; `.permissionDenied` if the code is invalid or for a provider; `.unavailable` if there is no answer, or
    ///   if a different hub answers; `.failedPrecondition` if the files can't be written.
    public static func claim(
        link: String, name: String? = nil, configuration: HomeClientConfiguration = Home.configuration
    ) async throws -> Home {
        try await AppSession().claim(link, name: name, configuration)
    }
}
