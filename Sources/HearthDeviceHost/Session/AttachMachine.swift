internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// The course of a host's calls to its hub: hello, welcome, devices, then commands and reports, until the call ends
/// and the next begins.
///
/// A value: what happens goes in, what is to be done comes out, and what is to be sent is fetched with
/// ``takeOutgoing(now:)``. Time and chance are handed in. It outlives the calls and knows the devices' present values.
struct AttachMachine: Sendable {
    enum Action: Sendable {
        /// Once in the life of the host, with what the hub remembered.
        case startProvider(StoredState)
        case begin(DeviceWork)
        case cancel(UInt64)
        case notice(HostNotice)
        /// Ends the call.
        case hangUp(RPCError)
    }

    /// What follows the end of a call.
    enum Sequel: Sendable {
        case retry(after: Duration, [Action])
        /// Trying again would not help.
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

    /// A command of the hub that has no answer yet.
    struct OpenCall: Sendable {
        let callID: UInt64
        let work: DeviceWork
    }

    /// How long the welcome may take.
    static let welcomeTimeout = Duration.seconds(10)
    /// What is taken for a heartbeat that a welcome leaves out, and the longest.
    static let heartbeats = (usual: UInt32(30), longest: UInt32(3600))
    /// So many reports are kept until their devices are there; then they are drawn together device by device.
    static let earlyLimit = 1000

    let providerID: String
    /// What the numbers of reports belong to: the life of this host.
    let runID: String
    let name: String
    let structureID: String
    /// Every trait that the hub is told about.
    var traits: [UInt32: TraitDescriptor]
    /// There is one that this call's hello does not name.
    var hasUntoldTrait = false

    var phase = Phase.idle
    var provider = Provider.new
    /// What was reported before its device was there.
    var early: [DeviceChange] = []
    var announced: Set<String> = []
    var held: HeldDevices
    var outbox = Outbox()
    var lastID: UInt64 = 0
    private var heartbeat: Duration?
    private var lastSent = Duration.zero
    private var lastReceived = Duration.zero
    private var failures = 0

    // What the hub knows of this call's devices.

    /// To be brought, in order; those that were refused together come one half after the other.
    var toBring: [[String]] = []
    /// What the hub has not answered for: of `count` devices those that are still as they were sent.
    var bringing: (callID: UInt64, ids: [String], count: Int)?
    var brought: Set<String> = []
    /// What the hub did not take.
    var refused: Set<String> = []
    /// What happened to devices that are being brought.
    var heldBack: [String: DeviceChange] = [:]
    /// Events that were sent, until the hub says that it has them.
    var unconfirmed = UnconfirmedEvents()
    /// Whether this call's hub says so at all.
    private var hubConfirms = false
    /// Events of devices that the hub does not have.
    var backlog = EventBacklog()
    /// What the provider had the hub remember in this life, told again in each call.
    var memories: [String: [String: [UInt8]]] = [:]
    /// Gone for good, and the hub may not know.
    var gone = Removals()
    var isAttached = false

    // What the hub asks for.

    var lanes = CommandLanes()
    /// Of this call, by work.
    var open: [UInt64: OpenCall] = [:]
    var workByCall: [UInt64: UInt64] = [:]

    /// - Parameter isStrict: whether reports are held to all rules of their schemas.
    init(
        providerID: String, runID: String, name: String, structureID: String, traits: [TraitDescriptor],
        isStrict: Bool = false
    ) {
        held = HeldDevices(isStrict: isStrict)
        self.providerID = providerID
        self.runID = runID
        self.name = name
        self.structureID = structureID
        self.traits = Dictionary(traits.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Rises by one; no two are the same in a host's life.
    mutating func makeID() -> UInt64 {
        lastID += 1
        return lastID
    }

    // MARK: The call

    /// A call begins.
    mutating func begin(now: Duration) -> [Action] {
        phase = .opening
        hasUntoldTrait = false
        outbox = Outbox()
        heartbeat = nil
        lastSent = now
        lastReceived = now
        outbox.add(
            .hello(
                Hearth_V1_AttachHello(
                    providerID: providerID, name: name,
                    schemas: traits.values.sorted { $0.id < $1.id }.map(\.schema), structureID: structureID,
                    runID: runID)))
        return [.notice(.state(.connecting))]
    }

    /// A message of the hub.
    mutating func received(_ message: Hearth_V1_AttachResponse, now: Duration) -> [Action] {
        if case .opening = phase {
            // Nothing else ends the wait for it.
            guard case .welcome(let welcome)? = message.content else { return [] }
            lastReceived = now
            return welcomed(welcome)
        }
        lastReceived = now
        switch message.content {
        case .brought(let result): return devicesBrought(result)
        case .invoke(let request): return asked(request)
        case .write(let request): return asked(request)
        case .cancel(let cancel): return cancelled(cancel.callID)
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
        case .started: return hasUntoldTrait ? [Self.beginAnew] : bringAll()
        }
    }

    /// A call has ended. `chance` is a number from 0 to 1 that spreads the hosts of a hub that went away.
    mutating func ended(_ error: RPCError, chance: Double) -> Sequel {
        phase = .idle
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
        let pause = Self.pause(after: failures, chance: chance)
        failures += 1
        return .retry(
            after: pause,
            running.sorted().map { .cancel($0) } + [.notice(.state(.waiting(pause: pause, reason: reason)))])
    }

    /// A quarter of a second, twice as long after each failure up to half a minute, and of that a part by chance.
    static func pause(after failures: Int, chance: Double) -> Duration {
        let longest = min(0.25 * Double(1 << min(failures, 7)), 30)
        return .seconds(longest * (0.5 + 0.5 * min(max(chance, 0), 1)))
    }

    /// The hub has everything.
    mutating func becomeAttached() -> [Action] {
        skipGone()
        guard !isAttached, !hasUntoldTrait, toBring.isEmpty, bringing == nil else { return [] }
        isAttached = true
        failures = 0
        return [.notice(.state(.attached))]
    }

    // MARK: Time

    /// When ``timePassed(now:)`` wants to be called; nil while there is no call.
    var deadline: Duration? {
        switch phase {
        case .idle: nil
        case .opening: lastReceived + Self.welcomeTimeout
        case .welcomed: heartbeat.map { min(lastSent + $0, lastReceived + $0 * 2) }
        }
    }

    mutating func timePassed(now: Duration) -> [Action] {
        guard let deadline, now >= deadline else { return [] }
        guard let heartbeat else {
            return [.hangUp(RPCError(.unavailable, "the hub did not welcome the host within \(Self.welcomeTimeout)"))]
        }
        if now >= lastReceived + heartbeat * 2 {
            return [.hangUp(RPCError(.unavailable, "the hub has been silent for \(heartbeat * 2)"))]
        }
        lastSent = now
        // Whatever waits says as much, as soon as the hub reads.
        if outbox.count == 0 { outbox.add(.ping(Hearth_V1_AttachPing())) }
        return []
    }

    // MARK: Out

    /// The next message to send; nil for none.
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
