internal import HearthBase
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

// Adding devices, reporting changes and removing devices.
extension AttachMachine {
    /// The most devices in one message, and approximately the most bytes.
    private static let batch = (devices: 100, bytes: 512 << 10)
    /// The most removals in one message.
    private static let removals = 1000

    /// Handles the start of the provider with these devices.
    mutating func started(_ devices: [DeviceDescription]) -> [Action] {
        provider = .started
        var actions: [Action] = []
        for device in devices {
            actions += held.hold(device).map { .notice(.mistake($0)) }
            gone.drop(device.id)
        }
        learnTraits(of: devices)
        for change in early where !announced.contains(change.deviceID) { actions += fold(change) }
        early.removeAll { !announced.contains($0.deviceID) }
        guard case .welcomed = phase else { return actions }
        return actions + (hasUnsentTrait ? [Self.beginAnew] : bringAll())
    }

    /// Announces a device that will be added soon. Its reports are kept until then.
    mutating func announce(_ id: String) {
        announced.insert(id)
    }

    /// Adds a device. If the provider has not started yet, the device waits until then.
    mutating func add(_ device: DeviceDescription) -> [Action] {
        var actions = held.hold(device).map { Action.notice(.mistake($0)) }
        gone.drop(device.id)
        refused.remove(device.id)
        delayed.forget(device.id)
        announced.remove(device.id)
        holdUntilBrought(device.id)
        if case .started = provider {
            for change in early where change.deviceID == device.id { actions += fold(change) }
            early.removeAll { $0.deviceID == device.id }
        }
        learnTraits(of: [device])
        guard case .welcomed = phase, case .started = provider else { return actions }
        if hasUnsentTrait { return actions + [Self.beginAnew] }
        isAttached = false
        toBring.append([device.id])
        return actions
    }

    /// Holds back reports of a device until the hub has its current form, because the hub knows an earlier one.
    private mutating func holdUntilBrought(_ id: String) {
        brought.remove(id)
        for change in outbox.takeReports(of: id) { backlog.add(change) }
        // The pending answer is about the earlier form.
        bringing?.ids.removeAll { $0 == id }
        if let change = heldBack.removeValue(forKey: id) { backlog.add(change) }
    }

    /// Removes a device permanently, possibly one from an earlier run of the host.
    mutating func remove(_ id: String) -> [Action] {
        held.remove(id)
        heldBack[id] = nil
        _ = outbox.takeReports(of: id)
        unconfirmed.remove(id)
        _ = backlog.take(id)
        early.removeAll { $0.deviceID == id }
        announced.remove(id)
        memories[id] = nil
        brought.remove(id)
        refused.remove(id)
        delayed.forget(id)
        gone.add(id)
        if case .welcomed = phase, bringing?.ids.contains(id) != true { sendGone(id) }
        return phase == .welcomed && !isAttached && provider == .started ? becomeAttached() : []
    }

    /// Skips removed devices at the front of the queue.
    mutating func skipGone() {
        while !toBring.isEmpty {
            guard let index = toBring[0].firstIndex(where: { held[$0] != nil }) else {
                toBring.removeFirst()
                continue
            }
            if index > 0 { toBring[0].removeFirst(index) }
            return
        }
    }

    private mutating func sendGone(_ id: String) {
        outbox.add(.remove(Hearth_V1_RemoveDevices(deviceIDs: [id])))
        gone.markSent(id)
    }

    /// Handles a reported change of a device.
    mutating func report(_ change: DeviceChange) -> [Action] {
        guard case .started = provider, !announced.contains(change.deviceID) else {
            return keepEarly(change)
        }
        return fold(change)
    }

    private mutating func keepEarly(_ change: DeviceChange) -> [Action] {
        guard early.count >= Self.earlyLimit, let last = early.lastIndex(where: { $0.deviceID == change.deviceID })
        else {
            early.append(change)
            return []
        }
        return lost(early[last].merge(change, eventLimit: Outbox.eventLimit), of: change.deviceID)
    }

    private func lost(_ count: Int, of id: String) -> [Action] {
        count > 0 ? [.notice(.eventsLost(deviceID: id, count: count))] : []
    }

    /// Stores a value for a device at the hub.
    mutating func remember(_ id: String, key: String, _ value: [UInt8]) {
        memories[id, default: [:]][key] = value
        if brought.contains(id) { outbox.add(Outbox.MemoryKey(deviceID: id, key: key)) }
    }

    private mutating func fold(_ change: DeviceChange) -> [Action] {
        let (news, mistakes) = held.fold(change)
        let actions = mistakes.map { Action.notice(.mistake($0)) }
        guard let news else { return actions }
        let id = change.deviceID
        var lost = 0
        if brought.contains(id) {
            lost = outbox.add(news)
        } else if bringing?.ids.contains(id) == true {
            if heldBack[id] == nil {
                heldBack[id] = news
            } else {
                lost = heldBack[id]?.merge(news, eventLimit: Outbox.eventLimit) ?? 0
            }
        } else if !refused.contains(id) {
            backlog.add(news)
        }
        return actions + self.lost(lost, of: id)
    }

    private mutating func learnTraits(of devices: [DeviceDescription]) {
        for device in devices {
            for trait in device.endpoints.flatMap(\.traits) where traits[trait.descriptor.id] == nil {
                traits[trait.descriptor.id] = trait.descriptor
                hasUnsentTrait = true
            }
        }
    }

    /// The action for a new trait. Traits are sent in the first message only, so a new one requires a new call.
    static var beginAnew: Action {
        .hangUp(RPCError(.cancelled, "a device with a new trait was added; the host reconnects"))
    }

    // MARK: Bringing devices

    /// Queues all devices.
    mutating func bringAll() -> [Action] {
        let gone = gone.markAllSent()
        for start in stride(from: 0, to: gone.count, by: Self.removals) {
            let ids = Array(gone[start..<min(start + Self.removals, gone.count)])
            outbox.add(.remove(Hearth_V1_RemoveDevices(deviceIDs: ids)))
        }
        toBring = held.ids.isEmpty ? [] : [held.ids]
        return becomeAttached()
    }

    /// The next devices to send, once the hub has answered the previous batch.
    mutating func nextBring() -> Hearth_V1_BringDevices? {
        guard case .welcomed = phase, bringing == nil, !hasUnsentTrait else { return nil }
        while let group = toBring.popFirst() {
            var devices: [Hearth_V1_ProvidedDevice] = []
            var size = 0
            var rest = group[...]
            while let id = rest.first, devices.count < Self.batch.devices {
                guard let device = held[id] else {
                    rest.removeFirst()
                    continue
                }
                let message = Hearth_V1_ProvidedDevice(device)
                size += message.approximateSize
                guard devices.isEmpty || size <= Self.batch.bytes else { break }
                devices.append(message)
                rest.removeFirst()
            }
            if !rest.isEmpty { toBring.insert(Array(rest), at: 0) }
            guard !devices.isEmpty else { continue }
            let callID = makeID()
            bringing = (callID, devices.compactMap { $0.device?.id }, devices.count)
            gone.bringFollows()
            return Hearth_V1_BringDevices(callID: callID, devices: devices)
        }
        return nil
    }

    /// Handles the hub's answer for a batch of devices. A refused batch is split in halves until the refused device is
    /// found.
    mutating func devicesBrought(_ result: Hearth_V1_BringResult, now: Duration) -> [Action] {
        guard let (callID, ids, count) = bringing, callID == result.callID else { return [] }
        bringing = nil
        gone.answered()
        // Regardless of the answer: an earlier call may have added it.
        for id in ids where gone.contains(id) { sendGone(id) }
        var actions: [Action] = []
        if let error = result.status?.error {
            for id in ids {
                if let change = heldBack.removeValue(forKey: id) { backlog.add(change) }
            }
            if ids.count < count {
                // The error may have been about a device that is no longer in the batch.
                if !ids.isEmpty { toBring.insert(ids, at: 0) }
            } else if ids.count > 1 {
                toBring.insert(contentsOf: [Array(ids[..<(ids.count / 2)]), Array(ids[(ids.count / 2)...])], at: 0)
            } else {
                for id in ids { actions += deviceRefused(id, error, now: now) }
            }
        } else {
            for id in ids {
                actions += deviceBrought(id)
                let others = delayed.taken(id)
                if !others.isEmpty { toBring.append(others) }
            }
        }
        return actions + becomeAttached()
    }

    private mutating func deviceRefused(_ id: String, _ error: RPCError, now: Duration) -> [Action] {
        let notice = Action.notice(.refused(deviceIDs: [id], HomeError(error)))
        // The device and its events are kept until the hub can take them.
        if error.isPassing { return delayed.add(id, now: now) ? [notice] : [] }
        delayed.forget(id)
        refused.insert(id)
        let missed = backlog.take(id)
        return [notice] + lost(missed.lost + missed.changes.count, of: id)
    }

    private mutating func deviceBrought(_ id: String) -> [Action] {
        guard let device = held[id] else { return [] }
        brought.insert(id)
        for key in (memories[id] ?? [:]).keys.ordered() { outbox.add(Outbox.MemoryKey(deviceID: id, key: key)) }
        let missed = backlog.take(id)
        for change in missed.changes { outbox.addAlone(change) }
        var lost = missed.lost
        var change = heldBack.removeValue(forKey: id)
        if let connectivity = device.connectivity, connectivity.connectivityState != .online {
            // A device counts as online once it is brought.
            change = change ?? DeviceChange(deviceID: id, cause: .device)
            change?.connectivity = connectivity
        }
        if let change { lost += outbox.add(change) }
        return self.lost(lost, of: id)
    }

    /// The state stored at the hub, limited to traits that this host knows.
    func stored(_ welcome: Hearth_V1_AttachWelcome) -> StoredState {
        var memories: [String: [String: [UInt8]]] = [:]
        for memory in welcome.memories { memories[memory.deviceID, default: [:]][memory.key] = memory.value }
        var values: [TraitPath: StructureValue] = [:]
        for state in welcome.states {
            guard let path = TraitPath(state.target, state.traitID), let trait = traits[path.traitID],
                let bytes = state.attributes?.value, let attributes = try? trait.decodeAttributes(bytes.span.bytes)
            else { continue }
            values[path] = attributes
        }
        return StoredState(values, memories: memories)
    }
}

extension RPCError {
    /// Whether a refusal is transient, that is, not caused by the device.
    fileprivate var isPassing: Bool {
        switch code {
        case .unavailable, .resourceExhausted, .internal, .aborted, .cancelled, .deadlineExceeded: true
        default: false
        }
    }
}

extension Array {
    fileprivate mutating func popFirst() -> Element? { isEmpty ? nil : removeFirst() }
}
