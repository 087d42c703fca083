internal import HearthBase
package import HearthCameraMedia

/// The life of a camera's stream over its connections, without I/O. All viewers share one connection. It is kept
/// for a time after the last viewer, and made again when it breaks while there are viewers. Times are those of a clock
/// that never jumps.
package struct StreamMachine: Sendable {
    package enum Action: Sendable {
        /// Opens a connection; a former one is closed.
        case open(CameraURL)
        case send([UInt8])
        case close
        case parts([CameraPart])
        /// What the camera's description says.
        case described(CameraFormat)
        /// The formats of what people say that the camera plays.
        case describedSpeaker([AudioFormat])
        /// The camera plays: those who wait for the stream may watch it, or talk.
        case began
        /// The stream is over, with an error unless nothing watches it.
        case ended(RTSPError?)
    }

    /// The longest time to connect.
    static let connectTime = Duration.seconds(10)
    /// How long the connection is kept after the last viewer.
    static let linger = Duration.seconds(30)
    /// How long viewers wait for a connection that broke.
    static let lostTime = Duration.seconds(60)
    private static let mostRedirections = 3

    private let settings: RTSPSettings
    private let purpose: RTSPSession.Purpose
    private let random: @Sendable (Int) -> [UInt8]
    private let backoff = ExponentialBackoff(initial: .seconds(1), maximum: .seconds(60), spread: 0.5...1)

    private var isRunning = false
    /// When the stream began.
    private var origin = Duration.zero
    private var session: RTSPSession?
    private var openBy: Duration?
    private var redirections = 0
    private var viewers = 0
    private var keepUntil: Duration?
    private var hasBegun = false
    /// Whether the present connection plays.
    private var isPlaying = false
    /// Since when there is no connection that plays.
    private var lostAt: Duration?
    private var retryAt: Duration?
    private var failures = 0
    private var known = KnownFailure()

    /// - Parameter random: makes random bytes, which must not be predictable.
    package init(
        _ settings: RTSPSettings, _ purpose: RTSPSession.Purpose = .play,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.settings = settings
        self.purpose = purpose
        self.random = random
    }

    /// Whether who asks for the stream may watch it at once. Otherwise ``Action/began`` says when.
    package var canWatch: Bool { isRunning && isPlaying }

    /// The failure that further requests get without asking the camera; nil if it may be asked.
    package func failure(at now: Duration) -> RTSPError? { isRunning ? nil : known.error(at: now) }

    /// When ``timePassed(now:)`` has something to do; nil if never.
    package var deadline: Duration? {
        guard isRunning else { return nil }
        return [session?.deadline, openBy, keepUntil, retryAt].compactMap(\.self).min()
    }

    // MARK: - Viewers

    /// Somebody asks for the stream.
    package mutating func start(now: Duration) -> [Action] {
        guard !isRunning else { return [] }
        if let error = known.error(at: now) { return [.ended(error)] }
        isRunning = true
        origin = now
        (failures, hasBegun, lostAt, keepUntil, redirections) = (0, false, nil, nil, 0)
        return connect(to: settings.url, now: now)
    }

    /// The number of viewers has changed, with those who wait for the stream.
    package mutating func viewersChanged(to count: Int, now: Duration) {
        viewers = count
        keepUntil = count > 0 ? nil : keepUntil ?? now + Self.linger
    }

    /// The camera was asked by another connection what the stream is.
    ///
    /// - Parameter error: how that failed; nil if the camera has answered.
    package mutating func asked(_ error: RTSPError?, now: Duration) {
        if let error { known.failed(error, now: now) } else { known.worked() }
    }

    /// Ends the stream.
    package mutating func stop() -> [Action] { isRunning ? end(nil) : [] }

    // MARK: - The connection

    package mutating func opened(now: Duration) -> [Action] {
        guard isRunning, openBy.take() != nil else { return [] }
        return perform(session?.opened(now: now) ?? [], now: now)
    }

    package mutating func received(_ bytes: [UInt8], now: Duration) -> [Action] {
        guard isRunning, openBy == nil else { return [] }
        return perform(session?.received(bytes, now: now) ?? [], now: now)
    }

    /// Sends a packet of speech to the camera. It is dropped while the camera does not play speech.
    package mutating func say(_ packet: SpokenPacket) -> [Action] {
        session?.say(packet).map { [.send($0)] } ?? []
    }

    /// The connection could not be made, or has ended.
    package mutating func closed(_ error: RTSPError, now: Duration) -> [Action] {
        isRunning && session != nil ? fail(error, now: now) : []
    }

    package mutating func timePassed(now: Duration) -> [Action] {
        guard isRunning else { return [] }
        if let keepUntil, keepUntil <= now { return end(nil) }
        if let openBy, openBy <= now {
            return fail(
                RTSPError(
                    .unreachable, "\(settings.url.address) did not answer within \(Self.connectTime.wholeSeconds) s",
                    wayOut: "check the address, and that the camera has power"), now: now)
        }
        if let retryAt, retryAt <= now { return connect(to: settings.url, now: now) }
        return perform(session?.timePassed(now: now) ?? [], now: now)
    }

    private mutating func connect(to url: CameraURL, now: Duration) -> [Action] {
        retryAt = nil
        var there = settings
        there.url = url
        session = RTSPSession(there, purpose, origin: origin, random: random)
        openBy = now + Self.connectTime
        return [.open(url)]
    }

    private mutating func perform(_ actions: [RTSPSession.Action], now: Duration) -> [Action] {
        var results: [Action] = []
        for action in actions where isRunning {
            switch action {
            case .send(let bytes): results.append(.send(bytes))
            case .parts(let parts):
                (failures, lostAt, redirections) = (0, nil, 0)
                results.append(.parts(parts))
            case .described(let format):
                results.append(.described(format))
                if purpose == .describe { results += end(nil) }
            case .describedSpeaker(let formats): results += [.describedSpeaker(formats)] + end(nil)
            case .playing:
                (hasBegun, isPlaying) = (true, true)
                known.worked()
                results.append(.began)
            case .redirected(let url):
                redirections += 1
                guard redirections <= Self.mostRedirections else {
                    let error = RTSPError(
                        .refused, "the camera names another place for its stream again and again",
                        wayOut: "correct the URL of the stream")
                    results += fail(error, now: now)
                    break
                }
                results += connect(to: url, now: now)
            case .failed(let error): results += fail(error, now: now)
            }
        }
        return results
    }

    private mutating func fail(_ error: RTSPError, now: Duration) -> [Action] {
        session = nil
        openBy = nil
        isPlaying = false
        let lostAt = lostAt ?? now
        guard hasBegun, !error.needsPerson, viewers > 0, now - lostAt < Self.lostTime else {
            known.failed(error, now: now)
            return end(viewers > 0 || !hasBegun || purpose.isOfSpeaker ? error : nil)
        }
        self.lostAt = lostAt
        // In range: two random bytes.
        let chance = random(2).reduce(0.0) { $0 * 256 + Double($1) } / 65_535
        retryAt = now + backoff.delay(after: failures, random: chance)
        failures += 1
        return [.close]
    }

    private mutating func end(_ error: RTSPError?) -> [Action] {
        let farewell = session?.end() ?? []
        (isRunning, isPlaying) = (false, false)
        session = nil
        (openBy, keepUntil, retryAt) = (nil, nil, nil)
        return (farewell.isEmpty ? [] : [.send(farewell)]) + [.close, .ended(error)]
    }
}
