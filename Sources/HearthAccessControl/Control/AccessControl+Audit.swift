public import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

// Rows for the audit log. The rows of actions are stored in the action's transaction.
extension AccessControl {
    /// A row about an action.
    ///
    /// - Parameter id: the credential used; nil for the owner on the hub's own machine.
    func row(
        _ action: Hearth_V1_AuditEntry.Action, _ what: String, by id: String?, from peer: Peer,
        structure: String = "", object: String = ""
    ) -> AccessChange {
        .addAudit(
            now { state, time in
                let credential = id.flatMap { state.credentials[$0] }
                return StoredAudit(
                    time: time, action, actor: credential?.name ?? (id == nil ? "the hub's owner" : "somebody"),
                    credentialID: id ?? "", structureID: structure, objectID: object, what: what,
                    address: StoredAudit.address(of: peer))
            })
    }

    /// Records a refusal; it is stored within a second, and its repetitions after a minute.
    func refuse(_ credential: StoredCredential?, _ what: String, _ peer: Peer) {
        now { state, time in
            state.refuse(
                StoredAudit(
                    time: time, .refusal, actor: credential?.name ?? "somebody", credentialID: credential?.id ?? "",
                    objectID: credential?.id ?? "", what: what,
                    // A household has a whole IPv6 network, so its addresses count as one.
                    address: peer.isLocal ? StoredAudit.thisMachine : peer.network))
        }
        writeSoon()
    }

    /// Records refused calls to a server in the audit log: those without a credential, and those with a key that has
    /// ended. Wrong tokens and codes are recorded in any case.
    public func noteRefusals(of server: RPCServer) {
        server.onFailedCall { [weak self] in self?.noteStranger($0) }
    }

    private func noteStranger(_ call: FailedCall) {
        guard call.principal.isAnonymous, RPCError(call.error).code == .unauthenticated else { return }
        if let key = call.peer.certificate, case .ended(let credential, let status) = finding(key) {
            refuse(credential, "came with a key that \(Self.end(status))", call.peer)
        } else {
            refuse(nil, "called without a credential", call.peer)
        }
    }
}
