public import HearthRPC
public import HearthTraitCore

// The verbs of traits. ``TraitCalls`` carries them out.
extension Hub {
    /// Reads attributes of a trait from the hub's state.
    ///
    /// - Parameter attributes: the attribute ids to read; empty for all that the caller may see.
    /// - Throws: ``RPCError`` with a ``TraitError`` in its details.
    public func read(
        _ path: TraitPath, attributes ids: [UInt32] = [], as caller: Caller
    ) throws(RPCError) -> TraitReading {
        try calls.read(path, attributes: ids, as: caller)
    }

    /// Writes attributes, all or none. They are stored when it returns.
    ///
    /// - Returns: the attributes after the write that the caller may read.
    /// - Throws: ``RPCError`` with a ``TraitError`` in its details.
    public func update(
        _ path: TraitPath, _ values: StructureValue, as caller: Caller
    ) async throws(RPCError) -> TraitReading {
        try await calls.update(path, payload: .values(values), as: caller)
    }

    /// Sends a command to a trait. When it returns, data that the provider stored in the hub meanwhile, such as a
    /// lock's users, is durable; so is the answer, if the request has an idempotency key.
    ///
    /// - Throws: ``RPCError`` with a ``TraitError`` in its details.
    public func invoke(
        _ path: TraitPath, command id: UInt32, _ arguments: StructureValue = StructureValue(), as caller: Caller
    ) async throws(RPCError) -> CommandAnswer {
        try await calls.invoke(path, command: id, payload: .values(arguments), as: caller)
    }
}
