internal import HearthBase
internal import HearthCalendar
internal import HearthEntities
internal import HearthTLS

/// One connection to a device, without I/O: its handshake, the exchange of descriptions, states and commands, and its
/// end.
struct ESPHomeSession: Sendable {
    /// What the connection is for.
    enum Purpose: Hashable, Sendable {
        /// Describes the device, and reports its states.
        case states
        /// Describes the device, and ends.
        case description
        /// Gives a device without a key its first one, or takes its key away if that is nil, and ends.
        case setKey(ESPHomeKey?)
    }

    enum Action: Hashable, Sendable {
        case send([UInt8])
        case describe(ESPHomeDescription)
        case report(EntityReport)
        /// The device answers a call of an action.
        case answer(callID: UInt32, ActionAnswer)
        /// The device asks for the time; answered with ``ESPHomeSession/tell(epoch:)``.
        case askTime
        /// The device has taken its key, or has none any more.
        case keySet
        /// The connection is over; close it. The session does nothing more.
        case end(End)
    }

    /// The end of a connection.
    struct End: Hashable, Sendable {
        /// Nil after ``ESPHomeSession/disconnect(at:)`` and the purposes that end.
        var error: ESPHomeError?
        /// Whether the device, or this end, took its leave.
        var isOrderly: Bool
    }

    enum Phase: Hashable, Sendable {
        /// The device's name and chosen protocol are awaited.
        case greeting
        /// The device's part of the handshake is awaited.
        case handshake
        case hello, info, listing, settingKey
        /// States arrive.
        case running
        /// The answer to a request to disconnect is awaited.
        case leaving
        case ended
    }

    /// The version of the API that this module is written for.
    static let apiMajor: UInt32 = 1
    static let apiMinor: UInt32 = 19

    let settings: ESPHomeSettings
    let purpose: Purpose
    var phase: Phase
    var decoder: FrameDecoder
    var handshake: NoiseHandshake?
    var transport: NoiseTransport?
    /// When the present phase times out; nil while states arrive.
    var phaseDeadline: ContinuousClock.Instant?
    var lastReceived: ContinuousClock.Instant
    var lastPing: ContinuousClock.Instant?
    /// The name and the MAC address in the encrypted form's greeting, which are not authenticated.
    var hintedName = ""
    var hintedMAC: String?
    var apiVersion = ""
    var info = DeviceInfoResponse()
    var mac = ""
    var catalog = EntityCatalog()
    private var lastCallID: UInt32 = 0

    /// - Parameters:
    ///   - zone: the home's time zone, for entities with date and time.
    ///   - secret: 32 random bytes for this connection alone.
    ///   - now: when the connection was established.
    init(
        _ settings: ESPHomeSettings, _ purpose: Purpose = .states, zone: ZoneRules = .utc, secret: [UInt8],
        at now: ContinuousClock.Instant
    ) {
        self.settings = settings
        self.purpose = purpose
        lastReceived = now
        phase = settings.key == nil ? .hello : .greeting
        decoder = FrameDecoder(settings.key == nil ? .plain : .encrypted)
        catalog.context.zone = zone
        if let key = settings.key, let ephemeral = X25519Key(secret: secret) {
            // The prologue ends with the length and content of the client's greeting, which is empty.
            handshake = NoiseHandshake(
                key: key, ephemeral: ephemeral, prologue: Array("NoiseAPIInit".utf8) + [0, 0])
        }
    }

    // MARK: Events

    /// The first bytes to send.
    mutating func start(at now: ContinuousClock.Instant) -> [Action] {
        guard settings.key != nil else {
            enter(.hello, at: now)
            return hello()
        }
        guard let greeting = FrameEncoder.encrypted([]), let message = handshake?.hello(),
            let frame = FrameEncoder.encrypted([0] + message)
        else { return fail(.handshakeFailed, "cannot encrypt for \(settings.address)") }
        enter(.greeting, at: now)
        return [.send(greeting + frame)]
    }

    /// Takes bytes of the device.
    mutating func received(_ bytes: [UInt8], at now: ContinuousClock.Instant) -> [Action] {
        guard phase != .ended, !bytes.isEmpty else { return [] }
        lastReceived = now
        lastPing = nil
        var (actions, reports): ([Action], [EntityReport]) = ([], [])
        decoder.append(bytes)
        do {
            while phase != .ended, let frame = try decoder.next() {
                actions += take(frame, at: now, &reports)
            }
        } catch {
            actions += failed(error)
        }
        // Reports precede the end, as they arrived before it.
        let end = actions.firstIndex { if case .end = $0 { true } else { false } } ?? actions.count
        actions.insert(contentsOf: reports.map(Action.report), at: end)
        return actions
    }

    /// When ``timePassed(at:)`` has to be called.
    var deadline: ContinuousClock.Instant? {
        switch phase {
        case .ended: nil
        case .running: min((lastPing ?? lastReceived) + Self.pingAfter, lastReceived + Self.deadAfter)
        default: phaseDeadline
        }
    }

    mutating func timePassed(at now: ContinuousClock.Instant) -> [Action] {
        switch phase {
        case .ended: return []
        case .leaving:
            guard let phaseDeadline, now >= phaseDeadline else { return [] }
            return end(nil, isOrderly: true)
        case .running:
            if now >= lastReceived + Self.deadAfter {
                return fail(.timedOut, "\(settings.address) has not answered for \(Self.deadAfter.wholeSeconds) s")
            }
            guard now >= (lastPing ?? lastReceived) + Self.pingAfter else { return [] }
            lastPing = now
            return send(PingRequest())
        default:
            guard let phaseDeadline, now >= phaseDeadline else { return [] }
            return fail(.timedOut, "\(settings.address) timed out: it did not send \(phase.awaited)")
        }
    }

    /// Sends a command.
    mutating func send(_ command: EntityCommand, to deviceID: String) throws(ESPHomeError) -> [Action] {
        guard phase == .running else {
            throw ESPHomeError(.disconnected, "\(settings.address) is not connected")
        }
        return send(try catalog.request(for: command, to: deviceID))
    }

    /// Runs an action.
    ///
    /// - Returns: also the id of the answer; nil if the device does not say when the action has run.
    mutating func run(_ call: ActionCall) throws(ESPHomeError) -> (actions: [Action], callID: UInt32?) {
        guard phase == .running else {
            throw ESPHomeError(.disconnected, "\(settings.address) is not connected")
        }
        let hasAnswers = catalog.context.minor >= Self.firstMinorWithAnswers
        let callID = hasAnswers ? max(lastCallID &+ 1, 1) : 0
        let request = try catalog.actions.request(for: call, callID: callID, minor: catalog.context.minor)
        lastCallID = callID
        return (send(request), request.callID == 0 ? nil : request.callID)
    }

    /// The minor version of the API since which devices answer calls of actions.
    private static let firstMinorWithAnswers: UInt32 = 14

    /// Answers the device's question for the time.
    ///
    /// - Parameters:
    ///   - epoch: seconds since 1970.
    ///   - zone: the home's time zone in the form of POSIX's TZ variable; empty if not known.
    mutating func tell(epoch: UInt32, zone: String) -> [Action] {
        guard phase != .ended else { return [] }
        return send(GetTimeResponse(epoch: epoch, zone: zone, parsedZone: PosixZone(zone).map { TimeZonePart($0) }))
    }

    /// Takes leave of the device.
    mutating func disconnect(at now: ContinuousClock.Instant) -> [Action] {
        guard phase != .ended, phase != .leaving else { return [] }
        let isUnderstood = phase != .greeting && phase != .handshake
        guard isUnderstood else { return end(nil, isOrderly: true) }
        enter(.leaving, at: now)
        return send(DisconnectRequest())
    }

    // MARK: Frames

    private mutating func take(
        _ frame: Frame, at now: ContinuousClock.Instant, _ reports: inout [EntityReport]
    ) -> [Action] {
        switch frame {
        case .message(let type, let bytes): return take(type, bytes, at: now, &reports)
        case .content(let content):
            switch phase {
            case .greeting: return greeted(content, at: now)
            case .handshake: return shook(content, at: now)
            default:
                guard let text = transport?.open(content) else {
                    return fail(
                        .malformed, "a message of \(settings.address) was not encrypted by the device, or was changed")
                }
                guard let message = FrameEncoder.message(in: text) else {
                    return fail(.malformed, "a message of \(settings.address) ends early")
                }
                return take(message.type, message.bytes, at: now, &reports)
            }
        }
    }

    private mutating func failed(_ failure: FrameFailure) -> [Action] {
        let address = settings.address
        switch failure {
        case .otherForm where settings.key != nil:
            return fail(.hasNoEncryption, "\(address) does not encrypt its API, but a key is set")
        case .otherForm: return fail(.needsKey, "\(address) encrypts its API, but no key is set")
        case .unknownForm(let byte):
            return fail(
                .malformed, "\(address) does not speak ESPHome's API: a message begins with byte \(byte)")
        case .longNumber: return fail(.malformed, "\(address) sent a number with more than 4 bytes")
        case .tooLong(let count):
            return fail(
                .malformed, "\(address) announced a message of \(count) bytes, more than \(FrameDecoder.longest)")
        case .unknownType(let type): return fail(.malformed, "\(address) sent a message of the type \(type)")
        }
    }

    // MARK: Sending and ending

    mutating func send(_ message: some WireMessage) -> [Action] {
        let (type, bytes) = (Swift.type(of: message).id, message.encoded)
        guard settings.key != nil else { return [.send(FrameEncoder.plain(type: type, bytes))] }
        guard let text = FrameEncoder.text(type: type, bytes), let sealed = transport?.seal(text),
            let frame = FrameEncoder.encrypted(sealed)
        else { return fail(.malformed, "a message to \(settings.address) is too long to encrypt") }
        return [.send(frame)]
    }

    mutating func enter(_ phase: Phase, at now: ContinuousClock.Instant) {
        self.phase = phase
        phaseDeadline = phase.time.map { now + $0 }
    }

    mutating func fail(_ code: ESPHomeError.Code, _ message: String, wayOut: String? = nil) -> [Action] {
        end(ESPHomeError(code, message, wayOut: wayOut), isOrderly: false)
    }

    mutating func end(_ error: ESPHomeError?, isOrderly: Bool) -> [Action] {
        guard phase != .ended else { return [] }
        phase = .ended
        return [.end(End(error: error, isOrderly: isOrderly))]
    }
}
