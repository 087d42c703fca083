internal import HearthBase
public import HearthRPC
internal import HearthStore
public import HearthWire

/// Serves `hearth.v1.AccessService` from an ``AccessControl``.
public struct AccessServiceHandler: Hearth_V1_AccessService {
    /// What the hub tells clients that want to claim it.
    public struct Identity: Hashable, Sendable {
        /// SHA-256 of the public key; empty without TLS.
        public var publicKeySHA256: [UInt8]
        /// The certificate, DER; empty without TLS.
        public var certificate: [UInt8]
        /// The address for other machines; empty if the hub listens on this machine only.
        public var address: String

        /// Creates an identity.
        public init(publicKeySHA256: [UInt8] = [], certificate: [UInt8] = [], address: String = "") {
            self.publicKeySHA256 = publicKeySHA256
            self.certificate = certificate
            self.address = address
        }
    }

    private let access: AccessControl
    private let identity: @Sendable () -> Identity

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - access: answers the calls.
    ///   - identity: called for each request, because certificates change.
    public init(_ access: AccessControl, identity: @escaping @Sendable () -> Identity) {
        self.access = access
        self.identity = identity
    }

    public func getServerIdentity(
        _ request: Hearth_V1_GetServerIdentityRequest, context: ServerContext
    ) async throws -> Hearth_V1_GetServerIdentityResponse {
        let identity = identity()
        return Hearth_V1_GetServerIdentityResponse(
            publicKeySha256: identity.publicKeySHA256, certificate: identity.certificate, isClaimed: access.isClaimed,
            hubID: access.hubID)
    }

    public func claim(
        _ request: Hearth_V1_ClaimRequest, context: ServerContext
    ) async throws -> Hearth_V1_ClaimResponse {
        if let key = request.browserKey {
            let credential = try await access.claim(
                code: request.code, name: request.name, publicKey: key.publicKey, signature: key.signature,
                origin: try Self.origin(context), from: context.peer)
            return Hearth_V1_ClaimResponse(credential: Hearth_V1_Credential(credential))
        }
        guard context.peer.isPrivate, let key = context.peer.certificate?.publicKeySHA256 else {
            throw RPCError(
                .failedPrecondition,
                "a claim is made over TLS with a client certificate, self-signed is enough: its key is what the hub "
                    + "will know the client by")
        }
        let credential = try await access.claim(
            code: request.code, name: request.name, key: key, from: context.peer)
        return Hearth_V1_ClaimResponse(credential: Hearth_V1_Credential(credential))
    }

    public func createChallenge(
        _ request: Hearth_V1_CreateChallengeRequest, context: ServerContext
    ) async throws -> Hearth_V1_CreateChallengeResponse {
        Hearth_V1_CreateChallengeResponse(challenge: access.makeChallenge(), hubID: access.hubID)
    }

    public func signIn(
        _ request: Hearth_V1_SignInRequest, context: ServerContext
    ) async throws -> Hearth_V1_SignInResponse {
        let session = try await access.signIn(
            publicKey: request.publicKey, challenge: request.challenge, signature: request.signature,
            origin: try Self.origin(context), from: context.peer)
        return Hearth_V1_SignInResponse(
            token: session.token, validFor: Google_Protobuf_Duration(seconds: session.life.wholeSeconds),
            credential: Hearth_V1_Credential(session.credential))
    }

    public func renewCredential(
        _ request: Hearth_V1_RenewCredentialRequest, context: ServerContext
    ) async throws -> Hearth_V1_RenewCredentialResponse {
        guard let id = context.principal.credential else {
            throw RPCError(.unauthenticated, "this connection was opened without a credential; there is none to renew")
        }
        return Hearth_V1_RenewCredentialResponse(credential: Hearth_V1_Credential(try await access.renew(id)))
    }

    public func createInvitation(
        _ request: Hearth_V1_CreateInvitationRequest, context: ServerContext
    ) async throws -> Hearth_V1_CreateInvitationResponse {
        let call = try KeyedCall(request, request.options, context)
        let invitation: AccessControl.Invitation
        switch try Self.role(request.role, context, isForHubOwner: request.offers.isEmpty) {
        case .member:
            invitation = try await access.invite(
                to: request.offers.map(StoredOffer.init), name: request.name, by: context.principal,
                from: context.peer, life: request.validFor?.seconds, for: call)
        case let role:
            guard request.offers.isEmpty else {
                throw RPCError(
                    .invalidArgument,
                    "structures are offered to members; an invitation for a "
                        + "\(role.name) says none")
            }
            invitation = try await access.invite(
                role, name: request.name, by: context.principal.credential, from: context.peer,
                life: request.validFor?.seconds, for: call)
        }
        let identity = identity()
        return Hearth_V1_CreateInvitationResponse(
            code: invitation.code, expiresAt: Google_Protobuf_Timestamp(seconds: invitation.expiresAt),
            address: identity.address, publicKeySha256: identity.publicKeySHA256, invitationID: invitation.id)
    }

    public func listInvitations(
        _ request: Hearth_V1_ListInvitationsRequest, context: ServerContext
    ) async throws -> Hearth_V1_ListInvitationsResponse {
        Hearth_V1_ListInvitationsResponse(
            invitations: access.openInvitations(for: context.principal).map { Hearth_V1_Invitation($0) })
    }

    public func withdrawInvitation(
        _ request: Hearth_V1_WithdrawInvitationRequest, context: ServerContext
    ) async throws -> Hearth_V1_WithdrawInvitationResponse {
        try await access.withdraw(invitation: request.invitationID, by: context.principal, from: context.peer)
        return Hearth_V1_WithdrawInvitationResponse()
    }

    public func createToken(
        _ request: Hearth_V1_CreateTokenRequest, context: ServerContext
    ) async throws -> Hearth_V1_CreateTokenResponse {
        let life: Int64? =
            switch request.end {
            case .validFor(let duration): duration.seconds
            case .neverExpires(true): nil
            case .neverExpires(false), nil: access.options.limits.tokenLife
            }
        let made = try await access.makeToken(
            try Self.role(request.role, context, isForHubOwner: true), name: request.name, life: life,
            by: context.principal.credential, from: context.peer, of: context.principal.person,
            for: try KeyedCall(request, request.options, context))
        return Hearth_V1_CreateTokenResponse(token: made.token, credential: Hearth_V1_Credential(made.credential))
    }

    public func listCredentials(
        _ request: Hearth_V1_ListCredentialsRequest, context: ServerContext
    ) async throws -> Hearth_V1_ListCredentialsResponse {
        Hearth_V1_ListCredentialsResponse(
            credentials: access.credentials(for: context.principal).map { Hearth_V1_Credential($0) })
    }

    public func revokeCredential(
        _ request: Hearth_V1_RevokeCredentialRequest, context: ServerContext
    ) async throws -> Hearth_V1_RevokeCredentialResponse {
        let credential = try await access.revoke(request.id, by: context.principal, from: context.peer)
        return Hearth_V1_RevokeCredentialResponse(credential: Hearth_V1_Credential(credential))
    }

    /// Where the page that makes the call comes from, as its browser says it. The server has refused already what comes from
    /// pages that are neither the hub's own nor such as it was told to trust; a program that is no browser may say what it
    /// likes, and has nothing of it: what it signs for is its own.
    private static func origin(_ context: ServerContext) throws(RPCError) -> String {
        guard context.peer.isPrivate else {
            throw RPCError(
                .failedPrecondition,
                "what is signed here may not travel in clear text; come by TLS, also as a proxy on another machine")
        }
        guard let origin = context.metadata["origin"] else {
            throw RPCError(
                .failedPrecondition,
                "a browser's key signs for the page that makes the call, and this one has no field Origin")
        }
        return origin
    }

    /// The role of a new credential. An owner makes further ones on the hub's own machine only, so that a key that was
    /// stolen elsewhere makes none.
    ///
    /// - Parameter isForHubOwner: whether a member's would be the caller's own: the hub's owner has owner's.
    private static func role(
        _ role: Hearth_V1_Role, _ context: ServerContext, isForHubOwner: Bool
    ) throws(RPCError) -> Role {
        guard var role = Role(rawValue: Int64(role.rawValue)) else {
            throw RPCError(
                .invalidArgument,
                "a role on the hub is needed: member, owner or provider; what a member is in a structure its offer says"
            )
        }
        if role == .member, isForHubOwner, context.principal.isHubOwner { role = .owner }
        guard role == .member || context.principal.isHubOwner else {
            throw RPCError(
                .permissionDenied, "invitations and tokens for a \(role.name) are made by the hub's owner only")
        }
        guard role != .member || context.principal.person != nil || context.principal.isHubOwner else {
            throw RPCError(.permissionDenied, "only people make invitations and tokens")
        }
        guard role != .owner || context.peer.isLocal else {
            throw RPCError(
                .permissionDenied, "invitations and tokens for owners are made on the hub's own machine only")
        }
        return role
    }
}

extension Hearth_V1_Invitation {
    init(_ stored: StoredInvitation) {
        self.init(
            id: stored.id, role: Hearth_V1_Role(rawValue: Int32(clamping: stored.role)), name: stored.name,
            offers: stored.offers.map(\.message), expiresAt: Google_Protobuf_Timestamp(seconds: stored.expiresAt),
            createdBy: stored.createdBy)
    }
}

extension Hearth_V1_Credential {
    init(_ stored: StoredCredential) {
        func time(_ seconds: Int64) -> Google_Protobuf_Timestamp { Google_Protobuf_Timestamp(seconds: seconds) }
        let kind: Kind? =
            switch stored.kind {
            case AccessState.Kind.clientKey: .clientKey
            case AccessState.Kind.browserKey: .browserKey
            case AccessState.Kind.token: .token
            default: nil
            }
        self.init(
            id: stored.id, kind: kind ?? .unspecified,
            role: Hearth_V1_Role(rawValue: Int32(clamping: stored.role)), name: stored.name,
            createdAt: time(stored.createdAt), expiresAt: stored.expiresAt.map(time),
            lastUsedAt: stored.lastUsedAt.map(time), createdBy: stored.createdBy,
            revokedAt: stored.revokedAt.map(time), publicKeySha256: stored.isKey ? stored.hash : [])
    }
}
