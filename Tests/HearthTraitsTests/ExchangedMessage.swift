internal import HearthMessage

/// A generated message for the exchange with another protobuf library.
struct ExchangedMessage: Sendable {
    /// The message's full name.
    let name: String
    /// The rules of fields by number: always present (`plain`), null where absent (`nullable`), null or absent
    /// (`nullish`), or of a type narrower than the wire's (`u8`).
    let rules: String
    /// Reads a message and writes it again.
    let rewritten: @Sendable (ArraySlice<UInt8>) throws -> [UInt8]

    init<M: Message>(_ type: M.Type, _ rules: String = "") {
        name = type.layout.name
        self.rules = rules
        rewritten = { try M(serialized: $0.span.bytes).serialized() }
    }
}
