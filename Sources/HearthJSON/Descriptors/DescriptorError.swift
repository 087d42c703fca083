/// Why a file is not taken into a ``DescriptorPool``.
public struct DescriptorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it was.
    public enum Code: Hashable, Sendable {
        /// The bytes are no `google.protobuf.FileDescriptorProto`.
        case malformed
        /// What the file declares is not possible, such as two fields with one number.
        case invalid
        /// The file declares what another file of the pool does.
        case conflict
        /// The pool would hold more than its ``DescriptorLimits`` allow.
        case tooLarge
    }

    /// What kind of failure it was.
    public let code: Code
    /// Names the file or what it declares, and what to do.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}
