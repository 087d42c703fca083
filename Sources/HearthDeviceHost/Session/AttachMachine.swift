internal import HearthBase
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// The protocol of a host's connection to its hub: hello, welcome, devices, then commands and reports, until the call
/// ends and the next one starts.
///
/// A value type: functions take events and return actions; ``takeOutgoing(now:)`` returns the next message to send.
/// Time and randomness are passed in. It outlives single calls and holds the devices' current values.
struct AttachMachine: Sendable {
    enum Action: Sendable {
        /// Start the provider with the stored state. Occurs once per host.
        case startProvider(StoredState)
        case begin(DeviceWork)
        case cancel(UInt64)
        case openFeed(Hearth_V1_OpenFeed)
        case notice(HostNotice)
        /// End the call.
        case hangUp(RPCError)
    }

    /// The decision after the end of a call.
    enum RetryDecision: Sendable {
        case retry(after: Duration, [Action])
        /// Retrying would not help.
        case stop(HomeError)
    }

    enum Phase: Sendable {
        case idle
        case opening
        case welcomed
    }

    enum Provider: Sendable {
        case new, starting, started
    }

    /// A command from the hub without a response so far.
    struct OpenCall: Sendable {
        let callID: UInt64
        let work: DeviceWork
    }

    static let backoff = ExponentialBackoff(initial: .milliseconds(250), maximum: .seconds(30), spread: 0.5...1)
    /// The timeout for the welcome.
    static let welcomeTimeout = Duration.seconds(10)
    /// The default heartbeat interval if the welcome has none, and the longest one, in seconds.
    static let heartbeats = (usual: UInt32(30), longest: UInt32(3600))
    /// The most reports kept for devices that are not added yet. Beyond that they are coalesced by device.
    static let earlyLimit = 1000

    let providerID: String
    /// Identifies this run of the host, to which the report numbers belong.
    let runID: String
    let name: String
    let structureID: String
    /// Whether the host opens the streams of cameras that the hub has added itself.
    let opensCameras: Bool
    /// All traits announced to the hub.
    var traits: [UInt32: TraitDescriptor]
    /// Whether there is a trait that the current call has not sent.
    var hasUnsentTrait = false

    var phase = Phase.idle
    var provider = Provider.new
    /// Reports of devices that are not added yet.
    var early: [DeviceChange] = []
    var announced: Set<String> = []
    var held: HeldDevices
    var outbox = Outbox()
    var lastID: UInt64 = 0
    private var heartbeat: Duration?
    private var lastSent = Duration.zero
    private var lastReceived = Duration.zero
    /// The parts received so far of a welcome that is not complete yet.
    private var earlierWelcome = Hearth_V1_AttachWelcome()
    private var failures = 0

    // State of the current call.

    /// Batches to bring, in order. Refused batches are split.
    var toBring: [[String]] = []
    /// The batch that the hub has not answered yet. Of its `count` devices, `ids` have not changed since it was sent.
    var bringing: (callID: UInt64, ids: [String], count: Int)?
    var brought: Set<String> = []
    /// Devices that the hub has refused.
    var refused: Set<String> = []
    /// Devices that the hub could not add for now.
    var delayed = DelayedDevices()
    /// Changes of devices that are being brought.
    var heldBack: [String: DeviceChange] = [:]
    /// Sent events that the hub has not stored yet.
    var unconfirmed = UnconfirmedEvents()
    /// Whether this hub confirms stored events.
    private var hubConfirms = false
    /// Events of devices that the hub doesn't have at the moment.
    var backlog = EventBacklog()
    /// Values that the provider wants stored, sent again in each call.
    var memories: [String: [String: [UInt8]]] = [:]
    /// Removed devices that the hub may still have.
    var gone = Removals()
    var isAttached = false

    // Requests from the hub.

    var lanes = CommandLanes()
    /// Open calls by work ID.
    var open: [UInt64: OpenCall] = [:]
    var workByCall: [UInt64: UInt64] = [:]

    /// - Parameter isStrict: whether reports are checked against all rules of their schemas.
    init(
        providerID: String, runID: String, name: String, structureID: String, traits: [TraitDescriptor],
        isStrict: Bool = false, opensCameras: Bool = false
    ) {
        held = HeldDevices(isStrict: isStrict)
        self.providerID = providerID
        self.runID = runID
        self.name = name
        self.structureID = structureID
        self.opensCameras = opensCameras
        self.traits = Dictionary(traits.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// A new ID, never used before by this host.
    mutating func makeID() -> UInt64 {
        lastID += 1
        return lastID
    }

    // MARK: The call

    /// Begins a new call.
    mutating func begin(now: Duration) -> [Action] {
        phase = .opening
        hasUnsentTrait = false
        outbox = Outbox()
        heartbeat = nil
        lastSent = now
        lastReceived = now
        outbox.add(
            .hello(
                Hearth_V1_AttachHello(
                    providerID: providerID, name: name,
                    schemas: traits.values.ordered(by: \.id).map(\.schema), structureID: structureID,
                    runID: runID, opensCameras: opensCameras)))
        return [.notice(.state(.connecting))]
    }

    /// Processes a message from the hub.
    mutating func received(_ message: Hearth_V1_AttachResponse, now: Duration) -> [Action] {
        if case .opening = phase {
            // Anything else is ignored until the welcome.
            guard case .welcome(let welcome)? = message.content else { return [] }
            lastReceived = now
            earlierWelcome.states += welcome.states
            earlierWelcome.memories += welcome.memories
            guard !welcome.moreFollows else { return [] }
            var whole = welcome
            (whole.states, whole.memories) = (earlierWelcome.states, earlierWelcome.memories)
            earlierWelcome = Hearth_V1_AttachWelcome()
            return welcomed(whole)
        }
        lastReceived = now
        switch message.content {
        case .brought(let result): return devicesBrought(result, now: now)
        case .invoke(let request): return asked(request)
        case .write(let request): return asked(request)
        case .cancel(let cancel): return cancelled(cancel.callID)
        case .openFeed(let request): return [.openFeed(request)]
        case .stored(let stored):
            unconfirmed.confirm(upTo: stored.number)
            return []
        case .welcome, .ping, nil: return []
        }
    }

    private mutating func welcomed(_ welcome: Hearth_V1_AttachWelcome) -> [Action] {
        phase = .welcomed
        hubConfirms = welcome.reportsStored != nil
        unconfirmed.confirm(upTo: welcome.reportsStored ?? 0)
        let (again, lost) = unconfirmed.take(after: welcome.reportsTaken)
        backlog.addFirst(again, lost: lost)
        let seconds = welcome.heartbeatSeconds == 0 ? Self.heartbeats.usual : welcome.heartbeatSeconds
        heartbeat = .seconds(Int64(min(seconds, Self.heartbeats.longest)))
        switch provider {
        case .new:
            provider = .starting
            return [.startProvider(stored(welcome))]
        case .starting: return []
        case .started: return hasUnsentTrait ? [Self.beginAnew] : bringAll()
        }
    }

    /// Handles the end of a call. `chance`, from 0 to 1, spreads the reconnects of many hosts.
    mutating func ended(_ error: RPCError, chance: Double) -> RetryDecision {
        phase = .idle
        earlierWelcome = Hearth_V1_AttachWelcome()
        isAttached = false
        heartbeat = nil
        for change in outbox.reports { backlog.add(change) }
        for change in heldBack.values { backlog.add(change) }
        outbox = Outbox()
        gone.callEnded()
        toBring = []
        bringing = nil
        brought = []
        refused = []
        delayed.forgetAll()
        heldBack = [:]
        open = [:]
        workByCall = [:]
        let running = lanes.dropWaiting()
        let reason = HomeError(error)
        switch error.code {
        case .permissionDenied, .unauthenticated, .unimplemented, .invalidArgument, .failedPrecondition, .alreadyExists,
            .aborted:
            return .stop(reason)
        default: break
        }
        let pause = Self.backoff.delay(after: failures, random: chance)
        failures += 1
        return .retry(
            after: pause,
            running.ordered().map { .cancel($0) } + [.notice(.state(.waiting(pause: pause, reason: reason)))])
    }

    /// Becomes attached once the hub has all devices.
    mutating func becomeAttached() -> [Action] {
        skipGone()
        guard !isAttached, !hasUnsentTrait, toBring.isEmpty, bringing == nil else { return [] }
        isAttached = true
        failures = 0
        return [.notice(.state(.attached))]
    }

    // MARK: Time

    /// When to call ``timePassed(now:)``; nil while there is no call.
    var deadline: Duration? {
        switch phase {
        case .idle: nil
        case .opening: lastReceived + Self.welcomeTimeout
        case .welcomed:
            [heartbeat.map { lastSent + $0 }, heartbeat.map { lastReceived + $0 * 2 }, delayed.due].compactMap(\.self)
                .min()
        }
    }

    mutating func timePassed(now: Duration) -> [Action] {
        guard let deadline, now >= deadline else { return [] }
        if let id = delayed.next(now: now) { toBring.append([id]) }
        guard let heartbeat else {
            return [.hangUp(RPCError(.unavailable, "the hub did not welcome the host within \(Self.welcomeTimeout)"))]
        }
        if now >= lastReceived + heartbeat * 2 {
            return [.hangUp(RPCError(.unavailable, "the hub has been silent for \(heartbeat * 2)"))]
        }
        guard now >= lastSent + heartbeat else { return [] }
        lastSent = now
        // Any queued message also serves as a keepalive.
        if outbox.count == 0 { outbox.add(.ping(Hearth_V1_AttachPing())) }
        return []
    }

    // MARK: Output

    /// The next message to send, or nil.
    mutating func takeOutgoing(now: Duration) -> Hearth_V1_AttachRequest? {
        guard let content = nextContent() else { return nil }
        lastSent = now
        return Hearth_V1_AttachRequest(content: content)
    }

    private mutating func nextContent() -> Hearth_V1_AttachRequest.OneOf_Content? {
        while let entry = outbox.take() {
            switch entry {
            case .message(let content): return content
            case .report(let change):
                guard let device = held[change.deviceID] else { continue }
                var report = Hearth_V1_DeviceReport(change, of: device)
                if hubConfirms, !report.events.isEmpty { report.number = unconfirmed.add(change) }
                return .report(report)
            case .memory(let memory):
                guard let value = memories[memory.deviceID]?[memory.key] else { continue }
                return .remember(
                    Hearth_V1_Remember(
                        memory: Hearth_V1_Memory(deviceID: memory.deviceID, key: memory.key, value: value)))
            }
        }
        return nextBring().map { .bring($0) }
    }
}
