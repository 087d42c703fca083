#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The user of the process at the other end of a connection within this machine.
public struct PeerUser: Hashable, Sendable {
    /// The user ID.
    public let id: UInt32
    /// IDs of the process's groups, including supplementary ones; nil over TCP, where only the user is known.
    public let groupIDs: Set<UInt32>?
}

extension PeerUser {
    /// The user who connected to a Unix socket, as recorded by the system then; nil if it cannot tell.
    static func bySocket(_ descriptor: Int32) -> PeerUser? {
        #if canImport(Darwin)
            var (user, group) = (uid_t(), gid_t())
            return getpeereid(descriptor, &user, &group) == 0 ? PeerUser(id: user, groupIDs: [group]) : nil
        #else
            // Glibc's `ucred` is not visible in Swift: a process, a user and a group (unix(7)).
            var credentials: (process: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
            var size = socklen_t(MemoryLayout.size(ofValue: credentials))
            guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
            var groups = [gid_t](repeating: 0, count: 1 << 10)
            var length = socklen_t(groups.count * MemoryLayout<gid_t>.stride)
            // With more groups than fit only the first one counts.
            let isKnown = getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, &groups, &length) == 0
            let count = isKnown ? Int(length) / MemoryLayout<gid_t>.stride : 0
            return PeerUser(id: credentials.user, groupIDs: Set(groups.prefix(count) + [credentials.group]))
        #endif
    }
}
