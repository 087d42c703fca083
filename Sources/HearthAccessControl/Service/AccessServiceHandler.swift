internal import HearthBase
public import HearthRPC
internal import HearthStore
public import HearthWire

/// Serves `hearth.v1.AccessService` from an ``AccessControl``.
public struct AccessServiceHandler: Hearth_V1_AccessService {
    /// The hub's identity for clients that want to claim it.
    public struct Identity: Hashable, Sendable {
        /// SHA-256 of the public key; empty without TLS.
        public var publicKeySHA256: [UInt8]
        /// The certificate, DER; empty without TLS.
        public var certificate: [UInt8]
        /// The address for other machines; empty if the hub listens on this machine only.
        public var address: String
        /// Whether the hub has no devices.
        public var isEmpty: Bool

        /// Creates an identity.
        public init(
            publicKeySHA256: [UInt8] = [], certificate: [UInt8] = [], address: String = "", isEmpty: Bool = false
        ) {
            self.publicKeySHA256 = publicKeySHA256
            self.certificate = certificate
            self.address = address
            self.isEmpty = isEmpty
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
        let (identity, isClaimed) = (identity(), access.isClaimed)
        return Hearth_V1_GetServerIdentityResponse(
            publicKeySha256: identity.publicKeySHA256, certificate: identity.certificate, isClaimed: isClaimed,
            hubID: access.hubID, mayRestore: !isClaimed && identity.isEmpty,
            installation: Self.message(of: access.options.installation))
    }

    private static func message(of installation: Installation) -> Hearth_V1_Installation {
        switch installation {
        case .program: .unspecified
        case .service: .service
        case .container: .container
        }
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
                "a claim needs TLS with a client certificate, which may be self-signed: its key is what the hub "
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
                    "only members are offered structures; an invitation for a "
                        + "\(role.name) must have no offers")
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

    /// The origin of the calling page, as its browser reports it. The server has already refused pages other than the
    /// hub's own and those of `--allow-origin`. A program can send any origin, but gains nothing: it can only sign with
    /// its own key.
    private static func origin(_ context: ServerContext) throws(RPCError) -> String {
        guard context.peer.isPrivate else {
            throw RPCError(
                .failedPrecondition,
                "a signed request must not be sent in clear text; use TLS, also from a proxy on another machine")
        }
        guard let origin = context.metadata["origin"] else {
            throw RPCError(
                .failedPrecondition,
                "a browser's key signs for the calling page; this call has no field Origin")
        }
        return origin
    }

    /// The role of a new credential. Credentials for owners can only be created on the hub's own machine, so that a key
    /// stolen elsewhere cannot create any.
    ///
    /// - Parameter isForHubOwner: whether a member's credential would be the caller's own: for the hub's owner the role
    ///   is owner.
    private static func role(
        _ role: Hearth_V1_Role, _ context: ServerContext, isForHubOwner: Bool
    ) throws(RPCError) -> Role {
        guard var role = Role(rawValue: Int64(role.rawValue)) else {
            throw RPCError(
                .invalidArgument,
                "the role must be member, owner or provider; an offer says the role of a member in a structure"
            )
        }
        if role == .member, isForHubOwner, context.principal.isHubOwner { role = .owner }
        guard role == .member || context.principal.isHubOwner else {
            throw RPCError(
                .permissionDenied, "only the hub's owner may create invitations and tokens for a \(role.name)")
        }
        guard role != .member || context.principal.person != nil || context.principal.isHubOwner else {
            throw RPCError(.permissionDenied, "only people may create invitations and tokens")
        }
        guard role != .owner || context.peer.isLocal else {
            throw RPCError(
                .permissionDenied, "invitations and tokens for owners can be created on the hub's own machine only")
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
