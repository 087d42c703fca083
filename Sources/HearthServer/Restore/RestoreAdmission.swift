internal import HearthAccessControl
internal import HearthRPC
internal import HearthWire

/// Who may restore a home over the network, and when: only a hub without an owner and without devices has nothing to lose.
struct RestoreAdmission: Sendable {
    let access: AccessControl
    /// Whether the hub has no devices.
    let isEmpty: @Sendable () -> Bool

    /// - Throws: `FAILED_PRECONDITION` if the hub has an owner or devices.
    func checkIsNew() throws(RPCError) {
        guard !access.isClaimed else {
            throw RPCError(
                .failedPrecondition,
                "this hub has an owner, who can restore a backup on its machine: stop the hub, and run hearth restore")
        }
        guard isEmpty() else {
            throw RPCError(
                .failedPrecondition,
                "this hub has devices already; to replace its home, stop the hub, and run hearth restore")
        }
    }

    /// Admits the owner by this machine, and others by the code of the first claim.
    ///
    /// - Throws: `PERMISSION_DENIED` for a wrong code; `FAILED_PRECONDITION` for a connection that others can read;
    ///   `RESOURCE_EXHAUSTED` for a wrong code from a network that is locked.
    func check(_ code: String, _ context: ServerContext) async throws(RPCError) {
        guard context.principal.person != Principal.hubOwner else { return }
        guard context.peer.isPrivate else {
            throw RPCError(
                .failedPrecondition,
                "a backup has the home's secrets, so the hub takes it over an encrypted connection only")
        }
        try await access.checkOwnersCode(code, from: context.peer)
    }
}
