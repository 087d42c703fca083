internal import HearthBase
internal import HearthEntities
internal import HearthEventLoop

/// What a link needs besides a connection; all of it is handed in.
struct LinkSurroundings: Sendable {
    /// The home's time zone.
    var zone: HomeZone
    /// The time, in seconds since 1970.
    var epoch: @Sendable () -> Int64
    /// A random number from 0 to 1.
    var random: @Sendable () -> Double
    /// 32 random bytes.
    var secret: @Sendable () -> [UInt8]
}

/// A link to a device without I/O: when it connects, and what it passes on.
struct LinkMachine: Sendable {
    enum Action: Hashable, Sendable {
        /// Connect, and drop an attempt or connection that exists.
        case connect
        case write([UInt8])
        case close
        case deliver(Delivery)
        /// A call of ``run(_:at:)`` has ended.
        case answer(callID: UInt32, ActionAnswer)
        /// The purpose is fulfilled, or can't be; nothing follows.
        case finished(ESPHomeError?)
    }

    /// What the link's owner learns, in order.
    enum Delivery: Hashable, Sendable {
        case describe(EntityDevice)
        case remove(String)
        case report(EntityReport)
        case reachable(String, Bool)
        case description(ESPHomeDescription)
        case remember(ESPHomeMemory)
        /// The device can't be reached, for this reason.
        case failure(ESPHomeError)
    }

    private enum State: Sendable {
        case idle
        /// Without a deadline it is not this link's turn yet.
        case connecting(deadline: ContinuousClock.Instant?)
        case connected(ESPHomeSession)
        case waiting(until: ContinuousClock.Instant)
        case stopped
    }

    let settings: ESPHomeSettings
    let purpose: ESPHomeSession.Purpose
    private let surroundings: LinkSurroundings
    private var state = State.idle
    /// Failures since a connection last proved good.
    private var failures = 0
    /// When the present connection described its device.
    private var describedAt: ContinuousClock.Instant?
    private var hasDeepSleep = false
    /// Whether the device has announced itself since the last connection ended.
    private var isAwake = false
    private(set) var memory = ESPHomeMemory()
    /// The last description and values of each device, which are not reported again after a reconnection.
    private var known: [String: KnownDevice] = [:]

    private struct KnownDevice: Sendable {
        var device: EntityDevice
        var values: [String: [EntityProperty: EntityValue]] = [:]
    }

    /// What was last said about each device.
    private var isReachable: [String: Bool] = [:]

    /// The longest time for a connection to be established.
    private static let connectTime: Duration = .seconds(60)
    /// How long a connection lasts after the description to prove good. Sooner failures keep backing off, so that a
    /// device that fails right after its description is not asked each second.
    private static let provingTime: Duration = .seconds(10)

    init(
        _ settings: ESPHomeSettings, _ purpose: ESPHomeSession.Purpose, _ surroundings: LinkSurroundings
    ) {
        self.settings = settings
        self.purpose = purpose
        self.surroundings = surroundings
    }

    // MARK: Events

    /// - Parameter memory: what the link knew before a restart of the hub.
    mutating func start(_ memory: ESPHomeMemory, at now: ContinuousClock.Instant) -> [Action] {
        guard case .idle = state else { return [] }
        self.memory = memory
        // Before the first contact the owner knows the devices from its own store.
        var actions: [Action] = []
        for id in memory.deviceIDs { actions += reach(id, memory.mayBeAsleep) }
        return actions + connect(at: now)
    }

    /// Whether a connection is wanted that has not described the device yet.
    var isConnecting: Bool {
        switch state {
        case .connecting: true
        case .connected: describedAt == nil
        case .idle, .waiting, .stopped: false
        }
    }

    /// The attempt waits until fewer other devices are connected to. That is not the device's delay.
    mutating func waitForTurn() {
        if case .connecting = state { state = .connecting(deadline: nil) }
    }

    /// The attempt begins after all.
    mutating func turnCame(at now: ContinuousClock.Instant) {
        if case .connecting = state { state = .connecting(deadline: now + Self.connectTime) }
    }

    mutating func connected(at now: ContinuousClock.Instant) -> [Action] {
        guard case .connecting = state else { return [.close] }
        var session = ESPHomeSession(
            settings, purpose, zone: surroundings.zone.rules, secret: surroundings.secret(), at: now)
        let actions = session.start(at: now)
        state = .connected(session)
        return perform(actions, at: now)
    }

    mutating func connectFailed(_ error: LoopError, at now: ContinuousClock.Instant) -> [Action] {
        guard case .connecting = state else { return [] }
        return lost(unreachable(error), isOrderly: false, at: now)
    }

    mutating func received(_ bytes: [UInt8], at now: ContinuousClock.Instant) -> [Action] {
        withSession(at: now) { $0.received(bytes, at: now) }
    }

    /// The connection ended without ``Action/close``.
    mutating func closed(_ error: LoopError?, at now: ContinuousClock.Instant) -> [Action] {
        guard case .connected(let session) = state else { return [] }
        guard session.phase != .leaving else { return lost(nil, isOrderly: true, at: now) }
        let what =
            session.phase == .running
            ? "ended the connection" : "ended the connection before it sent \(session.phase.awaited)"
        return lost(
            ESPHomeError(.disconnected, "\(settings.address) \(what)", cause: error), isOrderly: false, at: now)
    }

    /// When ``timePassed(at:)`` has to be called.
    var deadline: ContinuousClock.Instant? {
        switch state {
        case .idle, .stopped: nil
        case .connecting(let deadline): deadline
        case .connected(let session): session.deadline
        case .waiting(let until): until
        }
    }

    mutating func timePassed(at now: ContinuousClock.Instant) -> [Action] {
        switch state {
        case .idle, .stopped: return []
        case .connecting(let deadline):
            guard let deadline, now >= deadline else { return [] }
            let error = ESPHomeError(
                .timedOut,
                "\(settings.address) timed out: it did not accept a connection in \(Self.connectTime.wholeSeconds) s")
            return [.close] + lost(error, isOrderly: false, at: now)
        case .connected: return withSession(at: now) { $0.timePassed(at: now) }
        case .waiting(let until): return now >= until ? connect(at: now) : []
        }
    }

    /// The device was heard of, such as by its announcement in the network, so it does not sleep: a link that waits
    /// connects at once, and an attempt that fails is a failure.
    mutating func wake(at now: ContinuousClock.Instant) -> [Action] {
        switch state {
        case .connecting: isAwake = true
        case .waiting:
            isAwake = true
            return connect(at: now)
        case .idle, .connected, .stopped: break
        }
        return []
    }

    mutating func send(
        _ command: EntityCommand, to deviceID: String, at now: ContinuousClock.Instant
    ) throws(ESPHomeError) -> [Action] {
        guard case .connected(var session) = state else { throw notConnected }
        let actions = try session.send(command, to: deviceID)
        state = .connected(session)
        return perform(actions, at: now)
    }

    /// Runs an action of the firmware.
    ///
    /// - Returns: also the id of its ``Action/answer(callID:_:)``, which follows unless the connection ends; nil if the
    ///   device does not say when the action has run.
    mutating func run(
        _ call: ActionCall, at now: ContinuousClock.Instant
    ) throws(ESPHomeError) -> (actions: [Action], callID: UInt32?) {
        guard case .connected(var session) = state else { throw notConnected }
        let (actions, callID) = try session.run(call)
        state = .connected(session)
        return (perform(actions, at: now), callID)
    }

    private var notConnected: ESPHomeError {
        ESPHomeError(
            .disconnected, "the device at \(settings.address) is \(memory.mayBeAsleep ? "asleep" : "not connected")")
    }

    mutating func stop(at now: ContinuousClock.Instant) -> [Action] {
        defer { state = .stopped }
        guard case .connected(var session) = state else { return [.close] }
        let leave = session.disconnect(at: now).compactMap { action -> Action? in
            if case .send(let bytes) = action { .write(bytes) } else { nil }
        }
        return leave + [.close]
    }

    // MARK: The connection

    private mutating func connect(at now: ContinuousClock.Instant) -> [Action] {
        state = .connecting(deadline: now + Self.connectTime)
        return [.connect]
    }

    private func unreachable(_ error: LoopError) -> ESPHomeError {
        // The address is named once. Others, which a name stands for, are kept.
        let prefix = "cannot connect to \(settings.address): "
        let reason = error.message.hasPrefix(prefix) ? error.message.dropFirst(prefix.count) : error.message[...]
        return ESPHomeError(.unreachable, "\(settings.address) can't be reached: \(reason)", cause: error)
    }

    private mutating func withSession(
        at now: ContinuousClock.Instant, _ body: (inout ESPHomeSession) -> [ESPHomeSession.Action]
    ) -> [Action] {
        guard case .connected(var session) = state else { return [] }
        // One owner of the session: a second copy would make each change copy its tables.
        state = .idle
        let actions = body(&session)
        state = .connected(session)
        return perform(actions, at: now)
    }

    private mutating func perform(_ actions: [ESPHomeSession.Action], at now: ContinuousClock.Instant) -> [Action] {
        var performed: [Action] = []
        for action in actions {
            switch action {
            case .send(let bytes): performed.append(.write(bytes))
            case .describe(let description): performed += described(description, at: now)
            case .report(let report): performed += reported(report)
            case .answer(let callID, let answer): performed.append(.answer(callID: callID, answer))
            case .askTime:
                let epoch = UInt32(clamping: surroundings.epoch())
                let zone = surroundings.zone.text
                performed += withSession(at: now) { $0.tell(epoch: epoch, zone: zone) }
            case .keySet: failures = 0
            case .end(let end):
                performed.append(.close)
                performed += lost(end.error, isOrderly: end.isOrderly, at: now)
            }
        }
        return performed
    }

    /// The connection is over, or was not established.
    private mutating func lost(
        _ error: ESPHomeError?, isOrderly: Bool, at now: ContinuousClock.Instant
    ) -> [Action] {
        guard purpose == .states else {
            state = .stopped
            return [.finished(error)]
        }
        // A device that took its leave, such as one that sleeps soon, worked until then.
        if let describedAt, isOrderly || now >= describedAt + Self.provingTime { failures = 0 }
        let hasVanished = describedAt != nil && !isOrderly
        describedAt = nil
        let wait = Self.wait(
            after: error?.code, isOrderly: isOrderly, failures: failures, sleeps: hasDeepSleep || memory.mayBeAsleep,
            random: surroundings.random())
        failures += 1
        state = .waiting(until: now + wait)
        // A failed attempt does not wake a device that sleeps.
        let mayBeAsleep = memory.mayBeAsleep && !hasVanished
        var actions = remember(ESPHomeMemory(deviceIDs: memory.deviceIDs, mayBeAsleep: mayBeAsleep))
        if let error, isAwake || !mayBeAsleep { actions.append(.deliver(.failure(error))) }
        isAwake = false
        for id in memory.deviceIDs { actions += reach(id, mayBeAsleep) }
        return actions
    }

    /// How long to wait before the next attempt.
    static func wait(
        after code: ESPHomeError.Code?, isOrderly: Bool, failures: Int, sleeps: Bool, random: Double
    ) -> Duration {
        switch code {
        // Only people can change these.
        case .wrongKey, .needsKey, .hasNoEncryption, .needsPassword, .wrongPassword, .unsupportedVersion, .noIdentity:
            return .seconds(60)
        case _ where isOrderly: return .seconds(5)
        default:
            return ExponentialBackoff(
                initial: .seconds(1), multiplier: 1.8, maximum: .seconds(sleeps ? 15 : 60), spread: 0.8...1.2
            ).delay(after: failures, random: random)
        }
    }

    // MARK: Deliveries

    private mutating func described(_ description: ESPHomeDescription, at now: ContinuousClock.Instant) -> [Action] {
        describedAt = now
        hasDeepSleep = description.hasDeepSleep
        var actions: [Action] = [.deliver(.description(description))]
        let ids = description.devices.map(\.id)
        for id in memory.deviceIDs where !ids.contains(id) {
            known[id] = nil
            isReachable[id] = nil
            actions.append(.deliver(.remove(id)))
        }
        for device in description.devices where known[device.id]?.device != device {
            known[device.id] = KnownDevice(device: device)
            actions.append(.deliver(.describe(device)))
        }
        actions += remember(ESPHomeMemory(deviceIDs: ids, mayBeAsleep: hasDeepSleep))
        for id in ids { actions += reach(id, true) }
        return actions
    }

    /// A report without the states that its receiver knows already.
    private mutating func reported(_ report: EntityReport) -> [Action] {
        var report = report
        report.states.removeAll { state in
            guard known[report.deviceID]?.values[state.entity] != state.values else { return true }
            known[report.deviceID]?.values[state.entity] = state.values
            return false
        }
        return report.states.isEmpty && report.events.isEmpty ? [] : [.deliver(.report(report))]
    }

    private mutating func reach(_ id: String, _ isNow: Bool) -> [Action] {
        guard isReachable[id] != isNow else { return [] }
        isReachable[id] = isNow
        return [.deliver(.reachable(id, isNow))]
    }

    private mutating func remember(_ memory: ESPHomeMemory) -> [Action] {
        guard self.memory != memory else { return [] }
        self.memory = memory
        return [.deliver(.remember(memory))]
    }
}
