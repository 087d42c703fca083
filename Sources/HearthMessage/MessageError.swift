/// Why bytes could not be read as a message. Nothing lies below it that could be its cause: libprotobuf-c says only
/// that it failed.
public struct MessageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it was.
    public enum Code: Hashable, Sendable {
        /// The bytes break protobuf's encoding, or a known field has another wire type than the schema says.
        case malformed
        /// A text field's bytes are not UTF-8.
        case invalidUTF8
        /// Messages lie within messages deeper than ``DecodeLimits/depth``.
        case tooDeep
        /// Reading would take more memory than ``DecodeLimits`` allow.
        case tooLarge
    }

    /// What kind of failure it was.
    public let code: Code
    /// Names the message, and the field where it is known, and what to do.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}
