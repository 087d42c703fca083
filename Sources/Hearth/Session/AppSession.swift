internal import HearthBase
internal import HearthTLS
internal import HearthTraitCore

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The hub that an app was last connected to, stored next to the user's list of claimed hubs. Apps are identified by
/// program name.
struct AppSession: Sendable {
    let book: HubBook
    private let file: String

    init(book: HubBook = HubBook(), app: String = ProcessInfo.processInfo.processName) {
        self.book = book
        let name = app.unicodeScalars.map { HubBook.isAllowed($0) ? String($0) : "_" }.joined()
        // The underscore prevents a name that starts with a dot from escaping the folder.
        file = "\(book.folder)/sessions/_\(name)"
    }

    /// The hub's name in the list, or an address on this machine; nil if there is no session.
    var place: String? {
        (try? String(contentsOfFile: file, encoding: .utf8)).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Stores the session. Failures are ignored because the home is connected anyway.
    func keep(_ place: String) {
        try? book.makeFolder(PathText.folder(of: file))
        try? PrivateFile.replace(file, place)
    }

    /// The session that a home was connected with. It ends with that home, unless another one has been started.
    struct Kept: Sendable {
        let session: AppSession
        let place: String

        func end() {
            guard session.place == place else { return }
            try? FileManager.default.removeItem(atPath: session.file)
        }
    }

    // MARK: Connecting

    /// Connects to a hub in the list, or in clear text to one on this machine, and stores the session.
    func connect(to place: String, _ configuration: HomeClientConfiguration) async throws -> Home {
        let home: Home
        if let entry = try book.entries().first(where: { $0.name == place }) {
            home = try await Home.connect(at: entry.address, tls: try book.tls(of: entry), configuration)
        } else if place == Home.defaultAddress {
            home = try await Home.connect(at: place, configuration)
        } else {
            throw HomeError(.notFound, "this user has not claimed a hub \(quoted(place)); run hearth claim LINK")
        }
        keep(place)
        return Home(home.connection, session: Kept(session: self, place: place))
    }

    /// Connects to the session's hub, otherwise to the most recently claimed one, otherwise to the one on this machine.
    func connect(_ configuration: HomeClientConfiguration) async throws -> Home {
        let entries = try book.entries()
        let known = place.flatMap { place in
            place == Home.defaultAddress || entries.contains { $0.name == place } ? place : nil
        }
        return try await connect(to: known ?? entries.last?.name ?? Home.defaultAddress, configuration)
    }

    func restore(_ configuration: HomeClientConfiguration) async -> Home? {
        guard let place else { return nil }
        return try? await connect(to: place, configuration)
    }

    func claim(
        _ text: String, name: String?, _ configuration: HomeClientConfiguration
    ) async throws -> Home {
        guard let link = HubLink(text) else {
            throw HomeError(
                .invalidArgument, "\(quoted(text)) is not a claim link; it looks like hearth:HOST:PORT?fp=…&code=…")
        }
        let entry = try await book.claim(link, name: name, client: nil).entry
        return try await connect(to: entry.name, configuration)
    }

    /// Accepts an invitation. If the hub is already in the list, with this user's key for it.
    func acceptInvitation(_ text: String, _ configuration: HomeClientConfiguration) async throws -> Home {
        let known = HubLink(text).flatMap { link in
            try? book.entries().first { $0.pin == link.publicKeySHA256 }?.name
        }
        return try await claim(text, name: known, configuration)
    }
}
