/// The reason why a file is refused by a ``DescriptorPool``.
public struct DescriptorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: Hashable, Sendable {
        /// The bytes are not a `google.protobuf.FileDescriptorProto`.
        case malformed
        /// The file's declarations are invalid, such as two fields with one number.
        case invalid
        /// The file declares a name that another file of the pool declares.
        case conflict
        /// The pool would exceed its ``DescriptorLimits``.
        case tooLarge
    }

    /// The kind of failure.
    public let code: Code
    /// The file or declaration, and the way out.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}
