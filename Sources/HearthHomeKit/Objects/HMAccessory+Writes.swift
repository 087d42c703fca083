internal import Hearth
internal import HearthAccessories
internal import HearthBase
internal import HearthTraitCore
internal import Synchronization

/// A write that waits for others that belong to it.
struct GatheredWrite: Sendable {
    let write: CharacteristicWrite
    let done: OneShot<Result<Void, HMError>>
}

// Values that apps write become requests to traits.
extension HMAccessory {
    /// What HomeKit's apps write apart, and devices take together.
    private static let together: [Set<CharacteristicType>] = [
        [.hue, .saturation], [.coolingThresholdTemperature, .heatingThresholdTemperature],
    ]
    /// How long a write waits for its other half.
    private static let gatherTime: Duration = .milliseconds(30)

    func checkReachable() throws(HMError) {
        guard core?.isLive == true else {
            throw HMError(
                .communicationFailure, "the hub of \(name) can't be reached; the connection comes back by itself")
        }
        guard isReachable else {
            throw HMError(
                isBridged ? .bridgedAccessoryNotReachable : .accessoryNotReachable,
                "\(name) can't be reached; see whether it has power and network")
        }
    }

    func write(_ write: CharacteristicWrite) async throws(HMError) {
        guard let group = Self.together.first(where: { $0.contains(write.key.type) }) else {
            return try await send([write])
        }
        let done = OneShot<Result<Void, HMError>>()
        let (number, isWhole) = gather(GatheredWrite(write: write, done: done), group)
        if isWhole {
            await flush(number)
        } else {
            Task { [weak self] in
                try? await Task.sleep(for: Self.gatherTime)
                await self?.flush(number)
            }
        }
        guard let result = await done.wait() else {
            throw HMError(.operationCancelled, "the task was cancelled while \(name) was written to")
        }
        try result.get()
    }

    /// Adds a write to those that wait. Returns the number of the gathering, and whether all of a group are there.
    private func gather(_ write: GatheredWrite, _ group: Set<CharacteristicType>) -> (Int, isWhole: Bool) {
        _ = parts
        return state.withLock { state in
            state.parts?.gathered.append(write)
            let types =
                state.parts?.gathered.filter { $0.write.key.service == write.write.key.service }
                .map(\.write.key.type) ?? []
            return (state.parts?.gathering ?? 0, group.isSubset(of: types))
        }
    }

    /// Sends what was gathered under a number, unless that was done before.
    private func flush(_ number: Int) async {
        let writes = state.withLock { state -> [GatheredWrite] in
            guard state.parts?.gathering == number, let writes = state.parts?.gathered else { return [] }
            state.parts?.gathering = number &+ 1
            state.parts?.gathered = []
            return writes
        }
        guard !writes.isEmpty else { return }
        let result: Result<Void, HMError>
        do throws(HMError) {
            try await send(writes.map(\.write))
            result = .success(())
        } catch {
            result = .failure(error)
        }
        for write in writes { write.done.set(result) }
    }

    /// Sends writes to the device's traits, and returns when the objects show what came of them.
    private func send(_ writes: [CharacteristicWrite]) async throws(HMError) {
        let plan = view.plan(for: writes)
        if let refused = plan.refused.first { throw HMError(refused.error) }
        try checkReachable()
        let core = try Operation(core).present(), makers = parts.makers
        do {
            for request in plan.requests { try await core.model.send(request, to: id, makers) }
        } catch {
            throw HMError(any: error)
        }
        await MainQueue.result {
            // Without a connection nobody tells what came of it, and what this program did is not told to it (HK-80).
            if !core.isLive { self.settle(writes) }
        }
    }

    private func settle(_ writes: [CharacteristicWrite]) {
        for write in writes {
            services.first { $0.key == write.key.service }?.characteristics
                .first { $0.type == write.key.type }?.settle(write.value)
        }
    }
}

extension HomeModel {
    /// Sends a request to a trait of a device.
    fileprivate func send(
        _ request: TraitRequest, to deviceID: String, _ makers: [UInt32: TraitDescriptor]
    ) async throws {
        guard let trait = AccessoryReading.descriptor(request.trait, makers) else {
            throw HMError(.operationNotSupported, "the hub has not described the trait \(request.trait)")
        }
        let target = TraitTarget(deviceID: deviceID, endpoint: request.endpoint)
        switch request.content {
        case .command(let id, let arguments):
            guard let command = trait.commands.first(where: { $0.id == id }) else {
                throw HMError(.operationNotSupported, "\(trait.name) has no command \(id)")
            }
            try await invoke(
                command, of: trait, at: target, arguments: trait.encodeArguments(of: command, arguments))
        case .update(let values):
            try await update(trait, at: target, attributes: trait.encodeAttributes(values))
        }
    }
}
