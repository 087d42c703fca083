/// A connection to a Shelly failed, or a request to it.
package struct ShellyError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure, by which an owner decides what to ask people for.
    package enum Code: String, Hashable, Sendable {
        /// Nothing answers at the address.
        case unreachable
        /// The device did not answer in time.
        case timedOut
        /// The connection ended.
        case disconnected
        /// The device wants a password, and none is given.
        case needsPassword
        /// The device refuses the password.
        case wrongPassword
        /// The answers are not those of a Shelly of the second generation or later.
        case notSupported
        /// Another device answers at the address.
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

    /// Whether further attempts are useless until a person does something.
    var needsPerson: Bool {
        switch code {
        case .needsPassword, .wrongPassword, .notSupported, .wrongDevice: true
        case .unreachable, .timedOut, .disconnected: false
        }
    }
}
