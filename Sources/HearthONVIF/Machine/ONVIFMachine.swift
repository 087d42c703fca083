internal import HearthBase
package import HearthCameraMedia
package import HearthDeviceLinks
package import HearthEntities
internal import HearthHTTP1
internal import HearthHTTPDigest
internal import HearthTraitCore
internal import HearthXML

/// A camera that a probe has found.
package struct ProbedCamera: Hashable, Sendable {
    package var information: CameraInformation
}

/// The course of a link to one camera, without I/O: questions about the camera, then a subscription whose events are
/// pulled. Times are those of a clock that never jumps.
package struct ONVIFMachine: DeviceMachine {
    package enum Purpose: Hashable, Sendable {
        /// Keeps a subscription and reports events, of a camera with this ID.
        case states(id: String)
        /// Asks once who the camera is, and checks the password.
        case probe
    }

    package typealias Wire = ONVIFSockets

    /// What a request asks, in the order of the course.
    enum Question: Hashable, Sendable {
        case time
        /// Ends the subscription of an earlier connection: cameras have room for a few only.
        case endSubscription
        case services, capabilities, information, endpoint
        case profiles(isMedia2: Bool)
        case mainStream, subStream, snapshot, topics
        case subscribe, pull, renew
    }

    /// A request without an answer.
    struct Job: Sendable {
        var question: Question
        var request: CameraRequest
        var deadline: Duration
        /// How often it was sent again because of a challenge.
        var repeats = 0
    }

    /// The lane of requests that are answered at once, and that of the one that waits for events.
    package static let requestLane = 0
    package static let pullLane = 1
    /// How long an answer may take, beyond the time for which the camera may hold it back.
    static let patience = Duration.seconds(10)
    /// How long a camera holds back the answer until there are events, and the pause after an answer with some.
    static let pullTime = Duration.seconds(60)
    static let pullPause = Duration.milliseconds(750)
    /// When a subscription of ten minutes is renewed.
    static let renewTime = Duration.seconds(480)
    /// The pause before another subscription after the camera has refused one, and between two signs of life of a camera
    /// without events.
    static let retryTime = Duration.seconds(60)
    /// How long the device stays reachable while the connection is lost.
    static let grace = Duration.seconds(20)
    /// How long a connection lasts after the description to prove good. Sooner failures keep backing off.
    static let provingTime = Duration.seconds(10)

    package let settings: ONVIFSettings
    let purpose: Purpose
    let sinceEpoch: @Sendable () -> Duration
    let random: @Sendable (Int) -> [UInt8]
    let backoff = ExponentialBackoff(initial: .seconds(1), maximum: .seconds(60), spread: 0.5...1)

    var isStarted = false
    var failures = 0
    /// The pauses after refused proofs.
    var loginPause = LoginPause()
    /// Whether the last course ended with a refused proof.
    var isRefused = false
    /// When the next attempt begins; nil while there is a course.
    var reconnectAt: Duration?
    /// Why the last course ended.
    var reason = ""
    var unreachableAt: Duration?
    /// Whether a course has begun and has not failed.
    var isRunning = false
    var plan = FIFO<Question>()
    var jobs: [Int: Job] = [:]
    private var rounds: [Int: Int] = [:]
    /// The time of the last event.
    private var heardAt = Duration.zero
    var access: CameraAccess
    var memory = CameraMemory()
    var services: CameraServices?
    var information = CameraInformation()
    var profiles: [MediaProfile] = []
    /// What the present course has learnt of the addresses.
    var learnt = CameraAddresses()
    /// Nil until the camera has answered all questions, and after a failure that a person must end.
    package internal(set) var addresses: CameraAddresses?
    /// When the present course described the camera.
    var describedAt: Duration?
    var described: EntityDevice?
    var isReachable = false
    var pullAt: Duration?
    var renewAt: Duration?
    var subscribeAt: Duration?
    /// Whether the health says that the camera sends no events.
    var isWithoutEvents = false
    /// When a camera without events is asked for a sign of life.
    var checkAt: Duration?
    var states = CameraStates()

    /// - Parameters:
    ///   - sinceEpoch: the hub's time since 1970.
    ///   - random: makes random bytes, which must not be predictable.
    package init(
        _ settings: ONVIFSettings, _ purpose: Purpose, sinceEpoch: @escaping @Sendable () -> Duration,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.settings = settings
        self.purpose = purpose
        self.sinceEpoch = sinceEpoch
        self.random = random
        access = CameraAccess(settings, random: random)
    }

    var deviceID: String { if case .states(let id) = purpose { id } else { "" } }

    package var deadline: Duration? {
        guard isStarted else { return nil }
        var times = [reconnectAt, unreachableAt, pullAt, stateEnd] + jobs.values.map { Optional($0.deadline) }
        if jobs[Self.requestLane] == nil { times += [renewAt, subscribeAt, checkAt] }
        return times.compactMap { $0 }.min()
    }

    /// When a state ends by itself. What ends while the camera is unreachable is reported once it is back.
    private var stateEnd: Duration? { isReachable ? states.nextEnd : nil }

    package var isConnecting: Bool { isStarted && reconnectAt == nil && describedAt == nil }

    package func leftOut(of deviceID: String) -> [LeftOut] { deviceID == self.deviceID ? states.leftOut : [] }

    // MARK: - The course

    package mutating func recall(_ memory: [UInt8]) { self.memory = CameraMemory(memory) }

    package mutating func start(now: Duration) -> [Action] {
        guard !isStarted else { return [] }
        isStarted = true
        return [.call(.health(.connecting))] + connect()
    }

    package mutating func stop() -> [Action] {
        guard isStarted else { return [] }
        var actions: [Action] = [.order(.closeAll)]
        if isRunning, let subscription = memory.subscription {
            let request = end(subscription)
            actions.append(
                .order(.farewell(access.prove(request, isAnonymous: false, now: heardAt), port: port(of: request))))
        }
        (isStarted, isRunning, isReachable) = (false, false, false)
        clear()
        reconnectAt = nil
        unreachableAt = nil
        return actions
    }

    /// Ends all that belongs to a course.
    mutating func clear() {
        plan.removeAll()
        jobs = [:]
        (pullAt, renewAt, subscribeAt, checkAt, describedAt) = (nil, nil, nil, nil, nil)
        isWithoutEvents = false
    }

    private mutating func connect() -> [Action] {
        reconnectAt = nil
        return [.connect]
    }

    package mutating func turnCame(now: Duration) -> [Action] {
        guard isStarted, reconnectAt == nil, !isRunning else { return [] }
        isRunning = true
        heardAt = now
        access = CameraAccess(settings, random: random)
        plan.append(.time)
        return next(now)
    }

    package mutating func wake(now: Duration) -> [Action] {
        // A sign of life makes no password right.
        isStarted && reconnectAt != nil && !isRefused ? connect() : []
    }

    package mutating func take(_ event: ONVIFEvent, now: Duration) -> [Action] {
        // What a connection reported before it was closed means nothing any more.
        guard isStarted, event.round == rounds[event.lane, default: 0] else { return [] }
        heardAt = now
        return switch event.content {
        case .answered(let answer): answered(event.lane, answer, now: now)
        case .failed(let error): failed(event.lane, error, now: now)
        }
    }

    /// How often a lane was closed: events of its present connection have this number.
    package func round(of lane: Int) -> Int { rounds[lane, default: 0] }

    /// Ends what a lane does.
    mutating func close(_ lane: Int) -> Action {
        rounds[lane, default: 0] &+= 1
        return .order(.close(lane))
    }

    package mutating func timePassed(now: Duration) -> [Action] {
        guard isStarted else { return [] }
        heardAt = now
        var actions = isReachable ? report(states.timePassed(now: now)) : []
        if let unreachableAt, unreachableAt <= now { actions += becomeUnreachable() }
        if let reconnectAt, reconnectAt <= now { actions += connect() }
        if jobs.values.contains(where: { $0.deadline <= now }) {
            if jobs[Self.requestLane]?.question == .endSubscription {
                jobs[Self.requestLane] = nil
                return actions + [close(Self.requestLane)] + ended(now)
            }
            return actions
                + fail(
                    ONVIFError(
                        .timedOut, "\(settings.host) did not answer in time",
                        wayOut: "check that the camera has a good connection to the network"), now)
        }
        if let pullAt, pullAt <= now {
            self.pullAt = nil
            actions += ask(.pull, now)
        }
        // The lane of requests may be in use; what is due waits for it.
        if jobs[Self.requestLane] == nil {
            if let renewAt, renewAt <= now {
                self.renewAt = nil
                actions += ask(.renew, now)
            } else if let subscribeAt, subscribeAt <= now {
                self.subscribeAt = nil
                actions += ask(.subscribe, now)
            } else if let checkAt, checkAt <= now {
                self.checkAt = nil
                actions += ask(.time, now)
            }
        }
        return actions
    }

    package mutating func send(
        _ command: EntityCommand, to deviceID: String, number: UInt64, now: Duration
    ) -> [Action] {
        [.answer(number, TraitError(.unsupportedCommand, "the camera takes no commands"))]
    }
}
