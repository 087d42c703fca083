/// A connection to a Hue bridge failed, or a request to it.
package struct HueError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure, by which an owner decides what to ask people for.
    package enum Code: String, Hashable, Sendable {
        /// Nothing answers at the address.
        case unreachable
        /// The bridge did not answer in time.
        case timedOut
        /// The connection ended, or the bridge broke the rules of HTTP.
        case disconnected
        /// The bridge has too much to do.
        case busy
        /// The bridge does not know the application key.
        case keyRefused
        /// The answers are not those of a bridge with the second version of the API.
        case notSupported
        /// Another bridge answers, or the certificate names another one.
        case wrongBridge
        /// The certificate's key is not the one of the bridge that was added.
        case wrongCertificate
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
        case .keyRefused, .notSupported, .wrongBridge, .wrongCertificate: true
        case .unreachable, .timedOut, .disconnected, .busy: false
        }
    }
}
