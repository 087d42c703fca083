internal import HearthBase
internal import HearthRPC

/// Counts open connections and decides whether another may open.
struct Admission {
    /// An open connection, as counted.
    struct Slot: Hashable {
        /// Unique; older connections have lower numbers.
        let number: UInt64
        /// The network of its peer; nil on a Unix socket.
        let network: String?
        /// The index of its loop.
        let loop: Int
    }

    enum Verdict: Equatable {
        case admitted(Slot)
        /// Admitted; another connection, of an unauthenticated caller, must be closed.
        case admittedInstead(Slot, of: Slot)
        case refused(Refusal)

        /// The slot of the admitted connection.
        var slot: Slot? {
            switch self {
            case .admitted(let slot), .admittedInstead(let slot, of: _): slot
            case .refused: nil
            }
        }
    }

    enum Refusal: Hashable {
        case tooMany(Int)
        case tooManyOf(String, Int)
        /// The limit for authenticated callers.
        case tooManyOfKnown(PoolRefusal)

        var text: String {
            switch self {
            case .tooMany(let count): "a connection was closed: \(count) are open, the most there may be"
            case .tooManyOf(let network, let count):
                "a connection of \(network) was closed: it has \(count) open, the most a network may have"
            case .tooManyOfKnown(.share(let count)):
                "a connection was closed: its caller has \(count) open, the most one may have"
            case .tooManyOfKnown(let refusal):
                "a connection was closed: \(refusal.sentence("connections of authenticated callers"))"
            }
        }
    }

    private let maxConnections: Int
    private let maxAnonymous: Int
    private let maxPerAddress: Int
    private let maxPerLocalAddress: Int?
    private(set) var connections = 0
    private(set) var refused: UInt64 = 0
    private var perNetwork: [String: Int] = [:]
    /// Connections of unauthenticated callers, by number.
    private var anonymous: [UInt64: Slot] = [:]
    /// Connections of authenticated callers; owners are not counted against a limit.
    private var known: SharedPool<String>
    /// Their callers, by connection number, and the households in which the connection counts.
    private var callers: [UInt64: Caller] = [:]

    private struct Caller {
        /// nil for owners.
        let id: String?
        let households: Set<String>
    }
    private var number: UInt64 = 0

    init(_ settings: HTTP2Server.Settings) {
        maxConnections = settings.maxConnections
        maxAnonymous = max(1, settings.anonymous.maxConnections)
        maxPerAddress = settings.maxConnectionsPerAddress
        maxPerLocalAddress = settings.maxConnectionsPerLocalAddress
        known = SharedPool(
            PoolLimits(
                total: settings.maxConnections, share: settings.maxConnectionsPerCaller,
                reserve: settings.connectionsForOwners, ofHousehold: settings.maxConnectionsPerHousehold))
    }

    /// Counts a new connection, or says why it is refused. It is anonymous until ``identified(_:as:)`` is called.
    ///
    /// - Parameters:
    ///   - host: the peer's address, nil on a Unix socket.
    ///   - loop: the index of the loop that it will run on.
    mutating func admit(_ host: String?, isLocal: Bool, loop: Int) -> Verdict {
        let network = host.map { Peer.network(ofHost: $0) }
        if let refusal = count(network, isLocal: isLocal) {
            refused &+= 1
            return .refused(refusal)
        }
        number += 1
        let slot = Slot(number: number, network: network, loop: loop)
        // Never closes the newest: the owner may be connecting now.
        let isFull = anonymous.count >= maxAnonymous || connections > maxConnections
        let oldest = isFull ? anonymous.keys.min() : nil
        anonymous[number] = slot
        guard let oldest, let closing = anonymous.removeValue(forKey: oldest) else { return .admitted(slot) }
        refused &+= 1
        return .admittedInstead(slot, of: closing)
    }

    private mutating func count(_ network: String?, isLocal: Bool) -> Refusal? {
        // If it is full and one of the connections is anonymous, that one makes room.
        guard connections < maxConnections || connections == maxConnections && !anonymous.isEmpty else {
            return .tooMany(maxConnections)
        }
        if let network {
            let count = perNetwork[network, default: 0]
            if let limit = isLocal ? maxPerLocalAddress : maxPerAddress, count >= limit {
                return .tooManyOf(network, limit)
            }
            perNetwork[network] = count + 1
        }
        connections += 1
        return nil
    }

    /// Its caller has authenticated: it is no longer closed to make room for others.
    ///
    /// - Parameters:
    ///   - caller: the caller; nil for an owner.
    ///   - households: the households that the caller belongs to, now.
    /// - Returns: why it must be closed; nil if it may stay.
    mutating func identified(_ slot: Slot, as caller: String?, in households: Set<String> = []) -> Refusal? {
        // Each call may authenticate again; only the first counts.
        guard anonymous.removeValue(forKey: slot.number) != nil else { return nil }
        do throws(PoolRefusal) {
            try known.take(for: caller, in: households)
        } catch {
            refused &+= 1
            return .tooManyOfKnown(error)
        }
        callers[slot.number] = Caller(id: caller, households: households)
        return nil
    }

    /// Removes a closed connection.
    mutating func closed(_ slot: Slot) {
        connections -= 1
        anonymous[slot.number] = nil
        if let caller = callers.removeValue(forKey: slot.number) {
            known.giveBack(of: caller.id, in: caller.households)
        }
        guard let network = slot.network, let count = perNetwork[network] else { return }
        perNetwork[network] = count > 1 ? count - 1 : nil
    }
}

/// Limits notices to one a minute, because their cause may occur thousands of times a second.
struct NoticeLimit {
    private var last: ContinuousClock.Instant?
    private var withheld = 0
    private static let interval: Duration = .seconds(60)

    /// The text to log now, with the number withheld since the last one; nil when it is too early.
    mutating func due(_ text: String, at now: ContinuousClock.Instant) -> String? {
        if let last, now - last < Self.interval {
            withheld += 1
            return nil
        }
        defer {
            last = now
            withheld = 0
        }
        return withheld == 0 ? text : "\(text) (\(withheld) more notices since the last)"
    }
}
