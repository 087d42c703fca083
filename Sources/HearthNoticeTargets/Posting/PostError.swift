/// Why a request was not carried out. Texts name the server's host only, as the rest of its address may be a secret.
package struct PostError: Error, Sendable {
    /// The kinds of failures.
    package enum Code: Hashable, Sendable {
        /// The address is no URL that can be posted to.
        case address
        /// No connection to the server.
        case unreachable
        case timedOut
        /// The server's certificate or TLS is not accepted.
        case insecure
        /// The server does not answer in HTTP/1.1, or closes the connection.
        case broken
        /// The server answers with this status, which is no success.
        case status(Int)
        /// The message can't be made, such as for a subscription with a wrong key.
        case message
        /// The file of the browsers can't be read or written.
        case storage
    }

    package let code: Code
    /// What failed, as a clause.
    package let message: String
    /// What a person can do about it.
    package let wayOut: String
    /// How long the server wants no request (RFC 9110, section 10.2.3); nil if it does not say.
    package var retryAfter: Duration?
    package let cause: (any Error)?

    package init(
        _ code: Code, _ message: String, wayOut: String, retryAfter: Duration? = nil, cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.wayOut = wayOut
        self.retryAfter = retryAfter
        self.cause = cause
    }

    /// Whether the same request would fail again: the server refuses it, and not only for now.
    package var isPermanent: Bool {
        switch code {
        case .address, .message: true
        case .unreachable, .timedOut, .insecure, .broken, .storage: false
        // Too early, too many requests, and a timeout pass.
        case .status(let status): (300..<500).contains(status) && ![408, 425, 429].contains(status)
        }
    }
}

extension PostError: Equatable {
    package static func == (one: PostError, other: PostError) -> Bool {
        one.code == other.code && one.message == other.message && one.wayOut == other.wayOut
            && one.retryAfter == other.retryAfter
    }
}
