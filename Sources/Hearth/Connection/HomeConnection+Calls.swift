internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

extension HomeConnection {
    /// Options of every request that changes something.
    var callOptions: Hearth_V1_CallOptions { Hearth_V1_CallOptions(clientID: configuration.clientID) }

    /// Makes a call and converts its errors into the SDK's.
    func call<Request: RPCMessage, Response: RPCMessage>(
        _ method: MethodDescriptor, _ request: Request, timeout: Duration? = nil
    ) async throws(HomeError) -> Response {
        try checkOpen()
        do throws(RPCError) {
            return try await calls.unary(
                method, request, options: CallOptions(timeout: timeout ?? configuration.callTimeout))
        } catch {
            throw said(error, method)
        }
    }

    private func said(_ error: RPCError, _ method: MethodDescriptor) -> HomeError {
        Task.isCancelled ? HomeError(.cancelled, "the call of \(method.method) was cancelled") : HomeError(error)
    }
}

/// Requires a field in a hub's response.
func present<Value>(_ value: Value?, _ name: String) throws(HomeError) -> Value {
    guard let value else { throw HomeError(.internal, "the hub's answer lacks the \(name)") }
    return value
}

extension HomeConnection: InteractionProxy {
    /// Timed commands must not take effect late; others may wait for a slow device.
    static func timeout(isTimed: Bool) -> Duration { isTimed ? .seconds(10) : .seconds(30) }

    /// Whether one of these attributes must be written in a timed interaction.
    static func isTimed(_ attributes: [UInt8], of trait: TraitDescriptor) -> Bool {
        guard let numbers = try? AttributeDelta.numbers(in: attributes) else { return false }
        return numbers.contains { number in
            trait.attributes.contains { $0.isTimedWrite && WireNumber.field($0.id) == number }
        }
    }

    func invoke(
        _ command: CommandDescriptor, of trait: TraitDescriptor, at target: TraitTarget, arguments: [UInt8]
    ) async throws(HomeError) -> [UInt8] {
        try await invoke(command, of: trait, at: target, arguments: arguments, callOptions)
    }

    func invoke(
        _ command: CommandDescriptor, of trait: TraitDescriptor, at target: TraitTarget, arguments: [UInt8],
        _ options: Hearth_V1_CallOptions
    ) async throws(HomeError) -> [UInt8] {
        if let (view, source) = view(of: trait, at: target) {
            return try await invoke(command, of: view, on: source, at: target, arguments: arguments)
        }
        try validate(command, of: trait, at: target)
        let response: Hearth_V1_TraitCommandResponse = try await change(
            MethodDescriptor(service: trait.serviceName, method: command.name, kind: .unary),
            Hearth_V1_TraitCommandRequest(
                target: Hearth_V1_Target(target), command: arguments, options: options),
            timeout: Self.timeout(isTimed: command.isTimed), "\(trait.name).\(command.methodName)")
        await reach([response.position])
        return response.response
    }

    func update(
        _ trait: TraitDescriptor, at target: TraitTarget, attributes: [UInt8]
    ) async throws(HomeError) -> [UInt8] {
        try await update(trait, at: target, attributes: attributes, callOptions)
    }

    func update(
        _ trait: TraitDescriptor, at target: TraitTarget, attributes: [UInt8], _ options: Hearth_V1_CallOptions
    ) async throws(HomeError) -> [UInt8] {
        if let (view, source) = view(of: trait, at: target) {
            return try await update(view, on: source, at: target, attributes: attributes)
        }
        try validate(attributes, of: trait, at: target)
        let response: Hearth_V1_TraitUpdateResponse = try await change(
            MethodDescriptor(service: trait.serviceName, method: "Update", kind: .unary),
            Hearth_V1_TraitUpdateRequest(
                target: Hearth_V1_Target(target), attributes: attributes, options: options),
            timeout: Self.timeout(isTimed: Self.isTimed(attributes, of: trait)), "the update of \(trait.name)")
        await reach([response.position])
        return response.attributes
    }

    /// Makes a call that changes something. If the response is lost, the error says that the change may have happened.
    func change<Request: RPCMessage, Response: RPCMessage>(
        _ method: MethodDescriptor, _ request: Request, timeout: Duration? = nil, _ what: String
    ) async throws(HomeError) -> Response {
        do throws(ActionFailure) {
            return try await act(method, request, timeout: timeout, what)
        } catch {
            throw error.error
        }
    }

    /// Makes a call as ``change(_:_:timeout:_:)`` does. A failure has the trait's refusal.
    func act<Request: RPCMessage, Response: RPCMessage>(
        _ method: MethodDescriptor, _ request: Request, timeout: Duration? = nil, _ what: String
    ) async throws(ActionFailure) -> Response {
        if let end = end { throw ActionFailure(end) }
        guard !Task.isCancelled else {
            throw ActionFailure(HomeError(.cancelled, "the task was cancelled before \(what) was sent"))
        }
        do throws(RPCError) {
            return try await calls.unary(
                method, request, options: CallOptions(timeout: timeout ?? configuration.callTimeout))
        } catch {
            let said = said(error, method)
            // A refusal by the device or the hub means that nothing has happened.
            let isLost =
                said.code == .deadlineExceeded || said.code == .cancelled
                || (said.code == .unavailable && said.subtype == nil)
            guard isLost, !(error.cause is CallNotSent) else { throw ActionFailure(said, error.traitError) }
            let message = said.message.hasSuffix(".") ? String(said.message.dropLast()) : said.message
            throw ActionFailure(
                HomeError(
                    said.code, "\(message); whether \(what) has taken effect is not known",
                    subcodes: said.subcodes, subtype: said.subtype))
        }
    }
}
