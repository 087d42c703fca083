#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
internal import Hearth
internal import HearthBase
package import HearthTerminal
internal import HearthTraitCore

/// The user of this machine that runs `hearth-cameras`, if it is not the hub's: the program reads what cameras send, and is
/// to reach neither the store nor an owner's rights.
package struct CamerasUser: Hashable, Sendable {
    /// The name that the option gave.
    let name: String
    /// The user ID, which a process at the other end of a connection has.
    let id: UInt32

    package static let options: [Arguments.Option] = [
        .init(
            "camera-user", "USER",
            "The user that runs hearth-cameras. Its processes get the passwords of the hub's cameras, and no other rights.",
            default: "the hub's user")
    ]

    /// The user that the option names; nil without the option, and for an unknown user: a hub whose cameras have no user any
    /// more still serves its home.
    ///
    /// - Parameter notice: receives a message for the log.
    init?(_ arguments: Arguments, notice: (String) -> Void) throws(CommandError) {
        guard let name = arguments["camera-user"] else { return nil }
        guard let id = Self.id(of: name) else {
            notice(
                "--camera-user: this machine has no user \(quoted(name)), so hearth-cameras gets no passwords of cameras; "
                    + "create the user, and restart the hub")
            return nil
        }
        try self.init(name, id: id, hub: geteuid())
    }

    /// - Parameters:
    ///   - id: the user's ID.
    ///   - hub: the ID of the hub's user.
    /// - Throws: ``CommandError`` `.usage` for a user that can't be told from others, or that owns the hub.
    init(_ name: String, id: UInt32, hub: UInt32) throws(CommandError) {
        guard id != 0, id != hub else {
            throw CommandError(
                .usage, "--camera-user: \(quoted(name)) owns the hub; name a user for hearth-cameras alone")
        }
        // The kernel's stand-in for users without a number in this user namespace (user_namespaces(7)).
        guard id != 65_534 else {
            throw CommandError(
                .usage,
                "--camera-user: \(quoted(name)) stands for all unknown users; name a user for hearth-cameras alone")
        }
        self.name = name
        self.id = id
    }

    /// Debian's package creates this user for the program's service.
    static let packaged = "hearth-cameras"

    /// What a service of the machine needs so that the package's user of the program is no owner: it is a member of the
    /// hub's group, for the socket.
    ///
    /// - Parameters:
    ///   - options: those that the service has.
    ///   - isThere: whether the machine has that user.
    static func serviceOptions(
        besides options: [String], isThere: Bool = id(of: packaged) != nil
    ) -> [String] {
        let isNamed = options.contains { $0 == "--camera-user" || $0.hasPrefix("--camera-user=") }
        return isThere && !isNamed ? ["--camera-user", packaged] : []
    }

    static func id(of name: String) -> UInt32? { getpwnam(name)?.pointee.pw_uid }

    /// The command that opens the streams of the hub's cameras.
    ///
    /// - Parameters:
    ///   - user: nil for the hub's user, who runs it without more words.
    ///   - hub: the hub's address for this machine.
    static func command(of user: CamerasUser?, hub: String) -> String {
        let words = ["hearth-cameras"] + (hub == Home.defaultAddress ? [] : ["--hub", hub])
        return ShellLine.line((user.map { ["sudo", "-u", $0.name] } ?? []) + words)
    }
}
