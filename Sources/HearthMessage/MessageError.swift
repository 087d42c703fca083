/// Why bytes could not be read as a message.
public struct MessageError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: Hashable, Sendable {
        /// The bytes break protobuf's encoding, or a known field has another wire type than the schema says.
        case malformed
        /// A text field's bytes are not UTF-8.
        case invalidUTF8
        /// Messages lie within messages deeper than the limit.
        case tooDeep
        /// Reading would take more memory than the limit allows.
        case tooLarge
    }

    public let code: Code
    /// Names the message, and the field where it is known.
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}
