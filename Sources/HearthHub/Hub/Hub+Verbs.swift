public import HearthRPC
public import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// A trait's attributes as they were at a position.
public struct TraitReading: Sendable {
    public let position: StructurePosition
    public let attributes: StructureValue
    /// When the newest of the values was seen: time since 1970.
    public let observedAt: Duration
    public let connectivity: SourceConnectivity
}

/// What a command gave back.
public struct CommandAnswer: Sendable {
    /// Everything that the command changed at once is in the state at this position.
    public let position: StructurePosition
    /// nil for a bare status.
    public let response: StructureValue?
}

/// Values for a trait, as values or still encoded: what is encoded is read only after the caller's rights are checked.
enum TraitPayload: Sendable {
    case values(StructureValue)
    case encoded([UInt8])
}

/// Values that came for a trait, and the message that says just them, if they came in one: beside each other, so that
/// whoever carries them on takes the form that is needed.
struct TraitContent: Sendable {
    var values: StructureValue
    var message: [UInt8]?
}

// Each verb checks in Matter's order: the path is there, the caller may, a timed interaction where one is needed, the
// bytes can be read, the values are right, the device can be reached. Each refusal names the thing and the way out.
extension Hub {
    /// Reads attributes of a trait as the hub holds them.
    ///
    /// - Parameter attributes: ids; none asks for all that the caller may see.
    /// - Throws: ``RPCError`` with a ``TraitError`` in its details.
    public func read(
        _ path: TraitPath, attributes ids: [UInt32] = [], as caller: Caller
    ) throws(RPCError) -> TraitReading {
        try runningOrThrow()
        let found = try locate(path)
        let access = access(caller.principal.rights)
        var attributes = access.visible(found.record.attributes, of: path.traitID)
        if !ids.isEmpty {
            for id in ids { try found.checkReadable(id, visible: attributes, by: caller) }
            attributes = StructureValue(attributes.fields.filter { ids.contains($0.key) })
        }
        return TraitReading(
            position: found.position, attributes: attributes, observedAt: found.record.observedAt,
            connectivity: found.connectivity)
    }

    /// Writes attributes, all or none, and gives back all attributes as they are then.
    ///
    /// - Throws: ``RPCError`` with a ``TraitError`` in its details.
    public func update(
        _ path: TraitPath, _ values: StructureValue, as caller: Caller
    ) async throws(RPCError) -> TraitReading {
        try await update(path, payload: .values(values), as: caller)
    }

    func update(_ path: TraitPath, payload: TraitPayload, as caller: Caller) async throws(RPCError) -> TraitReading {
        try runningOrThrow()
        let found = try locate(path)
        let content = try found.attributes(in: payload)
        try found.checkMayWrite(content.values, by: caller, limit: limits.timedInteraction)
        do throws(TraitError) {
            try found.record.descriptor.checkWrite(content.values, present: found.record.attributes)
        } catch {
            throw found.complete(error).rpcError
        }
        let provider = try found.reachable()
        do {
            try await provider.write(
                AttributeUpdate(path: path, values: content.values, message: content.message, cause: caller.cause))
        } catch {
            throw found.rpcError(error)
        }
        return try read(path, as: caller)
    }

    /// Sends a command to a trait.
    ///
    /// - Throws: ``RPCError`` with a ``TraitError`` in its details.
    public func invoke(
        _ path: TraitPath, command id: UInt32, _ arguments: StructureValue = StructureValue(), as caller: Caller
    ) async throws(RPCError) -> CommandAnswer {
        try await invoke(path, command: id, payload: .values(arguments), as: caller)
    }

    func invoke(
        _ path: TraitPath, command id: UInt32, payload: TraitPayload, as caller: Caller
    ) async throws(RPCError) -> CommandAnswer {
        try runningOrThrow()
        let found = try locate(path)
        let command = try found.command(id)
        try found.checkMayInvoke(command, by: caller, limit: limits.timedInteraction)
        let given = try found.arguments(of: command, in: payload)
        let arguments: StructureValue
        do throws(TraitError) {
            arguments = try found.record.descriptor.checkArguments(
                of: command, given.values, attributes: found.record.attributes)
        } catch {
            throw found.complete(error).rpcError
        }
        let provider = try found.reachable()
        let response: StructureValue?
        do {
            response = try await provider.invoke(
                CommandInvocation(
                    path: path, command: command, arguments: arguments,
                    // Defaults that were filled in are not in it.
                    message: arguments == given.values ? given.message : nil, cause: caller.cause))
        } catch {
            throw found.rpcError(error, .command(command.id))
        }
        guard command.response == nil || response != nil else {
            throw RPCError(
                .internal, "\(found.deviceName) did not answer \(found.record.descriptor.name).\(command.methodName)")
        }
        return CommandAnswer(position: found.cell.read { $0.position }, response: response)
    }

    func runningOrThrow() throws(RPCError) {
        do throws(HubError) {
            try checkRunning()
        } catch {
            throw error.rpcError
        }
    }

    /// What a caller with these rights may read.
    func access(_ rights: Rights) -> ReadAccess {
        let key = rights.intersection(ReadAccess.privileges).rawValue
        return accesses.withLock { accesses in
            if let known = accesses[key] { return known }
            let access = ReadAccess(rights, traits: traits.all)
            accesses[key] = access
            return access
        }
    }
}
