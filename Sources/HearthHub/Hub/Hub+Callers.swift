internal import HearthAccessories
internal import HearthBase
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

// Callers and their memberships, including notifications of their watches and the end of the last membership.
extension Hub {
    /// The identity of a caller's person; nil if it has none.
    func identity(of principal: Principal) -> String? {
        principal.identity
    }

    /// The membership of a caller's person in a structure; nil if it is no member.
    func member(_ principal: Principal, of cell: StructureCell) -> PersonRecord? {
        identity(of: principal).flatMap { identity in cell.read { $0.member(identity) } }
    }

    func isOwner(_ principal: Principal, of cell: StructureCell) -> Bool {
        principal.isHubOwner || member(principal, of: cell)?.role == .owner
    }

    /// The caller's credential, role and memberships.
    func caller(_ principal: Principal) -> Hearth_V1_Caller {
        let identity = identity(of: principal)
        let memberships = cells.compactMap { cell in
            cell.read { state -> Hearth_V1_Membership? in
                guard let person = identity.flatMap({ state.member($0) }) else { return nil }
                return Hearth_V1_Membership(
                    structureID: state.id, personID: person.id, role: person.role.message,
                    grant: person.message(in: state.id).grant,
                    isOutsideHours: person.role == .guest
                        && state.access(of: principal, at: clock.sinceEpoch) == .none,
                    presence: PersonPresence.message(state.presence(ofPerson: person.id)))
            }
        }
        return Hearth_V1_Caller(
            credentialID: principal.credential ?? "", role: Self.role(of: principal), memberships: memberships,
            primaryStructureID: identity.flatMap { primary(of: $0) } ?? "")
    }

    private static func role(of principal: Principal) -> Hearth_V1_Role {
        if principal.isHubOwner { return .owner }
        if principal.rights.isSuperset(of: .provide) { return .provider }
        return principal.person == nil ? .unspecified : .member
    }

    /// The primary structure of a person (HomeKit documentation, HMHomeManager.primaryHome): the one chosen, or else
    /// the oldest in which the person is a member; nil if there is none.
    func primary(of identity: String) -> String? {
        let chosen = catalog.withLock { $0.primaries[identity] }
        let all = cells.filter { cell in cell.read { $0.member(identity) != nil } }.map(\.id)
        return all.first { $0 == chosen } ?? all.first
    }

    /// Whether a person is a member of a structure.
    public func isMember(_ identity: String) -> Bool {
        cells.contains { cell in cell.read { $0.member(identity) != nil } }
    }

    /// Registers a closure that is called with the identity of a person who is not a member of any structure any more,
    /// once that is stored. It is not called for the hub's owner.
    public func onNoMembership(_ body: @escaping @Sendable (String) -> Void) {
        membershipObservers.withLock { $0.append(body) }
    }

    /// Sends people's present memberships to their watches.
    func tellCallers(_ identities: Set<String>) {
        for subscription in watches(of: identities) {
            subscription.withMachine { $0.tellCaller() }
            subscription.send()
        }
    }

    private func watches(of identities: Set<String>) -> [Subscription] {
        catalog.withLock { Array($0.subscriptions.values) }.filter { subscription in
            identity(of: subscription.principal).map { identities.contains($0) } ?? false
        }
    }

    /// Notifies watches and observers after a change of memberships was stored.
    func membershipsChanged(of identities: Set<String>) {
        tellCallers(identities)
        endBlindWatches()
        followHours()
        for identity in identities.ordered() where identity != StoredPerson.hubOwner && !isMember(identity) {
            for observer in membershipObservers.withLock({ $0 }) { observer(identity) }
        }
    }

    // MARK: Callers that see nothing

    /// - Throws: ``RPCError`` PERMISSION_DENIED for a person who sees no structure at the moment. The hub's owner sees
    ///   all structures, and may watch a hub that has none.
    func checkSeesSomething(_ principal: Principal) throws(RPCError) {
        guard principal.person != nil, !principal.isHubOwner, cells(for: principal).isEmpty else { return }
        throw blindness(of: principal)
    }

    /// Ends the watches of people who see no structure any more.
    func endBlindWatches() {
        for subscription in catalog.withLock({ Array($0.subscriptions.values) }) { endIfBlind(subscription) }
    }

    func endIfBlind(_ subscription: Subscription) {
        guard subscription.viewer != nil, cells(for: subscription.principal).isEmpty else { return }
        subscription.finish(blindness(of: subscription.principal))
    }

    private func blindness(of principal: Principal) -> RPCError {
        let now = clock.sinceEpoch
        let identity = identity(of: principal)
        // Computed outside the structures' locks.
        let grants = cells.compactMap { cell in
            cell.read { state in identity.flatMap { state.member($0) }?.grant.map { (grant: $0, zone: state.timeZone) }
            }
        }
        let next = grants.compactMap { grant, zone in
            grant.next(after: now, in: zone).map { (time: $0, zone: zone) }
        }.min { $0.time < $1.time }
        let reason =
            next.map {
                "\(principal.subject) may not see the home until \(LocalMinute($0.time, in: $0.zone).name); watch again "
                    + "then"
            }
            ?? "\(principal.subject) may not see any structure (any more); ask an owner or administrator for an invitation"
        return RPCError(.permissionDenied, reason).adding(HomeKitDetail(.insufficientPrivileges))
    }
}
