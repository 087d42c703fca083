public import HearthMessage

/// The route from a trait value back to its device. Ignored in comparisons: any two are equal.
public struct TraitInteraction: Hashable, Sendable {
    /// The device and endpoint that calls are sent to.
    public let target: TraitTarget
    /// Carries the calls, such as the SDK's connection to a hub.
    public let proxy: any InteractionProxy

    /// Creates a route to `target` through `proxy`.
    public init(target: TraitTarget, proxy: any InteractionProxy) {
        self.target = target
        self.proxy = proxy
    }

    public static func == (left: TraitInteraction, right: TraitInteraction) -> Bool { true }

    public func hash(into hasher: inout Hasher) {}

    /// A command without response fields, to be sent alone or in a batch.
    public func batchable(
        _ trait: TraitDescriptor, command id: UInt32, _ arguments: some Message
    ) -> BatchableCommand<Void> {
        BatchableCommand(trait, command: id, at: target, arguments) { _ in () }
    }

    /// A command with response fields, to be sent alone or in a batch.
    public func batchable<Response: Message>(
        _ trait: TraitDescriptor, command id: UInt32, _ arguments: some Message, returning: Response.Type
    ) -> BatchableCommand<Response> {
        BatchableCommand(trait, command: id, at: target, arguments) {
            try Response(serialized: $0.span.bytes)
        }
    }

    /// Sends a command and returns its response.
    ///
    /// - Throws: ``HomeError``; `.invalidArgument`, before anything is sent, for an argument outside the schema's
    ///   constant limits.
    nonisolated(nonsending) public func send<Response>(_ batchable: BatchableCommand<Response>) async throws(HomeError)
        -> Response
    {
        let command = try batchable.checked()
        return try batchable.answer(
            await proxy.invoke(command, of: batchable.trait, at: target, arguments: batchable.arguments))
    }

    /// Writes the attributes that are present, all or none, and returns all attributes after the write.
    ///
    /// - Throws: ``HomeError``; `.invalidArgument`, before anything is sent, for a value outside the schema's constant
    ///   limits.
    nonisolated(nonsending) public func update<Attributes: TraitAttributes>(
        _ trait: TraitDescriptor, _ attributes: Attributes
    ) async throws(HomeError) -> Attributes {
        try trait.checkUpdate(attributes)
        let answer = try await proxy.update(trait, at: target, attributes: attributes.serialized())
        do {
            return try Attributes(serialized: answer.span.bytes)
        } catch {
            throw HomeError(.internal, "the attributes of \(trait.name) can't be read: \(error)")
        }
    }
}

extension TraitDescriptor {
    /// Checks attributes to be written against the rules that don't depend on the device.
    package func checkUpdate(_ attributes: some TraitAttributes) throws(HomeError) {
        do throws(TraitError) {
            try checkWrite(values(of: attributes), present: [:], fixedRulesOnly: true)
        } catch {
            throw HomeError(error)
        }
    }
}

extension TraitInteraction: CustomStringConvertible, CustomDebugStringConvertible {
    /// The target: `TraitInteraction(living-floor-lamp/1)`.
    public var description: String { "TraitInteraction(\(target))" }
    public var debugDescription: String { description }
}

/// Carries commands and writes from trait values to devices. The SDK's connection implements it.
public protocol InteractionProxy: Sendable {
    /// Sends an encoded command and returns the encoded response; empty for a command without response fields.
    func invoke(
        _ command: CommandDescriptor, of trait: TraitDescriptor, at target: TraitTarget, arguments: [UInt8]
    ) async throws(HomeError) -> [UInt8]

    /// Writes encoded attributes and returns all attributes after the write, encoded.
    func update(
        _ trait: TraitDescriptor, at target: TraitTarget, attributes: [UInt8]
    ) async throws(HomeError) -> [UInt8]
}
