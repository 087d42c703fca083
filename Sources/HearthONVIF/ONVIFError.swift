/// A connection to a camera failed, or a request to it.
package struct ONVIFError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure, by which an owner decides what to ask people for.
    package enum Code: String, Hashable, Sendable {
        /// Nothing answers at the address.
        case unreachable
        /// The camera did not answer in time.
        case timedOut
        /// The connection ended, or the camera failed.
        case disconnected
        /// The camera wants a user and a password, and none is given.
        case needsPassword
        /// The camera refuses the user or the password.
        case wrongPassword
        /// The answers are not those of a camera that speaks ONVIF.
        case notSupported
        /// Another camera answers at the address.
        case wrongDevice
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

    /// Whether the camera got a proof in vain: each further one may lock the user out, or goes to a foreign machine.
    var isRefusal: Bool { code == .wrongPassword || code == .wrongDevice }

    /// Whether further attempts are useless until a person does something.
    var needsPerson: Bool {
        switch code {
        case .needsPassword, .wrongPassword, .notSupported, .wrongDevice: true
        case .unreachable, .timedOut, .disconnected: false
        }
    }
}
