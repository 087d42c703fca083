internal import HearthBase
internal import HearthRPC

/// How many connections there are, and whether there may be one more.
struct Admission {
    /// The place of an open connection among the others.
    struct Slot: Hashable {
        /// Unique; older connections have lower numbers.
        let number: UInt64
        /// Where it comes from; nil on a Unix socket.
        let network: String?
        /// The loop that it is on.
        let loop: Int
    }

    enum Verdict: Equatable {
        case admitted(Slot)
        /// Another has to be closed, of a caller who hasn't said who they are.
        case admittedInstead(Slot, of: Slot)
        case refused(Refusal)

        /// The admitted connection's.
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
        /// Of callers who have said who they are.
        case tooManyOfKnown(PoolRefusal)

        var text: String {
            switch self {
            case .tooMany(let count): "a connection was closed: \(count) are open, the most there may be"
            case .tooManyOf(let network, let count):
                "a connection of \(network) was closed: it has \(count) open, the most a network may have"
            case .tooManyOfKnown(.share(let count)):
                "a connection was closed: its caller has \(count) open, the most one may have"
            case .tooManyOfKnown(let refusal):
                "a connection was closed: \(refusal.sentence("connections of callers who have said who they are"))"
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
    /// Connections of callers who haven't said who they are, by number.
    private var anonymous: [UInt64: Slot] = [:]
    /// Connections of those who have: nil for owners, who always find room.
    private var known: SharedPool<String>
    /// Whose these are, by number.
    private var callers: [UInt64: String?] = [:]
    private var number: UInt64 = 0

    init(_ settings: HTTP2Server.Settings) {
        maxConnections = settings.maxConnections
        maxAnonymous = max(1, settings.anonymous.maxConnections)
        maxPerAddress = settings.maxConnectionsPerAddress
        maxPerLocalAddress = settings.maxConnectionsPerLocalAddress
        known = SharedPool(
            PoolLimits(
                total: settings.maxConnections, share: settings.maxConnectionsPerCaller,
                reserve: settings.connectionsForOwners))
    }

    /// Counts a connection in; or says why it may not be. It is anonymous until it is ``identified(_:as:)``.
    ///
    /// - Parameters:
    ///   - host: the peer's address, nil on a Unix socket.
    ///   - loop: where it is going to be.
    mutating func admit(_ host: String?, isLocal: Bool, loop: Int) -> Verdict {
        let network = host.map { Peer.network(ofHost: $0) }
        if let refusal = count(network, isLocal: isLocal) {
            refused &+= 1
            return .refused(refusal)
        }
        number += 1
        let slot = Slot(number: number, network: network, loop: loop)
        // Never the newest: whoever connects now may be the owner.
        let isFull = anonymous.count >= maxAnonymous || connections > maxConnections
        let oldest = isFull ? anonymous.keys.min() : nil
        anonymous[number] = slot
        guard let oldest, let closing = anonymous.removeValue(forKey: oldest) else { return .admitted(slot) }
        refused &+= 1
        return .admittedInstead(slot, of: closing)
    }

    private mutating func count(_ network: String?, isLocal: Bool) -> Refusal? {
        // Where strangers have the rest, one of them makes room.
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

    /// Its caller has said who they are: it isn't closed for another any more.
    ///
    /// - Parameter caller: whose it is; nil for an owner.
    /// - Returns: why it has to be closed; nil if it may stay.
    mutating func identified(_ slot: Slot, as caller: String?) -> Refusal? {
        // Who has said it once may say it again, with each call.
        guard anonymous.removeValue(forKey: slot.number) != nil else { return nil }
        do throws(PoolRefusal) {
            try known.take(for: caller)
        } catch {
            refused &+= 1
            return .tooManyOfKnown(error)
        }
        callers[slot.number] = .some(caller)
        return nil
    }

    /// Counts it out.
    mutating func closed(_ slot: Slot) {
        connections -= 1
        anonymous[slot.number] = nil
        if let caller = callers.removeValue(forKey: slot.number) { known.giveBack(of: caller) }
        guard let network = slot.network, let count = perNetwork[network] else { return }
        perNetwork[network] = count > 1 ? count - 1 : nil
    }
}

/// Lets one notice a minute through, as what it tells of may happen thousands of times a second.
struct NoticeLimit {
    private var last: ContinuousClock.Instant?
    private var withheld = 0
    private static let interval: Duration = .seconds(60)

    /// The text to say now, with how many were not said since the last; nil when it is too early.
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
