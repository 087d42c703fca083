import Hearth

/// Ways to connect to a home.
enum SignIn {
    /// Connects by the argument, which is a claim link or an address. Without one, uses the last session, or else the
    /// hub on this machine.
    static func home(_ place: String?) async throws -> Home {
        guard let place else {
            if let home = await Home.restoreSession() { return home }
            return try await Home.connect()
        }
        if place.hasPrefix("hearth:") { return try await Home.claim(link: place) }
        return try await Home.connect(to: place)
    }
}
