/// An error in reading JSON text as a message, or in writing a message as JSON.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: Hashable, Sendable {
        /// The text is not JSON (RFC 8259).
        case syntax
        /// A value is not valid for its field.
        case value
        /// The message, or the content of an `Any`, has a type that the pool does not know.
        case unknownType
        /// Objects and arrays are nested deeper than ``JSONLimits/depth``.
        case tooDeep
        /// The text exceeds the ``JSONLimits``.
        case tooLarge
        /// The bytes violate protobuf's encoding, or their content has no form in JSON.
        case malformed
    }

    /// The kind of failure.
    public let code: Code
    /// The path to the value, with JSON's names: `devices[3].traits.onOff`. Empty for the whole message.
    public internal(set) var path = ""
    /// The offset of the error in the input, in bytes.
    public let offset: Int
    /// The line in the text, from 1; nil if the input was a message.
    public internal(set) var line: Int?
    /// The column in the line, from 1, in characters; nil if the input was a message.
    public internal(set) var column: Int?
    /// The expected value, and the way out. It contains no values of the sender, which may be secrets.
    public let message: String
    /// The token at which the path ends, while reading.
    var token: Int?

    init(_ code: Code, _ message: String, offset: Int, token: Int? = nil) {
        self.code = code
        self.message = message
        self.offset = offset
        self.token = token
    }

    /// The same error with a path that begins with a field or an element: `name`, `[3]`.
    func within(_ step: String) -> JSONError {
        var error = self
        error.path = path.isEmpty || path.hasPrefix("[") ? step + path : step + "." + path
        return error
    }

    /// One line: the path, the message, the location.
    public var description: String {
        let place = if let line, let column { "line \(line), column \(column)" } else { "byte \(offset)" }
        return (path.isEmpty ? "" : path + ": ") + message + " (\(place))"
    }
}
