import Hearth

/// Ways into a home.
enum SignIn {
    /// By what was given: a link that claims a hub, or an address. Without either the session of the last time, and else
    /// the hub on this machine.
    static func home(_ place: String?) async throws -> Home {
        guard let place else {
            if let home = await Home.restoreSession() { return home }
            return try await Home.connect()
        }
        if place.hasPrefix("hearth:") { return try await Home.claim(link: place) }
        return try await Home.connect(to: place)
    }
}
