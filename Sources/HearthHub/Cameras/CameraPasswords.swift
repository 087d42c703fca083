internal import HearthAccessControl
internal import HearthRPC
internal import HearthWire

/// Which processes get the passwords of cameras that the hub has added itself.
enum CameraPasswords {
    /// Whether a process gets them: if it could read them in the hub's store anyway, as the hub's user on the hub's machine
    /// can, or root over a Unix socket; or if the hub was started with its user as that of the cameras' program.
    ///
    /// A credential of the hub's owner is not enough: it may be stolen, and used from another machine or through a proxy on
    /// this one. So a process that uses any credential gets none.
    static func mayGo(to principal: Principal, at peer: Peer) -> Bool {
        guard principal.credential == nil, peer.isLocal else { return false }
        return principal == .camerasProgram || principal.isHubOwner && LocalOwnership.user.includes(peer)
    }
}
