internal import HearthHTTP1
package import HearthJSON

/// A request to a bridge.
package struct HueRequest: Hashable, Sendable {
    package var method: String
    package var path: String
    /// Nil for none.
    package var body: JSONValue?
    /// Whether the answer is a stream of events that does not end.
    package var isStream = false

    package init(_ method: String, _ path: String, body: JSONValue? = nil) {
        self.method = method
        self.path = path
        self.body = body
    }

    /// All resources of the bridge (Hue's documentation, "CLIP API", `/resource`).
    static let everything = HueRequest("GET", "/clip/v2/resource")

    /// The changes of resources (Hue's documentation, "Core concepts", "Events").
    static let events: HueRequest = {
        var request = HueRequest("GET", "/eventstream/clip/v2")
        request.isStream = true
        return request
    }()

    /// - Parameter key: the application key; nil for requests that need none.
    func http(key: String?) -> HTTP1ClientRequest {
        var fields = [HTTP1ClientRequest.Field("Accept", isStream ? "text/event-stream" : "application/json")]
        if let key { fields.append(HTTP1ClientRequest.Field("hue-application-key", key)) }
        if body != nil { fields.append(HTTP1ClientRequest.Field("Content-Type", "application/json")) }
        return HTTP1ClientRequest(
            method, path, fields: fields, body: body?.text ?? [],
            mostAnswerBytes: isStream ? nil : self == .everything ? HueAnswer.mostBytes : HueAnswer.mostOtherBytes)
    }
}

/// A bridge's answer.
package struct HueAnswer: Hashable, Sendable {
    /// The certificate of the connection.
    package struct Certificate: Hashable, Sendable {
        /// SHA-256 of the public key, 32 bytes.
        package var publicKeySHA256: [UInt8]
        /// The common name of the subject: the bridge's ID.
        package var name: String

        package init(publicKeySHA256: [UInt8], name: String) {
            self.publicKeySHA256 = publicKeySHA256
            self.name = name
        }
    }

    package var status: Int
    package var body: [UInt8]
    package var certificate: Certificate?

    package init(status: Int, body: [UInt8], certificate: Certificate? = nil) {
        self.status = status
        self.body = body
        self.certificate = certificate
    }

    /// The most bytes of the list of all resources: a bridge with 50 lights and 200 scenes sends 500 KB.
    static let mostBytes = 4 << 20
    /// The most bytes of an answer that has not all resources.
    static let mostOtherBytes = 64 << 10

    /// Whether the bridge has too much to do, so that the same request may succeed later.
    var isBusy: Bool { status == 429 || status == 503 }

    /// The body as JSON; nil if it is not JSON.
    var json: JSONValue? { try? JSONValue(body, bytes: Self.mostBytes) }
}
