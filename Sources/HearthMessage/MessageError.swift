/// The error of decoding a message. It has no underlying cause, because libprotobuf-c only reports that it failed.
public struct MessageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: Hashable, Sendable {
        /// The bytes violate protobuf's encoding, or a known field has another wire type than in the schema.
        case malformed
        /// A text field's bytes are not UTF-8.
        case invalidUTF8
        /// Messages are nested deeper than ``DecodeLimits/depth``.
        case tooDeep
        /// Decoding would need more memory than ``DecodeLimits`` allow.
        case tooLarge
    }

    /// The kind of failure.
    public let code: Code
    /// The message's name, the field if known, and what to do.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}
