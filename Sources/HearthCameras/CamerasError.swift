/// The program can't work, or a picture can't be had.
package struct CamerasError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    package enum Code: Hashable, Sendable {
        /// Unknown or missing options.
        case usage
        /// The configuration can't be used.
        case configuration
        /// The camera can't be reached, or did not answer in time.
        case unreachable
        /// The camera refuses the password, or wants one.
        case password
        /// The camera's answer is no picture.
        case notAPicture
        /// The camera gives no picture of its own, and its stream can't be decoded here.
        case noDecoder
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
}
