internal import HearthBase
package import HearthDeviceLinks
package import HearthEntities
internal import HearthHTTP1
internal import HearthJSON
internal import HearthTraitCore

/// The course of the connections to one bridge, without I/O: requests go out on lanes, answers and a stream of events
/// come in. Times are those of a clock that never jumps.
package struct HueMachine: DeviceMachine {
    package typealias Wire = HueSockets

    /// What a lane waits for.
    enum Job: Sendable {
        case read
        case write(HueWrites.Write)
    }

    /// The lanes of requests: a bridge refuses more than three requests at a time.
    static let lanes = 0..<3
    /// The lane of the stream of events.
    package static let streamLane = 3
    /// How long the stream's beginning and each answer may take.
    static let patience = Duration.seconds(10)
    /// The longest silence of a stream. Beyond it the stream may be lost: a bridge sends no sign of life.
    static let silence = Duration.seconds(75)
    /// How long devices stay reachable while the stream is lost.
    static let grace = Duration.seconds(30)
    /// How long a connection lasts to prove good. Sooner failures keep backing off.
    static let provingTime = Duration.seconds(10)
    /// The most bytes of a message of the stream, and of all messages before everything is read again: resources grow
    /// by what messages add to them.
    static let mostEventBytes = 1 << 20
    static let mostStreamBytes = 16 << 20
    /// The most messages that wait while everything is read.
    static let mostHeld = 1_000
    /// The shortest pause between two descriptions of changed devices. After many devices it is longer: ``deviceTime``
    /// for each.
    static let describePause = Duration.seconds(1)
    /// The time that the hub gets to store one described device.
    static let deviceTime = Duration.milliseconds(20)

    package let settings: HueSettings
    let random: @Sendable (Int) -> [UInt8]
    let backoff = ExponentialBackoff(initial: .seconds(1), maximum: .seconds(60), spread: 0.5...1)

    var isStarted = false
    var failures = 0
    /// When the next attempt begins; nil while there is a stream, or an attempt.
    var reconnectAt: Duration?
    /// The end of the patience with the stream's beginning.
    var openBy: Duration?
    var isOpen = false
    var heardAt = Duration.zero
    var openedAt = Duration.zero
    var parser = EventStreamParser(mostBytes: HueMachine.mostEventBytes)
    var streamBytes = 0
    var budget = StreamBudget()
    /// From when on devices that messages have changed may be described, and when some are.
    var describeAfter = Duration.zero
    var describeAt: Duration?
    /// When devices stop to be reachable, while the stream is lost.
    var unreachableAt: Duration?
    /// Why the stream was lost.
    var reason = ""
    var jobs: [Int: (job: Job, deadline: Duration)] = [:]
    /// How often each lane was closed.
    private var rounds: [Int: Int] = [:]
    var writes = HueWrites()
    /// When everything is read again, after the bridge had too much to do.
    var readAt: Duration?
    var readRefusals = 0
    /// Whether everything is being read, and the messages that came meanwhile.
    var isReading = false
    var held: [JSONValue] = []
    var resources = HueResources()
    var map = HueMap(HueResources(), hasGroups: false)
    /// The time of the last event of each resource with events.
    var eventTimes: [String: String] = [:]
    /// Whether the bridge counts as reachable, and the devices that it can't reach.
    var isReachable = false
    var lost: Set<String> = []

    /// - Parameter random: makes random bytes.
    package init(_ settings: HueSettings, random: @escaping @Sendable (Int) -> [UInt8]) {
        self.settings = settings
        self.random = random
    }

    var name: String { settings.bridgeID.map { "the Hue bridge \($0)" } ?? "the Hue bridge" }

    package var deadline: Duration? {
        guard isStarted else { return nil }
        var times =
            [reconnectAt, openBy, unreachableAt, readAt, describeAt] + jobs.values.map { Optional($0.deadline) }
        if isOpen { times.append(heardAt + Self.silence) }
        if isReachable, hasFreeLane { times.append(writes.nextTime) }
        return times.compactMap { $0 }.min()
    }

    package var isConnecting: Bool { isStarted && reconnectAt == nil && (!isOpen || isReading) }

    package func leftOut(of deviceID: String) -> [LeftOut] { map.leftOut(of: deviceID) }

    // MARK: - The connection

    package mutating func take(_ event: HueEvent, now: Duration) -> [Action] {
        // What a connection reported before it was closed means nothing any more.
        guard event.round == rounds[event.lane, default: 0] else { return [] }
        return switch event.content {
        case .answered(let answer): answered(event.lane, answer, now: now)
        case .failed(let error): failed(event.lane, error, now: now)
        case .opened(let status): streamOpened(status: status, now: now)
        case .streamed(let bytes): streamed(bytes, now: now)
        }
    }

    /// Ends what a lane does.
    mutating func close(_ lane: Int) -> Action {
        rounds[lane, default: 0] &+= 1
        return .order(.close(lane))
    }

    /// It remembers nothing.
    package mutating func recall(_ memory: [UInt8]) {}

    package mutating func start(now: Duration) -> [Action] {
        guard !isStarted else { return [] }
        isStarted = true
        return [.call(.health(.connecting))] + connect()
    }

    package mutating func stop() -> [Action] {
        guard isStarted else { return [] }
        (isStarted, isReachable) = (false, false)
        (reconnectAt, openBy, unreachableAt, readAt, describeAt) = (nil, nil, nil, nil, nil)
        (isOpen, isReading, held) = (false, false, [])
        return endCommands("the link was stopped") + [.order(.closeAll)]
    }

    private mutating func connect() -> [Action] {
        reconnectAt = nil
        return [.connect]
    }

    package mutating func turnCame(now: Duration) -> [Action] {
        guard isStarted, reconnectAt == nil, !isOpen, openBy == nil else { return [] }
        openBy = now + Self.patience
        return [.order(.request(Self.streamLane, .events))]
    }

    package mutating func wake(now: Duration) -> [Action] {
        isStarted && reconnectAt != nil ? connect() : []
    }

    /// The stream of events has begun, or was refused with a status.
    package mutating func streamOpened(status: Int, now: Duration) -> [Action] {
        guard isStarted, openBy != nil else { return [] }
        openBy = nil
        guard status == 200 else { return fail(Self.refusal(status, bridge: settings.bridgeID), now) }
        isOpen = true
        (heardAt, openedAt) = (now, now)
        parser = EventStreamParser(mostBytes: Self.mostEventBytes)
        // After the stream has begun, so that no change is missed.
        return read(now)
    }

    /// What a status that is no success means.
    static func refusal(_ status: Int, bridge: String?) -> HueError {
        let name = bridge.map { "the Hue bridge \($0)" } ?? "the Hue bridge"
        return switch status {
        case 401, 403:
            HueError(
                .keyRefused, "\(name) does not know the hub any more",
                wayOut: "remove the integration and add the bridge again, and press its button")
        case 404:
            HueError(
                .notSupported, "\(name) lacks the second version of the API",
                wayOut: "update the bridge; the round one of the first generation can't be used")
        case 429, 503:
            HueError(
                .busy, "\(name) has too much to do: it answers with the status \(status)", wayOut: "try again")
        default:
            HueError(.disconnected, "\(name) answers with the status \(status)", wayOut: "try again")
        }
    }

    /// The request of a lane has failed.
    package mutating func failed(_ lane: Int, _ error: HueError, now: Duration) -> [Action] {
        guard isStarted else { return [] }
        if lane == Self.streamLane {
            guard isOpen || openBy != nil else { return [] }
            return fail(error, now)
        }
        guard let job = jobs.removeValue(forKey: lane)?.job else { return [] }
        switch job {
        case .read: return fail(error, now)
        case .write(let write):
            writes.answered(write)
            return ended(
                write, TraitError(.failure, "\(error.message); whether the command was carried out is unknown"))
                + sendWaiting(now)
        }
    }

    /// Ends the stream, and plans the next one.
    mutating func fail(_ error: HueError, _ now: Duration) -> [Action] {
        if isOpen, now >= openedAt + Self.provingTime { failures = 0 }
        (isOpen, openBy, readAt, readRefusals, describeAt) = (false, nil, nil, 0, nil)
        (isReading, held) = (false, [])
        reason = error.message
        var actions: [Action] = [close(Self.streamLane)]
        for (lane, entry) in jobs {
            guard case .read = entry.job else { continue }
            jobs[lane] = nil
            actions.append(close(lane))
        }
        if error.needsPerson {
            actions += becomeUnreachable(error.message)
            actions.append(.call(.health(.needsAttention(reason: error.message, wayOut: error.wayOut))))
        } else if isReachable {
            unreachableAt = unreachableAt ?? now + Self.grace
        } else {
            actions.append(.call(.health(.offline(reason: error.message))))
        }
        let share = Double(random(1).first ?? 0) / 255
        reconnectAt = now + (error.needsPerson ? backoff.maximum : backoff.delay(after: failures, random: share))
        failures = min(failures + 1, 100)
        return actions
    }

    /// The bridge has been away for too long. Its devices can't be reached.
    private mutating func becomeUnreachable(_ reason: String) -> [Action] {
        unreachableAt = nil
        guard isReachable else { return [] }
        isReachable = false
        let reached = map.devices.map(\.id).filter { !lost.contains($0) }
        return endCommands(reason) + reached.map { .call(.reachable($0, false)) }
    }

    package mutating func timePassed(now: Duration) -> [Action] {
        guard isStarted else { return [] }
        var actions: [Action] = []
        if let unreachableAt, unreachableAt <= now {
            actions += becomeUnreachable(reason) + [.call(.health(.offline(reason: reason)))]
        }
        if let reconnectAt, reconnectAt <= now { actions += connect() }
        for (lane, entry) in jobs.sorted(by: { $0.key < $1.key }) where entry.deadline <= now {
            actions += [close(lane)] + failed(lane, late, now: now)
        }
        if let openBy, openBy <= now { actions += fail(late, now) }
        if isOpen, now >= heardAt + Self.silence {
            actions += fail(
                HueError(.timedOut, "\(name) was silent for a while", wayOut: "the hub tries again"), now)
            // A silent stream is no failure of the bridge, so it begins again at once.
            actions += connect()
        }
        if let readAt, readAt <= now { actions += read(now) }
        if let describeAt, describeAt <= now { actions += describeChanges(now) }
        return actions + sendWaiting(now)
    }

    private var late: HueError {
        HueError(
            .timedOut, "\(name) did not answer in time",
            wayOut: "check that the bridge has a good connection to the network")
    }
}
