#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Which users of a server's machine own it without a credential.
public enum LocalOwnership: String, Hashable, Sendable, CaseIterable {
    /// The user that the server runs as; on a Unix socket also root.
    case user
    /// On a Unix socket the user and the members of the group that the server runs as, and root. Over TCP no user: a
    /// container on the host's network can have a process with the same user ID.
    case group
    /// All users of the machine, over any connection: for appliances that no one else can log in to.
    case machine
    /// No user.
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
    /// Over TCP root is not an owner: a container on the host's network has its own root there. 65534 never counts as
    /// the server's user or group: the kernel reports it for every ID that this process cannot know.
    ///
    /// - Parameters:
    ///   - peer: the other end of the connection.
    ///   - owner: the user and group that the server runs as. Default: this process's.
    public func includes(_ peer: Peer, owner: Peer.User = .ofThisProcess) -> Bool {
        guard self != .nobody, peer.isLocal else { return false }
        if self == .machine { return true }
        // An in-process caller is the user that the server runs as.
        if peer == .inProcess { return true }
        guard let user = peer.user else { return false }
        let isOwner = user.id == owner.id && user.id != Self.overflow
        // Groups are known on Unix sockets only.
        guard let groups = user.groupIDs else { return isOwner && self == .user }
        if isOwner { return true }
        let shared = groups.intersection(owner.groupIDs ?? []).subtracting([Self.overflow])
        return user.id == 0 || self == .group && !shared.isEmpty
    }

    /// The kernel's stand-in for IDs without a mapping in this process's user namespace (user_namespaces(7)).
    private static let overflow: UInt32 = 65_534
}

extension Peer.User {
    /// The effective user and group of this process.
    public static let ofThisProcess = Peer.User(id: geteuid(), groupIDs: [getegid()])
}
