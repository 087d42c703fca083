internal import HearthRPC
public import HearthTraitCore
internal import HearthWire
public import HearthPhrases

/// The answer to an action that was sent without Swift types.
public struct ActionResponse: Hashable, Sendable {
    /// The response's fields after a command, all attributes of the trait after a write; nil for a command without
    /// response fields.
    public let values: StructureValue?
    /// Whether the device ignored the command because it is off (Matter, OnOff and LevelControl: Options).
    public let isIgnored: Bool
}

/// Why an action that was sent without Swift types failed.
public struct ActionFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error, as of the SDK's other calls.
    public let error: HomeError
    /// The trait's refusal: the element and the violated rule. nil if the trait did not refuse.
    public let refusal: TraitError?

    init(_ error: HomeError, _ refusal: TraitError? = nil) {
        self.error = error
        self.refusal = refusal
    }

    /// The error's description.
    public var description: String { error.description }
}

extension HomeDevice {
    /// Sends a command or writes attributes without Swift types: for code that handles all traits alike. The device's
    /// state then includes the effect that the hub has received.
    ///
    /// - Parameters:
    ///   - action: the command or the write.
    ///   - timeout: the longest wait for the answer. nil for 10 s if the command or an attribute must be sent in a timed
    ///     interaction, such as the unlocking of a door, and for 30 s otherwise.
    /// - Throws: ``ActionFailure``: the device's error; `.internal` for an answer that can't be read.
    @discardableResult
    public func send(
        _ action: DeviceAction, timeout: Duration? = nil
    ) async throws(ActionFailure) -> ActionResponse {
        try await reference.connection.send(action, to: id, timeout: timeout)
    }
}

extension Structure {
    /// Sends a command to one of the structure's own traits, or writes its attributes, without Swift types. Their
    /// endpoint is 0.
    ///
    /// - Parameters:
    ///   - action: the command or the write.
    ///   - timeout: as of ``HomeDevice/send(_:timeout:)``.
    /// - Throws: as ``HomeDevice/send(_:timeout:)``.
    @discardableResult
    public func send(
        _ action: DeviceAction, timeout: Duration? = nil
    ) async throws(ActionFailure) -> ActionResponse {
        try await reference.connection.send(action, to: id, timeout: timeout)
    }
}

extension Home {
    /// Sends actions without Swift types in one call, and returns when all devices have responded: for code that handles
    /// all traits alike.
    ///
    /// Those for one device are carried out in their order. One that fails does not affect the others.
    ///
    /// - Parameters:
    ///   - actions: the commands and writes, each with its device.
    ///   - timeout: the longest wait for the answer. nil for 10 s if one of them must be sent in a timed interaction,
    ///     and for 30 s otherwise.
    /// - Returns: a result for each action, in their order.
    /// - Throws: `HomeError` if the call as a whole failed.
    public func send(
        _ actions: [(device: HomeDevice, action: DeviceAction)], timeout: Duration? = nil
    ) async throws(HomeError) -> [Result<ActionResponse, ActionFailure>] {
        let refusals = actions.map { connection.refusal(of: $0.action, to: $0.device.id) }
        let missing = ActionFailure(HomeError(.internal, "the hub's answer lacks the result of a command"))
        var results = refusals.map { Result<ActionResponse, ActionFailure>.failure($0 ?? missing) }
        let sent = actions.indices.filter { refusals[$0] == nil }
        guard !sent.isEmpty else { return results }
        let response: Hearth_V1_SendBatchResponse = try await connection.change(
            Hearth_V1_HomeMethods.sendBatch,
            Hearth_V1_SendBatchRequest(
                items: sent.map { Hearth_V1_BatchItem(actions[$0].action, of: actions[$0].device.id) },
                options: connection.callOptions),
            timeout: timeout ?? HomeConnection.timeout(isTimed: sent.contains { actions[$0].action.isTimed }),
            "the batch")
        await connection.reach(response.results.map(\.position))
        for (index, result) in zip(sent, response.results) {
            do throws(ActionFailure) {
                if let error = result.error { throw ActionFailure(HomeError(error), error.traitError) }
                results[index] = .success(
                    try actions[index].action.response(result.response, isIgnored: result.ignored))
            } catch {
                results[index] = .failure(error)
            }
        }
        return results
    }
}

extension HomeConnection {
    /// Checks an action before it is sent; see ``HomeClientConfiguration/strictOperationValidation``.
    ///
    /// - Parameter ownerID: ID of the device or structure that has the trait.
    /// - Returns: why it is not sent; nil if it may be.
    fileprivate func refusal(of action: DeviceAction, to ownerID: String) -> ActionFailure? {
        let (trait, target) = (action.trait, TraitTarget(deviceID: ownerID, endpoint: action.endpoint))
        do throws(HomeError) {
            switch action.content {
            case .command(let command, _): try validate(command, of: trait, at: target)
            case .update(let values): try validateUpdate(of: trait, at: target) { values[$0.id] != nil }
            }
            return nil
        } catch {
            return ActionFailure(error)
        }
    }

    /// - Parameter ownerID: ID of the device or structure that has the trait.
    func send(
        _ action: DeviceAction, to ownerID: String, timeout: Duration?
    ) async throws(ActionFailure) -> ActionResponse {
        if let refusal = refusal(of: action, to: ownerID) { throw refusal }
        let (trait, target) = (action.trait, TraitTarget(deviceID: ownerID, endpoint: action.endpoint))
        let timeout = timeout ?? Self.timeout(isTimed: action.isTimed)
        switch action.content {
        case .command(let command, let arguments):
            let response: Hearth_V1_TraitCommandResponse = try await act(
                MethodDescriptor(service: trait.serviceName, method: command.name, kind: .unary),
                Hearth_V1_TraitCommandRequest(
                    target: Hearth_V1_Target(target), command: trait.encodeArguments(of: command, arguments),
                    options: callOptions),
                timeout: timeout, "\(trait.name).\(command.methodName)")
            await reach([response.position])
            return try action.response(response.response, isIgnored: response.ignored)
        case .update(let values):
            let response: Hearth_V1_TraitUpdateResponse = try await act(
                MethodDescriptor(service: trait.serviceName, method: "Update", kind: .unary),
                Hearth_V1_TraitUpdateRequest(
                    target: Hearth_V1_Target(target), attributes: trait.encodeAttributes(values), options: callOptions),
                timeout: timeout, "the update of \(trait.name)")
            await reach([response.position])
            return try action.response(response.attributes, isIgnored: false)
        }
    }
}

extension Hearth_V1_BatchItem {
    fileprivate init(_ action: DeviceAction, of deviceID: String) {
        self.init(
            target: Hearth_V1_Target(TraitTarget(deviceID: deviceID, endpoint: action.endpoint)),
            traitID: action.trait.id)
        switch action.content {
        case .command(let command, let arguments):
            self.action = .command(
                Hearth_V1_BatchCommand(
                    commandID: command.id, arguments: action.trait.encodeArguments(of: command, arguments)))
        case .update(let values):
            self.action = .update(Hearth_V1_BatchUpdate(attributes: action.trait.encodeAttributes(values)))
        }
    }
}

extension DeviceAction {
    fileprivate var isTimed: Bool {
        switch content {
        case .command(let command, _): command.isTimed
        case .update(let values): trait.attributes.contains { $0.isTimedWrite && values[$0.id] != nil }
        }
    }

    /// Decodes the answer to the action.
    fileprivate func response(_ bytes: [UInt8], isIgnored: Bool) throws(ActionFailure) -> ActionResponse {
        do {
            switch content {
            case .command(let command, _):
                let values =
                    command.response == nil ? nil : try trait.decodeResponse(of: command, bytes.span.bytes)
                return ActionResponse(values: values, isIgnored: isIgnored)
            case .update:
                return ActionResponse(values: try trait.decodeAttributes(bytes.span.bytes), isIgnored: isIgnored)
            }
        } catch {
            throw ActionFailure(HomeError(.internal, "the hub's answer can't be read: \(error)"))
        }
    }
}
