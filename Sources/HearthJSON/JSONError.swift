/// Why JSON text could not be read as a message, or a message not written as JSON.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it was.
    public enum Code: Hashable, Sendable {
        /// The text is not JSON (RFC 8259).
        case syntax
        /// A value is none that its field takes.
        case value
        /// The message, or what an `Any` holds, is of a type that the pool does not have.
        case unknownType
        /// Objects and arrays lie in each other deeper than ``JSONLimits/depth``.
        case tooDeep
        /// The text is larger than ``JSONLimits`` allow.
        case tooLarge
        /// The bytes break protobuf's encoding, or hold what JSON has no form for.
        case malformed
    }

    /// What kind of failure it was.
    public let code: Code
    /// The way to the value, in the names that JSON has: `devices[3].traits.onOff`. Empty for the whole.
    public internal(set) var path = ""
    /// Where it is, in bytes from the beginning of what was read.
    public let offset: Int
    /// The line in the text, from 1; nil when bytes were read.
    public internal(set) var line: Int?
    /// The column in the line, from 1, in characters; nil when bytes were read.
    public internal(set) var column: Int?
    /// What was expected, and the way out. It has no values of the sender's, which may be secrets.
    public let message: String
    /// Where the path is to end, while the text is read.
    var token: Int?

    init(_ code: Code, _ message: String, offset: Int, token: Int? = nil) {
        self.code = code
        self.message = message
        self.offset = offset
        self.token = token
    }

    /// The error of what lies in a field or an element: `name`, `[3]`.
    func within(_ step: String) -> JSONError {
        var error = self
        error.path = path.isEmpty || path.hasPrefix("[") ? step + path : step + "." + path
        return error
    }

    /// One line: the path, the message, the place.
    public var description: String {
        let place = if let line, let column { "line \(line), column \(column)" } else { "byte \(offset)" }
        return (path.isEmpty ? "" : path + ": ") + message + " (\(place))"
    }
}
