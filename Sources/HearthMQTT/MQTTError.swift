/// A connection to a broker, or a request to it, failed.
package struct MQTTError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    package enum Code: Hashable, Sendable {
        /// A setting, topic or filter can't be used.
        case invalid
        /// The broker can't be reached, or the connection broke.
        case unreachable
        /// The certificate or the TLS handshake was refused.
        case insecure
        /// There is no connection now.
        case notConnected
        /// The broker wants another user name or password, or refuses this client.
        case notAuthorized
        /// The broker refused, or ended the connection, with this reason.
        case refused(MQTTReason)
        /// Another client uses the same client id.
        case takenOver
        /// The broker sent what MQTT forbids.
        case protocolViolation
        /// The broker did not answer in time. What was asked may have happened.
        case timedOut
        /// A packet would exceed the broker's limit.
        case tooLarge
        /// Too many bytes wait to be sent.
        case queueFull
        /// The broker lost the session, so nothing says whether the message was delivered.
        case unknownOutcome
        /// The client was stopped.
        case stopped
    }

    package let code: Code
    /// What failed, and what to do about it.
    package let message: String
    /// The error below, if there is one.
    package let cause: (any Error)?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    package var description: String { message }
}

extension MQTTError: Equatable {
    /// Compares code and message; causes are for logs.
    package static func == (left: MQTTError, right: MQTTError) -> Bool {
        left.code == right.code && left.message == right.message
    }
}
