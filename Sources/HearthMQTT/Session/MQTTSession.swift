/// A client's side of MQTT 5.0 or 3.1.1, over all connections to one broker: a value without I/O. Each function is an
/// event and returns what to do. Bytes, the time and randomness are passed in.
///
/// After each event the caller performs the actions in order and calls ``timePassed(now:random:)`` at ``deadline``.
package struct MQTTSession: Sendable {
    package enum Action: Sendable, Equatable {
        /// Connect to the broker, then call ``opened(now:)``, or ``closed(_:now:random:)`` if that fails.
        case open
        /// Send these bytes.
        case send([UInt8])
        /// Close the connection once its bytes are sent, and report nothing of it any more.
        case close
        /// The broker has accepted the client.
        case connected(sessionPresent: Bool)
        /// There is no connection; the next try begins after this time.
        case disconnected(MQTTError, retryAfter: Duration)
        case deliver(MQTTMessage)
        /// The answers to ``subscribe(_:token:now:)``; without a token those to the client's own subscribing after a
        /// connect.
        case subscribed(token: UInt64?, [MQTTSubscription])
        /// The broker has ended subscriptions.
        case unsubscribed(token: UInt64)
        /// The message was sent or, with QoS 1 and 2, has arrived.
        case published(token: UInt64)
        /// A request has failed.
        case failed(token: UInt64, MQTTError)
    }

    enum Phase: Equatable {
        case idle
        case opening(deadline: ContinuousClock.Instant)
        /// CONNECT is sent.
        case greeting(deadline: ContinuousClock.Instant)
        case connected(since: ContinuousClock.Instant)
        case waiting(until: ContinuousClock.Instant)
        case stopped
    }

    let settings: MQTTSettings
    var phase = Phase.idle
    /// The version of this and later connections; the older one after a broker refused the newer.
    package internal(set) var version = MQTTVersion.v5
    var clientID: String
    var decoder: PacketDecoder
    /// What the broker stated about itself.
    var broker = ConnectAnswer()
    var keepAlive: KeepAlive?
    var reconnection = Reconnection()
    var sent = SentMessages()
    var book = SubscriptionBook()
    var copies = MessageCopies()
    /// The identifiers of messages of QoS 2 that were delivered and are not released (section 4.3.3).
    var unreleased: Set<UInt16> = []
    var lastID: UInt16 = 0
    /// Whether the next connection begins a new session: the first, and after a request was given up. A given up
    /// message must not arrive minutes later.
    var startsClean = true
    /// Bytes sent since ``drained(now:)``.
    var unsentBytes = 0
    var lastBirth: ContinuousClock.Instant?
    /// When the birth message is due again; nil if it is not.
    var birthDue: ContinuousClock.Instant?

    /// The number of unsent bytes from which on messages wait.
    static let mostUnsentBytes = 256 << 10
    /// The most messages in flight, whatever the broker allows.
    static let mostInFlight = 256
    /// The most messages in flight in MQTT 3.1.1, which has no Receive Maximum.
    static let mostInFlightWithoutLimit = 20

    package init(_ settings: MQTTSettings) {
        self.settings = settings
        clientID = settings.clientID
        decoder = PacketDecoder(version: .v5, mostBytes: Int(settings.mostPacketBytes))
    }

    // MARK: Beginning and end

    /// Begins to connect. Does nothing later on.
    package mutating func start(now: ContinuousClock.Instant) -> [Action] {
        guard phase == .idle else { return [] }
        return open(now: now)
    }

    mutating func open(now: ContinuousClock.Instant) -> [Action] {
        phase = .opening(deadline: now + settings.timeout)
        return [.open]
    }

    /// Says goodbye. Requests fail, and nothing happens afterwards.
    package mutating func stop(now: ContinuousClock.Instant) -> [Action] {
        guard phase != .stopped else { return [] }
        var actions: [Action] = []
        if isConnected { sayGoodbye(&actions) }
        let isOpen = hasTransport
        phase = .stopped
        failEverything(MQTTError(.stopped, "the client was stopped"), &actions)
        if isOpen { actions.append(.close) }
        return actions
    }

    /// The will is published at an orderly end too, so that others learn of it. The session ends with the connection.
    private mutating func sayGoodbye(_ actions: inout [Action]) {
        switch version {
        case .v5:
            let reason: MQTTReason = settings.will == nil ? .success : .disconnectWithWill
            send(.disconnect(reason, sessionExpiry: 0), &actions)
        case .v3:
            // Section 3.14: a broker drops the will. QoS 0 needs no answer, and the order of packets is kept.
            if var will = settings.will {
                will.qos = 0
                send(.publish(PublishPacket(will)), &actions)
            }
            send(.disconnect(.success, sessionExpiry: nil), &actions)
        }
    }

    private mutating func failEverything(_ error: MQTTError, _ actions: inout [Action]) {
        for message in sent.removeAll() {
            if let token = message.token { actions.append(.failed(token: token, error)) }
        }
        for call in book.calls {
            if let token = call.token { actions.append(.failed(token: token, error)) }
        }
        book.calls = []
    }

    // MARK: State

    package var isConnected: Bool {
        if case .connected = phase { true } else { false }
    }

    /// Whether there is a connection, or one is being opened.
    var hasTransport: Bool {
        switch phase {
        case .opening, .greeting, .connected: true
        case .idle, .waiting, .stopped: false
        }
    }

    /// When to call ``timePassed(now:random:)``; nil while nothing is due.
    package var deadline: ContinuousClock.Instant? {
        var first = sent.deadline
        func add(_ time: ContinuousClock.Instant) { first = min(first ?? time, time) }
        switch phase {
        case .idle, .stopped: return nil
        case .opening(let deadline), .greeting(let deadline): add(deadline)
        case .waiting(let until): add(until)
        case .connected:
            if let keepAlive { add(keepAlive.deadline) }
            for call in book.calls { add(deadline(of: call)) }
            if let birthDue { add(birthDue) }
        }
        return first
    }

    // MARK: Sending

    mutating func send(_ packet: ClientPacket, _ actions: inout [Action]) {
        send(packet.encoded(for: version), &actions)
    }

    mutating func send(_ bytes: [UInt8], _ actions: inout [Action]) {
        unsentBytes += bytes.count
        actions.append(.send(bytes))
    }

    /// Whether so much waits to be sent that nothing should be read: what the broker sends may need answers.
    package var isOutputFull: Bool { unsentBytes >= 4 * Self.mostUnsentBytes }

    /// All bytes have been sent.
    package mutating func drained(now: ContinuousClock.Instant) -> [Action] {
        unsentBytes = 0
        var actions: [Action] = []
        flush(now: now, &actions)
        return actions
    }

    /// The caller reads no more for now, so the broker's answers can't be expected.
    package mutating func pauseReading() { keepAlive?.pause() }

    /// The caller reads again.
    package mutating func resumeReading(now: ContinuousClock.Instant) { keepAlive?.resume(now: now) }

    /// An identifier that is not in use (section 2.2.1).
    mutating func nextID() -> UInt16 {
        repeat {
            lastID = lastID == .max ? 1 : lastID + 1
        } while sent.index(of: lastID) != nil || book.calls.contains { $0.id == lastID }
        return lastID
    }
}
