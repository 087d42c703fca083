internal import HearthBase
internal import HearthHTTP1
internal import HearthHTTPDigest

/// How requests prove that the hub knows the password: by a token in the message, or by HTTP Digest where a camera wants
/// that. Without a password, and for the question after the time, there is no proof.
struct CameraAccess: Sendable {
    private let credentials: HTTPCredentials?
    private let random: @Sendable (Int) -> [UInt8]
    private var digest: HTTPAuthentication?
    /// The camera's time since 1970 less the time of the clock that does not jump; nil until it has said its time.
    private(set) var offset: Duration?

    init(_ settings: ONVIFSettings, random: @escaping @Sendable (Int) -> [UInt8]) {
        credentials = settings.password.map { HTTPCredentials(user: settings.user, password: $0) }
        self.random = random
    }

    var hasPassword: Bool { credentials != nil }

    /// Takes on the camera's time.
    ///
    /// - Parameters:
    ///   - moment: the camera's time since 1970.
    ///   - now: when it came, by the clock that does not jump.
    mutating func set(time moment: Duration, now: Duration) { offset = moment - now }

    /// Takes on the challenge of an answer with the status 401.
    ///
    /// - Parameter isFirst: whether the request was sent once only. Some cameras do not say that a nonce was too old.
    /// - Returns: whether the same request may succeed now: the camera has not refused a proof for a fresh challenge.
    mutating func challenged(_ header: String?, isFirst: Bool) -> Bool {
        guard hasPassword, let header, let new = HTTPAuthentication([header], allowsBasic: false) else { return false }
        let isNews = digest == nil || new.isStale || isFirst && new.nonce != digest?.nonce
        digest = new
        return isNews
    }

    /// The request with its proof.
    ///
    /// - Parameter isAnonymous: whether it goes without one, unless the camera wants HTTP Digest for all requests.
    mutating func prove(_ request: CameraRequest, isAnonymous: Bool, now: Duration) -> HTTP1ClientRequest {
        guard let credentials else { return request.http(nil, authorization: nil) }
        if let authorization = digest?.authorization(
            credentials, method: "POST", uri: request.place.target, clientNonce: hex(random(8)))
        {
            return request.http(nil, authorization: authorization)
        }
        guard !isAnonymous, let offset else { return request.http(nil, authorization: nil) }
        let token = UsernameToken(
            user: credentials.user, password: credentials.password, nonce: random(16), created: offset + now)
        return request.http(token, authorization: nil)
    }
}
