public import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// The calls about a hub's clients and people: this client, credentials, invitations and the audit log.
///
/// ``Home/access`` makes them over a home's connection. ``init(over:configuration:)`` also serves clients that may not see
/// a home.
public struct HubAccess: Sendable {
    let connection: HomeConnection

    init(_ connection: HomeConnection) {
        self.connection = connection
    }

    /// Creates it for an existing client.
    ///
    /// - Parameters:
    ///   - client: makes the calls.
    ///   - configuration: the app's settings. Default: those set with ``Home/configure(_:)``.
    public init(over client: RPCClient, configuration: HomeClientConfiguration = Home.configuration) {
        connection = HomeConnection(
            calls: client, ownsCalls: false, configuration: configuration, clock: SystemClock())
    }

    /// This client and its person, as the hub has authenticated them now.
    ///
    /// - Throws: `HomeError`: `.unimplemented` if the hub is older, `.unavailable` if it can't be reached.
    public func caller() async throws(HomeError) -> HubCaller {
        let response: Hearth_V1_GetCallerResponse = try await connection.call(
            Hearth_V1_PeopleMethods.getCaller, Hearth_V1_GetCallerRequest())
        return HubCaller(response.caller ?? Hearth_V1_Caller())
    }

    /// Renews this client's key or token, so that it does not expire while it is used only occasionally. The hub decides
    /// whether that is due.
    ///
    /// - Throws: `HomeError`: `.failedPrecondition` for a client without a credential.
    public func renewCredential() async throws(HomeError) {
        let _: Hearth_V1_RenewCredentialResponse = try await connection.call(
            Hearth_V1_AccessMethods.renewCredential, Hearth_V1_RenewCredentialRequest())
    }

    // MARK: Invitations

    /// Invites a person to structures, or another client to the hub.
    ///
    /// - Parameters:
    ///   - role: the role of the client that accepts the invitation.
    ///   - name: display name of the person, who can choose it if nil; otherwise that of the client's credential, which
    ///     a provider needs.
    ///   - offers: the structures that the person becomes a member of. Empty for another client of this client's person.
    ///   - validFor: how long it can be accepted, one minute to seven days; nil for the hub's default, 15 minutes.
    /// - Throws: `HomeError`: `.permissionDenied` if this client may not invite, `.invalidArgument` for an invalid name,
    ///   offer or validity.
    public func invite(
        as role: HubRole = .member, name: String? = nil, to offers: [MembershipOffer] = [], validFor: Duration? = nil
    ) async throws(HomeError) -> NewInvitation {
        let response: Hearth_V1_CreateInvitationResponse = try await connection.change(
            Hearth_V1_AccessMethods.createInvitation,
            Hearth_V1_CreateInvitationRequest(
                role: Hearth_V1_Role(role), name: name ?? "", options: connection.callOptions,
                offers: offers.map { offer throws(HomeError) in try Hearth_V1_Offer(offer) },
                validFor: validFor.map { Google_Protobuf_Duration(duration: $0) }), "the creation of the invitation")
        return NewInvitation(response)
    }

    /// The invitations that are not accepted yet and that this client may see; the first to expire comes first.
    ///
    /// - Throws: `HomeError` if the hub can't be reached, or if this client may not see any.
    public func openInvitations() async throws(HomeError) -> [OpenInvitation] {
        let response: Hearth_V1_ListInvitationsResponse = try await connection.call(
            Hearth_V1_AccessMethods.listInvitations, Hearth_V1_ListInvitationsRequest())
        return response.invitations.map { OpenInvitation($0) }
    }

    /// Withdraws an open invitation, so that its link no longer works.
    ///
    /// - Throws: `HomeError`: `.notFound` if it was accepted or has expired, `.permissionDenied` if this client may not.
    public func withdrawInvitation(id: String) async throws(HomeError) {
        let _: Hearth_V1_WithdrawInvitationResponse = try await connection.change(
            Hearth_V1_AccessMethods.withdrawInvitation, Hearth_V1_WithdrawInvitationRequest(invitationID: id),
            "the withdrawal of the invitation")
    }

    // MARK: Audit log

    /// The audit log, newest first: who did what, and from where.
    ///
    /// - Parameters:
    ///   - structureID: only entries of this structure; nil for all that this client may see.
    ///   - since: only entries of this time or later, in seconds since 1970.
    ///   - limit: the most entries to return.
    /// - Throws: `HomeError`: `.permissionDenied` for guests, `.notFound` if there is no such structure.
    public func auditLog(
        of structureID: String? = nil, since: Double = 0, limit: Int = 1_000
    ) async throws(HomeError) -> [AuditEntry] {
        var entries: [AuditEntry] = []
        var request = Hearth_V1_ListAuditRequest(
            structureID: structureID ?? "",
            since: Google_Protobuf_Timestamp(seconds: Int64(since.isFinite ? min(max(since, 0), 1e11) : 0)))
        repeat {
            let page: Hearth_V1_ListAuditResponse = try await connection.call(
                Hearth_V1_PeopleMethods.listAudit, request)
            entries += page.entries.map { AuditEntry($0) }
            request.pageToken = page.nextPageToken
        } while !request.pageToken.isEmpty && entries.count < limit
        return Array(entries.prefix(max(limit, 0)))
    }
}

extension Home {
    /// The calls about this client, its person and others, over this home's connection.
    public var access: HubAccess { HubAccess(connection) }
}
