internal import Foundation
internal import Hearth
internal import HearthBase
internal import Synchronization

// The people of a home. HomeKit shows a screen to invite a person; a hub creates a link, which the app shows with
// ``HMHomeManager/invitationPresenter``.
extension HMHome {
    /// The people of the home, without the current user.
    public var users: [HMUser] {
        let own = ownUserID
        return read { $0.users }.filter { $0.id != own }
    }

    /// The person this program acts for. The name is empty until the hub has sent it.
    public var currentUser: HMUser {
        if let own = ownUserID, let user = model?.user(own) { return user }
        return HMUser(StructureMember(id: ownUserID ?? id, structureID: id, name: "", role: ownRole ?? .guest))
    }

    var ownUserID: String? { model?.table.withLock { $0.caller?.memberships[id]?.personID } }
    private var ownRole: StructureRole? { model?.table.withLock { $0.caller?.memberships[id]?.role } }

    /// The rights of a user in the home. As in HomeKit, they are not a property of the user (HomeKit documentation,
    /// HMHome.homeAccessControl(for:)).
    public func homeAccessControl(for user: HMUser) -> HMHomeAccessControl {
        let role = user.id == ownUserID ? ownRole ?? user.role : user.role
        return HMHomeAccessControl(isAdministrator: role == .owner || role == .administrator)
    }

    /// Invites a guest: ``HMHomeManager/invitationPresenter`` shows the invitation.
    ///
    /// - Throws: ``HMError``: `insufficientPrivileges` for guests; `operationNotSupported` if
    ///   ``HMHomeManager/invitationPresenter`` is nil.
    public func manageUsers() async throws { try await inOrder { try await invite() } }

    /// Invites a guest: ``HMHomeManager/invitationPresenter`` shows the invitation.
    public func manageUsers(completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.manageUsers() }
    }

    /// Invites a guest, and waits until a user joins. HomeKit replaced this call by
    /// ``manageUsers(completionHandler:)``.
    ///
    /// - Throws: ``HMError``: `insufficientPrivileges` for guests; `operationNotSupported` if
    ///   ``HMHomeManager/invitationPresenter`` is nil; `userDeclinedInvite` if the invitation expires after 15 minutes.
    public func addUser() async throws -> HMUser {
        guard let user = try await nextUser(after: { try await self.manageUsers() }) else {
            throw HMError(.userDeclinedInvite, "the invitation to \(name) expired; invite again")
        }
        return user
    }

    /// Invites a guest, and waits until a user joins.
    public func addUser(completionHandler completion: @escaping (HMUser?, (any Error)?) -> Void) {
        report(completion) { try await self.addUser() }
    }

    /// Removes a user, who loses access to the hub at once if this was their last home.
    ///
    /// - Throws: ``HMError``: `notFound` for a user of another home; `insufficientPrivileges` for guests;
    ///   `operationNotSupported` for the last owner.
    public func removeUser(_ user: HMUser) async throws {
        try await inOrder {
            guard user.homeID == id else { throw HMError(.notFound, "\(user.name) is not a user of \(name)") }
            try await Operation(model).run {
                try await $0.removePerson(user.id)
            } settle: {
                .personRemoved(user.id)
            }
        }
    }

    /// Removes a user, who loses access to the hub at once if this was their last home.
    public func removeUser(_ user: HMUser, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.removeUser(user) }
    }

    // MARK: Invitations

    private func invite() async throws {
        guard let present = HMHomeManager.invitationPresenter else {
            throw HMError(
                .operationNotSupported,
                "a hub has no screen to invite users; set HMHomeManager.invitationPresenter, which gets the link to show, "
                    + "or use: hearth people invite")
        }
        let link = try await Operation(model).run { try await $0.inviteGuest(to: self.id, for: Self.invitationLife) }
        await MainQueue.result { present(self, link) }
    }

    /// How long a guest can accept an invitation. Each request contains it, so a hub's default does not apply.
    private static let invitationLife: Duration = .seconds(15 * 60)

    /// The next user that joins; nil if none joins while an invitation is valid.
    ///
    /// - Parameter invite: creates the invitation, which may be accepted before this closure returns.
    private func nextUser(after invite: () async throws -> Void) async throws -> HMUser? {
        let answer = OneShot<HMUser?>()
        var number: UInt64 = 0
        change { state in
            state.lastWaiter += 1
            number = state.lastWaiter
            state.waiters[number] = { answer.set($0) }
        }
        defer { change { $0.waiters[number] = nil } }
        try await invite()
        let end = Task {
            try? await Task.sleep(for: Self.invitationLife)
            answer.set(nil)
        }
        defer { end.cancel() }
        return await answer.wait() ?? nil
    }

    /// Hands a new user to the callers that wait for one. Main queue.
    func userCame(_ user: HMUser) {
        guard user.id != ownUserID else { return }
        for waiter in read({ $0.waiters }).values { waiter(user) }
    }
}
