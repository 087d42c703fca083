internal import HearthWire

/// The means by which a client authenticates at a hub, without the secret part.
public struct HubCredential: Hashable, Sendable, Identifiable {
    /// The way in which a client authenticates.
    public enum Kind: Hashable, Sendable {
        /// The client's own key, presented as a TLS certificate.
        case clientKey
        /// A key that a browser keeps for the origin of a web page.
        case browserKey
        /// A bearer token.
        case token
        /// A way that this version doesn't know.
        case unknown
    }

    /// Unique ID, for ``HubAccess/revokeCredential(id:)``.
    public let id: String
    /// The way in which its client authenticates.
    public let kind: Kind
    /// The client's role; nil for one that this version doesn't know.
    public let role: HubRole?
    /// Display name. Provider credentials with the same name share their devices.
    public let name: String
    /// When it was created, in seconds since 1970; nil if not known.
    public let createdAt: Double?
    /// When it expires, in seconds since 1970; nil if it does not.
    public let expiresAt: Double?
    /// When it was last used, in seconds since 1970, rounded to the hour; nil if never.
    public let lastUsedAt: Double?
    /// When it was revoked, in seconds since 1970; nil if it was not.
    public let revokedAt: Double?
    /// ID of the credential that created it; nil if it was created on the hub's own machine.
    public let creatorID: String?
}

/// How long a token is valid.
public enum TokenValidity: Hashable, Sendable {
    /// The hub's default, 90 days.
    case hubDefault
    /// This long, at most ten years.
    case limited(Duration)
    /// Until it is revoked.
    case unlimited
}

extension HubAccess {
    /// Lists the credentials that this client may see; one is listed after the one that created it.
    ///
    /// - Throws: `HomeError`: `.permissionDenied` if this client may not see any.
    public func credentials() async throws(HomeError) -> [HubCredential] {
        let response: Hearth_V1_ListCredentialsResponse = try await connection.call(
            Hearth_V1_AccessMethods.listCredentials, Hearth_V1_ListCredentialsRequest())
        return response.credentials.map { HubCredential($0) }
    }

    /// Creates a token for programs without a key.
    ///
    /// - Parameters:
    ///   - name: its display name, 1 to 100 characters.
    ///   - role: the role of its clients; `.member` for the rights of this client's person.
    ///   - validity: how long it is valid.
    /// - Returns: the token, which can't be read again, and its credential.
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid name or validity, `.permissionDenied` if this client may
    ///   not create one.
    public func createToken(
        name: String, role: HubRole = .member, validity: TokenValidity = .hubDefault
    ) async throws(HomeError) -> (token: String, credential: HubCredential) {
        var request = Hearth_V1_CreateTokenRequest(
            role: Hearth_V1_Role(role), name: name, options: connection.callOptions)
        switch validity {
        case .hubDefault: break
        case .limited(let duration): request.end = .validFor(Google_Protobuf_Duration(duration: duration))
        case .unlimited: request.end = .neverExpires(true)
        }
        let response: Hearth_V1_CreateTokenResponse = try await connection.change(
            Hearth_V1_AccessMethods.createToken, request, "the creation of the token")
        return (response.token, HubCredential(try present(response.credential, "credential")))
    }

    /// Revokes a credential for good. Its open calls end at once.
    ///
    /// - Returns: the revoked credential.
    /// - Throws: `HomeError`: `.notFound` if the hub has no such credential, `.permissionDenied` if this client may not
    ///   revoke it, `.failedPrecondition` for the last one of the hub's owner.
    @discardableResult
    public func revokeCredential(id: String) async throws(HomeError) -> HubCredential {
        let response: Hearth_V1_RevokeCredentialResponse = try await connection.change(
            Hearth_V1_AccessMethods.revokeCredential, Hearth_V1_RevokeCredentialRequest(id: id),
            "the revocation of the credential")
        return HubCredential(try present(response.credential, "credential"))
    }

    /// The hub's present TLS certificate in DER, for clients that trust a certificate instead of a key; nil if the hub
    /// does not use TLS. It may be replaced at any time; the key stays.
    ///
    /// - Throws: `HomeError` if the hub can't be reached.
    public func certificate() async throws(HomeError) -> [UInt8]? {
        let response: Hearth_V1_GetServerIdentityResponse = try await connection.call(
            Hearth_V1_AccessMethods.getServerIdentity, Hearth_V1_GetServerIdentityRequest())
        return response.certificate.isEmpty ? nil : response.certificate
    }
}
