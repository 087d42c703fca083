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

    /// Sends a command that answers with a bare status.
    ///
    /// - Throws: ``HomeError``; `.invalidArgument` before anything is sent when an argument breaks a fixed rule.
    public func send(
        _ trait: TraitDescriptor, command id: UInt32, _ arguments: some Message
    ) async throws(HomeError) {
        _ = try await perform(trait, command: id, arguments)
    }

    /// Sends a command that answers with values.
    ///
    /// - Throws: ``HomeError``, as ``send(_:command:_:)`` does.
    public func send<Response: Message>(
        _ trait: TraitDescriptor, command id: UInt32, _ arguments: some Message, returning: Response.Type
    ) async throws(HomeError) -> Response {
        let bytes = try await perform(trait, command: id, arguments)
        do {
            return try Response(serialized: bytes.span.bytes)
        } catch {
            throw HomeError(.internal, "the answer of \(trait.name) can't be read: \(error)")
        }
    }

    /// Writes the attributes that are present, all or none, and gives back all attributes as they are then.
    ///
    /// - Throws: ``HomeError``; `.invalidArgument` before anything is sent when a value breaks a fixed rule.
    public func update<Attributes: TraitAttributes>(
        _ trait: TraitDescriptor, _ attributes: Attributes
    ) async throws(HomeError) -> Attributes {
        let bytes = attributes.serialized()
        do {
            let value = try trait.decodeAttributes(bytes.span.bytes)
            try trait.checkWrite(value, present: [:], fixedRulesOnly: true)
        } catch let error as TraitError {
            throw HomeError(error)
        } catch {
            throw HomeError(.internal, "the update of \(trait.name) can't be read back: \(error)")
        }
        let answer = try await proxy.update(trait, at: target, attributes: bytes)
        do {
            return try Attributes(serialized: answer.span.bytes)
        } catch {
            throw HomeError(.internal, "the attributes of \(trait.name) can't be read: \(error)")
        }
    }

    private func perform(
        _ trait: TraitDescriptor, command id: UInt32, _ arguments: some Message
    ) async throws(HomeError) -> [UInt8] {
        guard let command = trait.command(id) else {
            throw HomeError(.unimplemented, "\(trait.name) has no command \(id)")
        }
        let bytes = arguments.serialized()
        do {
            let value = try trait.decodeArguments(of: command, bytes.span.bytes)
            try trait.checkArguments(of: command, value, attributes: [:], fixedRulesOnly: true)
        } catch let error as TraitError {
            throw HomeError(error)
        } catch {
            throw HomeError(.internal, "the arguments of \(trait.name).\(command.methodName) can't be read back: \(error)")
        }
        return try await proxy.invoke(command, of: trait, at: target, arguments: bytes)
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
