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

    /// The user that the option names; nil without the option.
    init?(_ arguments: Arguments) throws(CommandError) {
        guard let name = arguments["camera-user"] else { return nil }
        try self.init(name, id: Self.id(of: name), hub: geteuid())
    }

    /// - Parameters:
    ///   - id: the user's ID; nil for an unknown user.
    ///   - hub: the ID of the hub's user.
    /// - Throws: ``CommandError`` `.usage` for a user that can't be told from others, or that owns the hub.
    init(_ name: String, id: UInt32?, hub: UInt32) throws(CommandError) {
        guard let id else {
            throw CommandError(.usage, "--camera-user: this machine has no user \(quoted(name))")
        }
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

    private static func id(of name: String) -> UInt32? { getpwnam(name)?.pointee.pw_uid }

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
