internal import HearthTLS

/// Where a browser takes messages, and its keys (W3C Push API, PushSubscription).
package struct PushSubscription: Hashable, Sendable {
    /// The address that its push service has given it. Whoever knows it and the hub's key can post there.
    package let endpoint: String
    /// The browser's public key on P-256, an uncompressed point of 65 bytes.
    package let publicKey: [UInt8]
    /// Its authentication secret, 16 bytes (RFC 8291, section 3.2).
    package let secret: [UInt8]

    /// - Throws: ``PostError`` for keys of another form, and for an address that is no URL with `https` or has a user.
    package init(endpoint: String, publicKey: [UInt8], secret: [UInt8]) throws(PostError) {
        let address = try WebAddress(endpoint)
        guard address.isSecure, address.login.isEmpty else {
            throw PostError(
                .address, "the address does not begin with https://, or has a user", wayOut: "subscribe again")
        }
        guard publicKey.count == 65, publicKey.first == 4, secret.count == 16 else {
            throw PostError(
                .message, "the keys of the subscription are not 65 and 16 bytes long", wayOut: "subscribe again")
        }
        self.endpoint = endpoint
        self.publicKey = publicKey
        self.secret = secret
    }
}
