public import HearthRPC

/// Why a schema received at run time was rejected.
public struct TraitSchemaError: RPCErrorConvertible, Hashable, Sendable, CustomStringConvertible {
    /// The kind of defect.
    public enum Code: Hashable, Sendable {
        /// A part is missing, or has a value that neither Matter nor the wire format defines.
        case malformed
        /// Two items share a name, an id or a field number.
        case duplicate
        /// An item refers to one that does not exist, or to itself.
        case reference
        /// A name reserved for Hearth.
        case reserved
        /// The schema exceeds ``SchemaLimits``.
        case tooLarge
    }

    /// The kind of defect; selects the gRPC status of ``rpcError``.
    public let code: Code
    /// The path of the defective item, beginning with the trait's name: "Spinner.Spin.speed".
    public let item: String
    /// The item, the problem and the valid values, for people.
    public let message: String

    init(_ code: Code, _ item: String, _ what: String) {
        self.code = code
        self.item = item
        message = "the schema of \(item) can't be used: \(what)"
    }

    public var description: String { message }

    /// `RESOURCE_EXHAUSTED` for ``Code/tooLarge``, otherwise `INVALID_ARGUMENT`.
    public var rpcError: RPCError { RPCError(code == .tooLarge ? .resourceExhausted : .invalidArgument, message) }
}
