/// A connection to a camera failed, or a camera's answer can't be used. No message has a URL, since paths may have
/// passwords.
package struct RTSPError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    package enum Code: String, Hashable, Sendable {
        /// A URL that can't be used.
        case invalidURL
        /// Nothing answers at the address.
        case unreachable
        /// TLS could not be agreed on, or the camera's key is another one than the one pinned.
        case insecure
        /// The camera did not answer in time, or sent nothing for too long.
        case timedOut
        /// The connection ended.
        case disconnected
        /// The camera wants a password, and none is given.
        case needsPassword
        /// The camera refuses the password.
        case wrongPassword
        /// The camera has taken the password, and its user may not see the stream.
        case forbidden
        /// The camera has no such stream, or refuses it.
        case refused
        /// The camera broke the rules of RTSP, or exceeded a limit.
        case malformed
        /// The stream has no pictures that Hearth can hand on.
        case notSupported
    }

    package let code: Code
    package let message: String
    /// What a person can do.
    package let wayOut: String
    package let cause: (any Error)?

    package init(_ code: Code, _ message: String, wayOut: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.wayOut = wayOut
        self.cause = cause
    }

    package var description: String { "\(message); \(wayOut)" }

    /// Whether further attempts are useless until a person does something.
    var needsPerson: Bool {
        switch code {
        case .invalidURL, .needsPassword, .wrongPassword, .forbidden, .refused, .notSupported: true
        case .unreachable, .insecure, .timedOut, .disconnected, .malformed: false
        }
    }
}
