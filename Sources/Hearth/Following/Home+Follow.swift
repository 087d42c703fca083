internal import HearthMessage
public import HearthTraitCore
internal import HearthWire

extension Home {
    /// Sends a command, and follows its progress: accepted by the hub, sent to the device, taken by it, confirmed by a
    /// report of the change.
    ///
    /// - Parameters:
    ///   - command: the command, such as `trait.onBatchable()`.
    ///   - confirmedWithin: how long after the device's answer to wait for the report of the change. During a fade or a
    ///     move: how long after its last report and remaining time. Default: 10 s.
    public func follow<Response: Sendable>(
        _ command: BatchableCommand<Response>, confirmedWithin: Duration = .seconds(10)
    ) -> FollowedRequest<Response> {
        Self.sent(prepared(command, confirmedWithin: confirmedWithin))
    }

    private static func sent<Response>(_ prepared: PreparedRequest<Response>) -> FollowedRequest<Response> {
        Task { await prepared.carryOut() }
        return prepared.request
    }

    func prepared<Response: Sendable>(
        _ command: BatchableCommand<Response>, confirmedWithin: Duration
    ) -> PreparedRequest<Response> {
        let (trait, id) = (command.trait, command.commandID)
        return connection.prepared(
            Hearth_V1_BatchItem(command), named: "\(trait.name).\(trait.command(id)?.methodName ?? "\(id)")",
            to: trait, isTimed: trait.command(id)?.isTimed == true, confirmedWithin: confirmedWithin
        ) { [connection] () throws(HomeError) in
            try connection.validate(try command.checked(), of: trait, at: command.target)
        } decode: { (bytes) throws(HomeError) in
            try command.answer(bytes)
        }
    }

    /// Writes attributes, all or none, and follows the progress.
    ///
    /// - Parameters:
    ///   - attributes: the attributes to write: those that are set.
    ///   - trait: the trait that has them.
    ///   - target: the device and endpoint; for a device type, `type.traits.interaction.target`.
    ///   - confirmedWithin: how long after the device's answer to wait for the report of the change. Default: 10 s.
    /// - Returns: the request, whose response is the trait's attributes afterwards.
    public func follow<T: Trait>(
        writing attributes: T.Attributes, of trait: T.Type, at target: TraitTarget,
        confirmedWithin: Duration = .seconds(10)
    ) -> FollowedRequest<T.Attributes> {
        Self.sent(prepared(writing: attributes, of: trait, at: target, confirmedWithin: confirmedWithin))
    }

    func prepared<T: Trait>(
        writing attributes: T.Attributes, of trait: T.Type, at target: TraitTarget, confirmedWithin: Duration
    ) -> PreparedRequest<T.Attributes> {
        let bytes = attributes.serialized()
        let descriptor = T.descriptor
        let item = Hearth_V1_BatchItem(
            target: Hearth_V1_Target(target), traitID: descriptor.id,
            action: .update(Hearth_V1_BatchUpdate(attributes: bytes)))
        return connection.prepared(
            item, named: "the update of \(descriptor.name)", to: descriptor,
            isTimed: HomeConnection.isTimed(bytes, of: descriptor), confirmedWithin: confirmedWithin
        ) { [connection] () throws(HomeError) in
            try descriptor.checkUpdate(attributes)
            try connection.validate(bytes, of: descriptor, at: target)
        } decode: { (bytes) throws(HomeError) in
            do {
                return try T.Attributes(serialized: bytes.span.bytes)
            } catch {
                throw HomeError(.internal, "the attributes of \(descriptor.name) can't be read: \(error)")
            }
        }
    }
}
