#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Which users of a server's machine own it without a credential.
public enum LocalOwnership: String, Hashable, Sendable, CaseIterable {
    /// The user that the server runs as; on a Unix socket also root.
    case user
    /// As ``user``; on a Unix socket also members of the group that the server runs as.
    case group
    /// All users of the machine, whichever way they connect: for appliances that nobody else can log in to.
    case machine
    /// Nobody.
    case nobody

    /// The mode of a Unix socket's file that lets these users connect.
    public var socketMode: UInt16 {
        switch self {
        case .user, .nobody: 0o600
        case .group: 0o660
        case .machine: 0o666
        }
    }

    /// Whether a peer is an owner.
    ///
    /// By TCP root isn't: a container on the host's network has a root of its own there. Nor is 65534 ever a user or group
    /// of the server's, which the kernel gives for all those that this process can't know.
    ///
    /// - Parameters:
    ///   - peer: the other end of the connection.
    ///   - owner: the user and group that the server runs as. Default: this process's.
    public func includes(_ peer: Peer, owner: Peer.User = .ofThisProcess) -> Bool {
        guard self != .nobody, peer.isLocal else { return false }
        if self == .machine { return true }
        // Whoever it runs as.
        if peer == .inProcess { return true }
        guard let user = peer.user else { return false }
        if user.id == owner.id, user.id != Self.overflow { return true }
        guard let groups = user.groupIDs else { return false }
        let shared = groups.intersection(owner.groupIDs ?? []).subtracting([Self.overflow])
        return user.id == 0 || self == .group && !shared.isEmpty
    }

    /// Whoever has no ID in this process's user namespace has this one (user_namespaces(7)).
    private static let overflow: UInt32 = 65_534
}

extension Peer.User {
    /// The effective user and group of this process.
    public static let ofThisProcess = Peer.User(id: geteuid(), groupIDs: [getegid()])
}
