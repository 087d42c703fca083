public import HearthMessage

/// The way from a trait value back to its device. Takes no part in comparisons: any two are equal.
public struct TraitInteraction: Hashable, Sendable {
    public let target: TraitTarget
    public let proxy: any InteractionProxy

    /// Calls go to `target` through `proxy`.
    public init(target: TraitTarget, proxy: any InteractionProxy) {
        self.target = target
        self.proxy = proxy
    }

    public static func == (left: TraitInteraction, right: TraitInteraction) -> Bool { true }

    public func hash(into hasher: inout Hasher) {}

    /// A command that answers with a bare status, ready to be sent.
    public func batchable(
        _ trait: TraitDescriptor, command id: UInt32, _ arguments: some Message
    ) -> BatchableCommand<Void> {
        BatchableCommand(trait, command: id, at: target, arguments) { _ in () }
    }

    /// A command that answers with values, ready to be sent.
    public func batchable<Response: Message>(
        _ trait: TraitDescriptor, command id: UInt32, _ arguments: some Message, returning: Response.Type
    ) -> BatchableCommand<Response> {
        BatchableCommand(trait, command: id, at: target, arguments) {
            try Response(serialized: $0.span.bytes)
        }
    }

    /// Sends a command and gives back its answer.
    ///
    /// - Throws: ``HomeError``; `.invalidArgument` before anything is sent when an argument breaks a fixed rule.
    public func send<Response>(_ batchable: BatchableCommand<Response>) async throws(HomeError) -> Response {
        let command = try batchable.checked()
        return try batchable.answer(
            await proxy.invoke(command, of: batchable.trait, at: target, arguments: batchable.arguments))
    }

    /// Writes the attributes that are present, all or none, and gives back all attributes as they are then.
    ///
    /// - Throws: ``HomeError``; `.invalidArgument` before anything is sent when a value breaks a fixed rule.
    public func update<Attributes: TraitAttributes>(
        _ trait: TraitDescriptor, _ attributes: Attributes
    ) async throws(HomeError) -> Attributes {
        do throws(TraitError) {
            try trait.checkWrite(trait.values(of: attributes), present: [:], fixedRulesOnly: true)
        } catch {
            throw HomeError(error)
        }
        let answer = try await proxy.update(trait, at: target, attributes: attributes.serialized())
        do {
            return try Attributes(serialized: answer.span.bytes)
        } catch {
            throw HomeError(.internal, "the attributes of \(trait.name) can't be read: \(error)")
        }
    }
}

/// What carries commands and updates from trait values to devices. The SDK's connection is one.
public protocol InteractionProxy: Sendable {
    /// Sends a command's encoded message and gives back the encoded response, empty for a bare status.
    func invoke(
        _ command: CommandDescriptor, of trait: TraitDescriptor, at target: TraitTarget, arguments: [UInt8]
    ) async throws(HomeError) -> [UInt8]

    /// Writes encoded attributes and gives back all attributes, encoded, as they are then.
    func update(
        _ trait: TraitDescriptor, at target: TraitTarget, attributes: [UInt8]
    ) async throws(HomeError) -> [UInt8]
}
