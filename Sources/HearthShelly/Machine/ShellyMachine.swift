internal import HearthBase
package import HearthDeviceLinks
package import HearthEntities
internal import HearthJSON
internal import HearthTraitCore
internal import HearthWebSocket

/// Where a device is, and how it lets clients in.
package struct ShellySettings: Hashable, Sendable {
    package var host: String
    package var port: UInt16
    package var password: String?
    /// The MAC address, which another device at the same address does not have; nil if it is not known yet.
    package var expectedMAC: String?

    /// The host with its port, as a request names them (RFC 9110, section 7.2): without the zone of an IPv6 address.
    var authority: String {
        let name = host.contains(":") ? "[\(host.prefix { $0 != "%" })]" : host
        return port == 80 ? name : "\(name):\(port)"
    }

    package init(host: String, port: UInt16 = 80, password: String? = nil, expectedMAC: String? = nil) {
        self.host = host
        self.port = port
        self.password = password
        self.expectedMAC = expectedMAC
    }
}

/// What a device says of itself.
package struct ShellyInfo: Hashable, Sendable {
    /// The MAC address as 12 lower-case digits.
    package var mac: String
    /// The name that a person gave it, else its model.
    package var name: String
    /// Whether it wants a password.
    package var isProtected: Bool
}

/// The course of a connection to one Shelly, without I/O: its WebSocket's bytes go in and out. Times are those of a
/// clock that never jumps.
package struct ShellyMachine: DeviceMachine {
    package enum Purpose: Hashable, Sendable {
        /// Keeps connected and reports states.
        case states
        /// Asks once who the device is, and checks the password.
        case probe
    }

    package typealias Wire = ShellySocket

    /// A request without an answer.
    struct Request: Sendable {
        enum Kind: Hashable, Sendable {
            case info, config, status
            /// A page of the virtual components, from this one on.
            case components(from: Int)
            case command(UInt64)
        }

        var kind: Kind
        var call: ShellyCall
        var deadline: Duration
        /// How often it was sent again with a proof for the newest challenge.
        var repeats = 0
    }

    /// How long the connection and each answer may take.
    static let patience = Duration.seconds(10)
    /// The silence after which the device is asked for a sign of life, and that after which it counts as gone.
    static let silence = Duration.seconds(30)
    static let deadSilence = Duration.seconds(75)
    static let mostCommands = 100
    /// How long a connection lasts after the description to prove good. Sooner failures keep backing off.
    static let provingTime = Duration.seconds(10)
    /// The most bytes that a device may send while it is read: 50 components have far less.
    static let mostReadBytes = 4 << 20
    /// The most virtual components; a device has at most ten.
    static let mostVirtual = 50

    package let settings: ShellySettings
    let purpose: Purpose
    let random: @Sendable (Int) -> [UInt8]
    let backoff = ExponentialBackoff(initial: .seconds(1), maximum: .seconds(60), spread: 0.5...1)

    var session: WebSocketClientSession?
    var isStarted = false
    var failures = 0
    /// When the next attempt begins; nil while there is a connection, or an attempt.
    var reconnectAt: Duration?
    /// How often a connection was opened.
    private var attempt = 0
    /// The end of the patience with the connection and the handshake.
    var openBy: Duration?
    var heardAt = Duration.zero
    var isPinged = false
    var digest: ShellyDigest?
    /// The requests that the device has, by their numbers, and those that wait for their turn.
    var requests: [Int: Request] = [:]
    var queue = FIFO<Request>()
    var lastNumber = 0
    /// When the configuration is read again, because it has changed.
    var rereadAt: Duration?
    /// Whether the configuration and the status are being read, and how many bytes came meanwhile.
    var isReading = false
    var readBytes = 0
    /// When the present connection described the device.
    var describedAt: Duration?
    var info: ShellyInfo?
    var source = ""
    var config: [String: JSONValue] = [:]
    var status: [String: JSONValue] = [:]
    var map: ShellyMap?
    var isReachable = false

    /// - Parameter random: makes random bytes, which must not be predictable.
    package init(_ settings: ShellySettings, _ purpose: Purpose, random: @escaping @Sendable (Int) -> [UInt8]) {
        self.settings = settings
        self.purpose = purpose
        self.random = random
    }

    package var deadline: Duration? {
        guard isStarted else { return nil }
        var times = [reconnectAt, openBy, rereadAt] + requests.values.map { Optional($0.deadline) }
        if session?.isOpen == true { times.append(heardAt + (isPinged ? Self.deadSilence : Self.silence)) }
        return times.compactMap { $0 }.min()
    }

    package var isConnecting: Bool { isStarted && reconnectAt == nil && !isReachable }

    func mask() -> UInt32 { random(4).reduce(0) { $0 << 8 | UInt32($1) } }

    /// Shellys have nothing that is not described.
    package func leftOut(of deviceID: String) -> [LeftOut] { [] }

    // MARK: - The connection

    package mutating func take(_ event: ShellyEvent, now: Duration) -> [Action] {
        guard event.attempt == attempt else { return [] }
        return switch event.content {
        case .opened: connected(now: now)
        case .failed(let reason): connectFailed(reason, now: now)
        case .received(let bytes): received(bytes, now: now)
        case .closed(let reason): closed(reason, now: now)
        }
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
        isStarted = false
        let last = mask()
        let farewell = session?.close(mask: last) ?? []
        let answers = endRequests("the link was stopped")
        session = nil
        (reconnectAt, openBy, rereadAt, describedAt) = (nil, nil, nil, nil)
        isReading = false
        return answers + (farewell.isEmpty ? [] : [.order(.write(farewell))]) + [.order(.close)]
    }

    private mutating func connect() -> [Action] {
        reconnectAt = nil
        return [.connect]
    }

    package mutating func turnCame(now: Duration) -> [Action] {
        guard isStarted, reconnectAt == nil, session == nil, openBy == nil else { return [] }
        openBy = now + Self.patience
        attempt &+= 1
        return [.order(.open)]
    }

    package mutating func wake(now: Duration) -> [Action] {
        isStarted && reconnectAt != nil ? connect() : []
    }

    /// The connection stands.
    package mutating func connected(now: Duration) -> [Action] {
        guard isStarted, openBy != nil else { return [.order(.close)] }
        let session = WebSocketClientSession(host: settings.authority, path: "/rpc", nonce: random(16))
        self.session = session
        digest = nil
        return [.order(.write(session.request))]
    }

    /// The connection could not be made.
    package mutating func connectFailed(_ reason: String, now: Duration) -> [Action] {
        guard openBy != nil else { return [] }
        return fail(
            ShellyError(
                .unreachable, "\(settings.host) can't be reached: \(reason)",
                wayOut: "check the address, and that the device has power"), now)
    }

    /// The connection has ended.
    package mutating func closed(_ reason: String?, now: Duration) -> [Action] {
        guard session != nil || openBy != nil else { return [] }
        return fail(
            ShellyError(
                .disconnected, "\(settings.host) closed the connection" + (reason.map { ": \($0)" } ?? ""),
                wayOut: "the hub tries again"), now)
    }

    package mutating func received(_ bytes: [UInt8], now: Duration) -> [Action] {
        guard isStarted, var session else { return [] }
        heardAt = now
        isPinged = false
        let events: [WebSocketClientSession.Event]
        do throws(WebSocketError) {
            events = try session.received(bytes, mask: mask)
            self.session = session
        } catch {
            let farewell = session.farewell(after: error, mask: mask())
            return (farewell.isEmpty ? [] : [.order(.write(farewell))]) + fail(failure(error), now)
        }
        var actions: [Action] = []
        for event in events {
            switch event {
            case .opened:
                openBy = nil
                actions += opened(now)
            case .text(let text): actions += received(text: text, now)
            case .binary: break
            case .send(let bytes): actions.append(.order(.write(bytes)))
            case .closed(let code, _): actions += closed("status \(code)", now: now)
            }
            // A failure ends the session.
            if self.session == nil { break }
        }
        return actions
    }

    package mutating func timePassed(now: Duration) -> [Action] {
        guard isStarted else { return [] }
        if let reconnectAt, reconnectAt <= now { return connect() }
        let isLate = requests.values.contains { $0.deadline <= now }
        if isLate || openBy.map({ $0 <= now }) ?? false {
            return fail(
                ShellyError(
                    .timedOut, "\(settings.host) did not answer in time",
                    wayOut: "check that the device has a good connection to the network"), now)
        }
        if let rereadAt, rereadAt <= now {
            // A second read would mix with the first.
            self.rereadAt = isReading ? now + Self.changeWait : nil
            return isReading ? [] : read(now)
        }
        guard let session, session.isOpen else { return [] }
        if now >= heardAt + Self.deadSilence {
            return fail(
                ShellyError(.timedOut, "\(settings.host) is silent", wayOut: "the hub tries again"), now)
        }
        guard !isPinged, now >= heardAt + Self.silence else { return [] }
        isPinged = true
        return [.order(.write(session.ping(mask: mask())))]
    }
}
