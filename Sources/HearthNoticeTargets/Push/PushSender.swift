package import HearthTLS
internal import HearthHTTP1
internal import HearthTraitDescriptors

/// Identifies a hub to push services (RFC 8292): they pass on messages to a subscription only from the key that it was
/// made with.
package struct PushSender: Sendable {
    /// The key that signs. Its public part is given to browsers.
    package let key: P256Key

    /// How long a signed token is valid, in seconds; RFC 8292, section 2, allows a day.
    private static let validity: Int64 = 12 * 3_600
    /// How long a push service keeps a message for a browser that is offline, in seconds.
    private static let timeToLive = 86_400

    package init(key: P256Key) { self.key = key }

    /// The value of `Authorization` for a push service.
    ///
    /// - Parameters:
    ///   - origin: the origin of the subscription's address.
    ///   - contact: whom the service may ask about the messages: a URL with `https` or `mailto`.
    ///   - now: seconds since 1970.
    package func authorization(for origin: String, contact: String, at now: Int64) -> String? {
        let head = JSON.object([("typ", .string("JWT")), ("alg", .string("ES256"))]).text
        let claims = JSON.object([
            ("aud", .string(origin)), ("exp", .number(now &+ Self.validity)), ("sub", .string(contact)),
        ]).text
        let text = [head, claims].map { Base64URL.text([UInt8]($0.utf8)) }.joined(separator: ".")
        guard let signature = key.signature(of: [UInt8](text.utf8)) else { return nil }
        return "vapid t=\(text).\(Base64URL.text(signature)), k=\(Base64URL.text(key.point))"
    }

    /// The request that sends a message (RFC 8030, section 5).
    ///
    /// - Parameters:
    ///   - once: a new key for this message, and 16 random bytes.
    func request(
        _ message: [UInt8], to subscription: PushSubscription, urgency: NoticeUrgency, contact: String, at now: Int64,
        once: (key: P256Key, salt: [UInt8])
    ) throws(PostError) -> HTTP1ClientRequest {
        let address = try WebAddress(subscription.endpoint)
        guard let body = PushEncryption.seal(message, for: subscription, key: once.key, salt: once.salt),
            let authorization = authorization(for: address.origin, contact: contact, at: now)
        else {
            throw PostError(
                .message, "the message can't be encrypted for the browser", wayOut: "subscribe again in the browser")
        }
        let fields = [
            HTTP1ClientRequest.Field("TTL", "\(Self.timeToLive)"),
            HTTP1ClientRequest.Field("Urgency", urgency == .information ? "normal" : "high"),
            HTTP1ClientRequest.Field("Content-Encoding", "aes128gcm"),
            HTTP1ClientRequest.Field("Content-Type", "application/octet-stream"),
            HTTP1ClientRequest.Field("Authorization", authorization),
        ]
        return HTTP1ClientRequest(
            "POST", address.target, fields: fields, body: body, mostAnswerBytes: nil)
    }
}
