/// A server broke the rules of HTTP/1.1 or of event streams, or exceeded a limit. The connection must be closed.
package struct HTTP1ClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    package enum Code: Hashable, Sendable {
        /// The bytes are no answer in HTTP/1.1.
        case malformed
        /// The answer, or a part of it, exceeds a limit.
        case tooLarge
        /// The connection ended before the answer was complete.
        case cutOff
        /// The connection, which had served a request before, ended before any byte of the answer. The request is
        /// idempotent, and may be sent again on another connection.
        case unanswered
    }

    package let code: Code
    /// The error in one line, as a clause whose subject is the answer.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
