internal import Hearth
internal import HearthHomeKitMapping
internal import HearthBase
internal import HearthTraitCore
internal import Synchronization

// Turns the values that apps write into requests to traits.
extension HMAccessory {
    /// How long a write waits for the other characteristic of its group, such as saturation for hue.
    private static let gatherTime: Duration = .milliseconds(30)

    func checkReachable() throws(HMError) {
        guard core?.isLive == true else {
            throw HMError(
                .communicationFailure, "the hub of \(name) can't be reached; it reconnects automatically")
        }
        guard isReachable else {
            throw HMError(
                isBridged ? .bridgedAccessoryNotReachable : .accessoryNotReachable,
                "\(name) can't be reached; see whether it has power and network")
        }
    }

    /// Queues a value, which is sent after earlier writes to the same service.
    ///
    /// - Parameters:
    ///   - isState: whether the value is a state, so that only the latest of several waiting values is sent.
    ///   - outcome: is called with the result of the write, unless this function throws.
    /// - Throws: ``HMError``, if the value can't be written.
    func begin(_ write: CharacteristicWrite, isState: Bool, _ outcome: @escaping WriteOutcome) throws(HMError) {
        if let refused = view.plan(for: [write]).refused.first { throw HMError(refused.error) }
        let core = try Operation(core).present()
        switch state.withLock({ $0.writes.add(write, isState: isState, outcome) }) {
        case .joined: break
        case .new(let number, let isWhole):
            let place = core.order.enter([.service(deviceID: id, write.key.service)])
            Task { await flush(number, at: place, isWhole) }
        }
    }

    /// Sends the writes of an entry when its turn has come.
    private func flush(_ number: Int, at place: CallPlace, _ isWhole: Latch) async {
        defer { place.leave() }
        var failure: HMError?
        do throws(HMError) {
            try await place.waitForTurn()
            await gather(isWhole)
        } catch {
            failure = error
        }
        let values = state.withLock { $0.writes.take(number) }
        guard !values.isEmpty else { return }
        do throws(HMError) {
            if let failure { throw failure }
            try await send(values.map(\.write))
        } catch {
            failure = error
        }
        let result: Result<Void, HMError> = failure.map { .failure($0) } ?? .success(())
        for outcome in values.flatMap(\.outcomes) { outcome(result) }
    }

    /// Waits up to ``gatherTime`` for the other characteristic of a group.
    private func gather(_ isWhole: Latch) async {
        guard !isWhole.isOpen else { return }
        let alarm = Task {
            try? await Task.sleep(for: Self.gatherTime)
            isWhole.open()
        }
        await isWhole.wait()
        alarm.cancel()
    }

    /// Sends writes to the device's traits, and returns when the objects show their effect.
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
            // Without a connection no report will bring the values, and later reports leave out this program's own
            // changes.
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
    ///
    /// - Returns: the fields of a command's response; none after an update.
    @discardableResult
    func send(
        _ request: TraitRequest, to deviceID: String, _ makers: [UInt32: TraitDescriptor]
    ) async throws -> StructureValue {
        guard let trait = AccessoryReading.descriptor(request.trait, makers) else {
            throw HMError(.operationNotSupported, "the hub has not described the trait \(request.trait)")
        }
        let target = TraitTarget(deviceID: deviceID, endpoint: request.endpoint)
        switch request.content {
        case .command(let id, let arguments):
            guard let command = trait.commands.first(where: { $0.id == id }) else {
                throw HMError(.operationNotSupported, "\(trait.name) has no command \(id)")
            }
            let answer = try await invoke(
                command, of: trait, at: target, arguments: trait.encodeArguments(of: command, arguments))
            return command.response == nil ? [:] : try trait.decodeResponse(of: command, answer.span.bytes)
        case .update(let values):
            try await update(trait, at: target, attributes: trait.encodeAttributes(values))
            return [:]
        }
    }
}
