public import HearthRPC

/// Why a schema that came from elsewhere is no trait.
public struct TraitSchemaError: RPCErrorConvertible, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: Hashable, Sendable {
        /// A part is missing, or is nothing that Matter or the wire knows.
        case malformed
        /// Two items share a name, an id or a number on the wire.
        case duplicate
        /// It refers to an item that is not there, or to itself.
        case reference
        /// A name that is Hearth's own.
        case reserved
        /// More than ``SchemaLimits`` allow.
        case tooLarge
    }

    public let code: Code
    /// The item, from the trait's name on: "Spinner.Spin.speed".
    public let item: String
    /// Names the item, what is wrong with it and what would be right.
    public let message: String

    init(_ code: Code, _ item: String, _ what: String) {
        self.code = code
        self.item = item
        message = "the schema of \(item) can't be used: \(what)"
    }

    public var description: String { message }

    /// INVALID_ARGUMENT, or RESOURCE_EXHAUSTED for what is too large.
    public var rpcError: RPCError { RPCError(code == .tooLarge ? .resourceExhausted : .invalidArgument, message) }
}
