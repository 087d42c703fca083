internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

// Commands and writes from the hub.
extension AttachMachine {
    mutating func asked(_ request: Hearth_V1_InvokeCommand) -> [Action] {
        take(request.callID) { (machine) throws(TraitError) in
            let (path, trait) = try machine.trait(request.traitID, at: request.target)
            guard let command = trait.command(request.commandID) else {
                throw TraitError(
                    .unsupportedCommand, "\(trait.name) has no command \(request.commandID)",
                    element: .command(request.commandID))
            }
            return DeviceWork(
                id: machine.makeID(), trait: trait, path: path, task: .invoke(command), message: request.command,
                cause: Self.cause(request.cause))
        }
    }

    mutating func asked(_ request: Hearth_V1_WriteAttributes) -> [Action] {
        take(request.callID) { (machine) throws(TraitError) in
            let (path, trait) = try machine.trait(request.traitID, at: request.target)
            return DeviceWork(
                id: machine.makeID(), trait: trait, path: path, task: .write, message: request.attributes,
                cause: Self.cause(request.cause))
        }
    }

    /// Handles the cancellation of a call by the hub.
    mutating func cancelled(_ callID: UInt64) -> [Action] {
        guard let id = workByCall.removeValue(forKey: callID), let call = open.removeValue(forKey: id) else {
            return []
        }
        let isGone = lanes.drop(id, on: call.work.path.target.deviceID)
        return isGone ? [] : [.cancel(id)]
    }

    /// Handles the end of work. The result is sent to the hub, unless the call was cancelled.
    ///
    /// - Parameter result: the response's message; empty for a bare status.
    mutating func finished(_ work: DeviceWork, _ result: Result<[UInt8], any Error>) -> [Action] {
        let next = lanes.finished(work.id, on: work.path.target.deviceID).map { [Action.begin($0)] } ?? []
        guard let call = open.removeValue(forKey: work.id) else { return next }
        workByCall[call.callID] = nil
        switch result {
        case .success(let response): return next + answer(call.callID, response: response)
        case .failure(let error): return next + refuse(call.callID, Self.status(error, of: work))
        }
    }

    private mutating func take(
        _ callID: UInt64, _ make: (inout AttachMachine) throws(TraitError) -> DeviceWork
    ) -> [Action] {
        guard case .welcomed = phase else { return [] }
        do throws(TraitError) {
            let work = try make(&self)
            let turn = try lanes.add(work)
            open[work.id] = OpenCall(callID: callID, work: work)
            workByCall[callID] = work.id
            return turn.map { [.begin($0)] } ?? []
        } catch {
            return refuse(callID, error.rpcError)
        }
    }

    private func trait(
        _ id: UInt32, at place: Hearth_V1_Target?
    ) throws(TraitError) -> (TraitPath, TraitDescriptor) {
        guard let target = place.flatMap(TraitTarget.init), let device = held[target.deviceID] else {
            throw TraitError(.notFound, "this provider has no device '\(place?.deviceID ?? "")'")
        }
        guard device.hasEndpoint(target.endpoint) else {
            throw TraitError(.unsupportedEndpoint, "'\(target.deviceID)' has no endpoint \(target.endpoint)")
        }
        let key = DeviceChange.TraitKey(endpoint: target.endpoint, traitID: id)
        guard let trait = device.trait(key) else {
            throw TraitError(.unsupportedCluster, "\(target) has no trait \(id)")
        }
        return (TraitPath(target, id), trait.descriptor)
    }

    private static func cause(_ message: Hearth_V1_Cause?) -> ChangeCause {
        message.flatMap(ChangeCause.init) ?? .hub
    }

    private mutating func answer(_ callID: UInt64, response: [UInt8]) -> [Action] {
        send(Hearth_V1_CallResult(callID: callID, status: Hearth_V1_AttachStatus(), response: response))
    }

    private mutating func refuse(_ callID: UInt64, _ error: RPCError) -> [Action] {
        send(Hearth_V1_CallResult(callID: callID, status: Hearth_V1_AttachStatus(error)))
    }

    private mutating func send(_ result: Hearth_V1_CallResult) -> [Action] {
        guard outbox.results < Outbox.resultLimit else {
            return [
                .hangUp(RPCError(.resourceExhausted, "the hub sends requests without reading the responses"))
            ]
        }
        outbox.add(.result(result))
        return []
    }

    private static func status(_ error: any Error, of work: DeviceWork) -> RPCError {
        guard var refusal = error as? TraitError else { return RPCError(error) }
        refusal.target = refusal.target ?? work.path.target
        refusal.traitID = refusal.traitID ?? work.trait.id
        if refusal.trait.isEmpty { refusal.trait = work.trait.typeName }
        if refusal.element == nil, case .invoke(let command) = work.task {
            refusal.element = .command(command.id)
        }
        return refusal.rpcError
    }
}
