internal import Foundation
internal import Hearth
internal import HearthBase
internal import Synchronization

// The people of a home (HK-67 to HK-77). HomeKit shows a screen to invite somebody; a hub makes a link, which the app
// shows: see ``HMHomeManager/invitationPresenter``.
extension HMHome {
    /// The people of the home but the current one.
    public var users: [HMUser] {
        let own = ownUserID
        return read { $0.users }.filter { $0.id != own }
    }

    /// The person that this program belongs to. Without a name as long as the hub has not said who that is.
    public var currentUser: HMUser {
        if let own = ownUserID, let user = model?.user(own) { return user }
        return HMUser(StructureMember(id: ownUserID ?? id, structureID: id, name: "", role: ownRole ?? .guest))
    }

    var ownUserID: String? { model?.table.withLock { $0.caller?.memberships[id]?.personID } }
    private var ownRole: StructureRole? { model?.table.withLock { $0.caller?.memberships[id]?.role } }

    /// What a user may do in the home. As in HomeKit's headers it is not a property of the user.
    public func homeAccessControl(for user: HMUser) -> HMHomeAccessControl {
        let role = user.id == ownUserID ? ownRole ?? user.role : user.role
        return HMHomeAccessControl(isAdministrator: role != .guest)
    }

    /// Invites a guest: the invitation is presented by ``HMHomeManager/invitationPresenter``.
    ///
    /// - Throws: ``HMError``: 17 for guests, 48 if the app has no way to present an invitation.
    public func manageUsers() async throws { try await inOrder { try await invite() } }

    /// Invites a guest: the invitation is presented by ``HMHomeManager/invitationPresenter``.
    public func manageUsers(completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.manageUsers() }
    }

    /// Invites a guest, and waits until somebody has joined (HK-72). HomeKit has ``manageUsers(completionHandler:)`` in
    /// place of it.
    ///
    /// - Throws: ``HMError``: 17 for guests, 48 if the app has no way to present an invitation, 40 if nobody has accepted
    ///   it in the 15 minutes that it holds.
    public func addUser() async throws -> HMUser {
        guard let user = try await nextUser(after: { try await self.manageUsers() }) else {
            throw HMError(.userDeclinedInvite, "nobody has accepted the invitation to \(name); invite again")
        }
        return user
    }

    /// Invites a guest, and waits until somebody has joined (HK-72).
    public func addUser(completionHandler completion: @escaping (HMUser?, (any Error)?) -> Void) {
        report(completion) { try await self.addUser() }
    }

    /// Removes a user, who loses access at once if the home was the last one.
    ///
    /// - Throws: ``HMError``: 2 for a user of another home, 17 for guests, 48 for the last owner.
    public func removeUser(_ user: HMUser) async throws {
        try await inOrder {
            guard user.homeID == id else { throw HMError(.notFound, "\(user.name) is no user of \(name)") }
            try await Operation(model).run {
                try await $0.removePerson(user.id)
            } settle: {
                .personRemoved(user.id)
            }
        }
    }

    /// Removes a user, who loses access at once if the home was the last one.
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
        let link = try await Operation(model).run { try await $0.inviteGuest(to: self.id) }
        await MainQueue.result { present(self, link) }
    }

    /// How long an invitation holds.
    private static let invitationTime: Duration = .seconds(15 * 60)

    /// The next user that joins; nil if nobody does while an invitation holds.
    ///
    /// - Parameter invite: makes the invitation, which somebody may accept before this returns.
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
            try? await Task.sleep(for: Self.invitationTime)
            answer.set(nil)
        }
        defer { end.cancel() }
        return await answer.wait() ?? nil
    }

    /// A user has joined. Main queue.
    func userCame(_ user: HMUser) {
        guard user.id != ownUserID else { return }
        for waiter in read({ $0.waiters }).values { waiter(user) }
    }
}
