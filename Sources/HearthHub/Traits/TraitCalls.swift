internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
public import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// Attributes of one trait, read from the hub's state, and the position of that state.
public struct TraitReading: Sendable {
    /// The structure's position at the read. Changes up to and including it are in ``attributes``.
    public let position: StructurePosition
    /// The values by attribute id: those that were asked for, or all that the caller's rights let it see.
    public let attributes: StructureValue
    /// When an attribute of the trait last changed or was first reported, as time since 1970-01-01 UTC.
    public let observedAt: Duration
    /// Whether and by which route the device could be reached at the read. An offline device has its last known values.
    public let connectivity: SourceConnectivity
}

/// The result of a command that the device accepted.
public struct CommandAnswer: Sendable {
    /// The structure's position after the command returned; includes the changes reported by then.
    public let position: StructurePosition
    /// The response's fields; nil when the command has no response but its status.
    public let response: StructureValue?
    /// Whether Matter's rules let the device ignore the command because it was off (``ExecuteIfOff``).
    public let isIgnored: Bool
}

/// Values for a trait, decoded or still encoded. Encoded ones are decoded only after the caller's rights are checked.
enum TraitPayload: Sendable {
    case values(StructureValue)
    case encoded([UInt8])
}

/// Decoded values for a trait, with the encoded message they came in where that message holds nothing else, so that
/// a provider can forward it without encoding again.
struct TraitContent: Sendable {
    var values: StructureValue
    var message: [UInt8]?
}

/// Reads, updates and commands traits for callers. Has no state of its own.
///
/// Each verb checks in Matter's order: the path exists, the caller has the right, the interaction is timed where it has
/// to be, the bytes decode, the values are valid, the device is reachable. Each error names the item and the remedy.
final class TraitCalls: Sendable {
    private let clock: any HomeClock
    private let environment: HubEnvironment
    private let directory: HomeDirectory
    private let saver: HomeSaver
    private let accesses: ReadAccesses
    private let audit: AuditRecorder
    private let pictureWatches: PictureWatches

    init(
        _ environment: HubEnvironment, directory: HomeDirectory, saver: HomeSaver, accesses: ReadAccesses,
        audit: AuditRecorder, pictureWatches: PictureWatches
    ) {
        clock = environment.clock
        self.environment = environment
        self.directory = directory
        self.saver = saver
        self.accesses = accesses
        self.audit = audit
        self.pictureWatches = pictureWatches
    }

    private var limits: HubLimits { environment.limits }

    /// Reads attributes of a trait from the hub's state.
    ///
    /// - Parameter attributes: the attribute ids to read; empty for all that the caller may see.
    /// - Throws: ``RPCError`` with a ``TraitError`` in its details.
    func read(
        _ path: TraitPath, attributes ids: [UInt32] = [], as caller: Caller
    ) throws(RPCError) -> TraitReading {
        try directory.runningOrThrow()
        return try reading(of: directory.locate(path, for: caller.principal), attributes: ids, as: caller)
    }

    /// Reads as ``read(_:attributes:as:)`` does, and first tries to save the state that the client is shown.
    func readSaved(
        _ path: TraitPath, attributes ids: [UInt32], as caller: Caller
    ) async throws(RPCError) -> TraitReading {
        try directory.runningOrThrow()
        let found = try directory.locate(path, for: caller.principal)
        let reading = try reading(of: found, attributes: ids, as: caller)
        await saver.untilSaved(reading.position, in: found.cell)
        return reading
    }

    private func reading(
        of found: LocatedTrait, attributes ids: [UInt32], as caller: Caller
    ) throws(RPCError) -> TraitReading {
        let access = accesses[found.access.rights]
        var attributes = access.visible(found.record.attributes, of: found.path.traitID)
        if !ids.isEmpty {
            for id in ids { try found.checkReadable(id, visible: attributes, by: caller) }
            attributes = StructureValue(attributes.fields.filter { ids.contains($0.key) })
        }
        return TraitReading(
            position: found.position, attributes: attributes, observedAt: found.record.observedAt,
            connectivity: found.connectivity)
    }

    /// Writes attributes, all or none. They are stored when it returns.
    ///
    /// - Returns: the attributes after the write that the caller may read.
    /// - Throws: ``RPCError`` with a ``TraitError`` in its details.
    func update(_ path: TraitPath, payload: TraitPayload, as caller: Caller) async throws(RPCError) -> TraitReading {
        try directory.runningOrThrow()
        let found = try directory.locate(path, for: caller.principal)
        let content = try found.attributes(in: payload)
        try found.checkMayWrite(content.values, by: caller, limit: limits.timedInteraction)
        do throws(TraitError) {
            try found.record.descriptor.checkWrite(content.values, present: found.record.attributes)
        } catch {
            throw found.complete(error).sent()
        }
        if let target = content.values[CommandCode.alarmTarget], found.path.traitID == CommandCode.alarmTrait,
            CommandCode.isNeeded(for: target.integer, found.record.attributes)
        {
            throw found.complete(
                TraitError(
                    .failure,
                    "\(found.deviceName) takes this target state only with a code; send SecuritySystem.setTargetState"
                )
            ).sent()
        }
        let provider = try found.reachable()
        caller.progress?(.accepted)
        await auditUpdate(content.values, of: found, by: caller)
        var change = AttributeUpdate(
            path: found.providerPath, values: content.values, message: content.message, cause: caller.cause)
        change.onSent = caller.onSent(by: provider)
        let command = found.sending(by: caller, at: clock.sinceEpoch)
        do {
            try await provider.write(change)
        } catch {
            found.failed(command, error)
            throw found.rpcError(error)
        }
        try found.checkReported()
        let reading = try read(path, as: caller)
        caller.once?.save(answering: reading)
        try await storeBeforeAnswer(found)
        return reading
    }

    /// Sends a command to a trait. When it returns, data that the provider stored in the hub meanwhile, such as a
    /// lock's users, is durable; so is the answer, if the request has an idempotency key.
    ///
    /// - Throws: ``RPCError`` with a ``TraitError`` in its details.
    func invoke(
        _ path: TraitPath, command id: UInt32, payload: TraitPayload, as caller: Caller
    ) async throws(RPCError) -> CommandAnswer {
        try directory.runningOrThrow()
        let found = try directory.locate(path, for: caller.principal)
        let command = try found.command(id)
        try found.checkMayInvoke(command, by: caller, limit: limits.timedInteraction)
        let given = try found.arguments(of: command, in: payload)
        let arguments: StructureValue
        do throws(TraitError) {
            arguments = try found.record.descriptor.checkArguments(
                of: command, given.values, attributes: found.record.attributes)
        } catch {
            throw found.complete(error).sent()
        }
        let provider = try found.reachable()
        let isIgnored = found.ignores(command, arguments)
        caller.progress?(.accepted)
        await auditCommand(command, to: found, by: caller)
        var invocation = CommandInvocation(
            path: found.providerPath, command: command, arguments: arguments,
            // The message lacks defaults that were filled in.
            message: arguments == given.values ? given.message : nil, cause: caller.cause)
        invocation.onSent = caller.onSent(by: provider)
        let sent = found.sending(by: caller, at: clock.sinceEpoch)
        let response: StructureValue?
        do {
            response = try await provider.invoke(invocation)
        } catch {
            found.failed(sent, error)
            throw found.rpcError(error, .command(command.id))
        }
        if CameraPrivacy.isPicture(path, command) {
            try checkMayStillSee(path, command, as: caller)
            pictureWatches.taken(path.target, response, by: caller.cause)
        }
        guard command.response == nil || response != nil else {
            throw RPCError(
                .internal, "\(found.deviceName) did not answer \(found.record.descriptor.name).\(command.methodName)")
        }
        let answer = CommandAnswer(
            position: found.cell.read { $0.position }, response: response, isIgnored: isIgnored)
        caller.once?.save(answering: answer)
        if caller.once != nil || found.cell.hasUnsavedMemories(of: found.providerPath.target.deviceID) {
            try await storeBeforeAnswer(found)
        }
        return answer
    }

    /// Checks again before a picture is given out, as a camera may take some seconds for it.
    private func checkMayStillSee(
        _ path: TraitPath, _ command: CommandDescriptor, as caller: Caller
    ) throws(RPCError) {
        let found = try directory.locate(path, for: caller.principal)
        try found.checkMayInvoke(command, by: caller, limit: limits.timedInteraction)
        guard let mode = CameraPrivacy.mode(in: found.record.attributes) else { return }
        throw RPCError(.failedPrecondition, "\(found.deviceName) shows nothing: \(mode)")
    }

    /// Saves everything before a caller is answered.
    ///
    /// - Throws: ``RPCError`` caused by ``OutcomeUnknown``.
    private func storeBeforeAnswer(_ found: LocatedTrait) async throws(RPCError) {
        do throws(StoreError) {
            try await saver.save()
        } catch {
            let reason = HubError.notSaved("the request to \(found.deviceName)", error)
            throw RPCError(reason.code, reason.message, cause: OutcomeUnknown(message: reason.message))
        }
    }

    /// Logs a command to a sensitive trait (``SensitiveTraits``).
    private func auditCommand(_ command: CommandDescriptor, to found: LocatedTrait, by caller: Caller) async {
        guard SensitiveTraits.ids.contains(found.path.traitID) else { return }
        await audit.command(
            "\(found.record.descriptor.name).\(command.methodName)", to: found.deviceName,
            id: found.path.target.deviceID, in: found.cell.id, by: directory.actor(caller, in: found.cell))
    }

    /// Logs a write to a sensitive trait (``SensitiveTraits``).
    private func auditUpdate(_ values: StructureValue, of found: LocatedTrait, by caller: Caller) async {
        guard SensitiveTraits.ids.contains(found.path.traitID) else { return }
        let trait = found.record.descriptor
        let names = values.fields.keys.sorted().compactMap { trait.attribute($0)?.name }
        await audit.update(
            of: "\(trait.name).\(names.joined(separator: ", "))", on: found.deviceName,
            id: found.path.target.deviceID, in: found.cell.id, by: directory.actor(caller, in: found.cell))
    }
}
