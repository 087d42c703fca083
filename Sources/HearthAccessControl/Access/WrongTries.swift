internal import HearthBase
internal import HearthStore

/// Wrong tokens and codes by network. After several of them the network is locked, each time for twice as long.
///
/// Locks only slow down guessing: a right token or code is accepted even from a locked network.
struct WrongTries {
    private(set) var networks: [String: StoredWrongTries] = [:]
    private let limits: AccessLimits
    /// Networks with unstored changes.
    private var changed: Set<String> = []

    init(_ stored: [StoredWrongTries], limits: AccessLimits) {
        self.limits = limits
        for row in stored { networks[row.network] = row }
    }

    /// Seconds until a network's lock ends; 0 if it isn't locked.
    private func wait(_ network: String, at now: Int64) -> Int64 {
        max(0, (networks[network]?.lockedUntil ?? 0) - now)
    }

    /// The result of a wrong token or code.
    enum Verdict: Equatable {
        case counted
        /// It was counted, and locks its network for this many seconds.
        case locks(Int64)
        /// It was not counted: its network is locked for this many seconds.
        case locked(Int64)
    }

    /// Counts a wrong token or code, unless its network is locked.
    mutating func count(_ network: String, at now: Int64) -> Verdict {
        let wait = wait(network, at: now)
        guard wait == 0 else { return .locked(wait) }
        if networks[network] == nil { makeRoom() }
        var row =
            networks[network]
            ?? StoredWrongTries(network: network, count: 0, since: now, locks: 0, lockedUntil: 0)
        if now - row.since > limits.wrongTryTime { (row.count, row.since) = (0, now) }
        row.count += 1
        changed.insert(network)
        defer { networks[network] = row }
        guard row.count >= limits.wrongTries else { return .counted }
        let time = min(limits.longestLock, limits.firstLock << min(row.locks, 16))
        (row.count, row.since) = (0, now)
        row.locks += 1
        row.lockedUntil = now + time
        return .locks(time)
    }

    private mutating func makeRoom() {
        guard networks.count >= limits.networks else { return }
        let quietest = networks.values.min { Self.last($0) < Self.last($1) }
        if let quietest { forget(quietest.network) }
    }

    private static func last(_ row: StoredWrongTries) -> Int64 { max(row.since, row.lockedUntil) }

    private mutating func forget(_ network: String) {
        networks[network] = nil
        changed.insert(network)
    }

    /// Moves times set in this run by a jump of the time. Afterwards no attempt is in the future, and no lock exceeds
    /// the limit.
    mutating func move(by jump: Int64, _ times: Times) {
        let now = times.reading.now
        for row in networks.values {
            var moved = row
            moved.since = min(times.moved(row.since, by: jump), now)
            moved.lockedUntil = min(times.moved(row.lockedUntil, by: jump), now + limits.longestLock)
            guard moved != row else { continue }
            networks[row.network] = moved
            changed.insert(row.network)
        }
    }

    /// Forgets networks without recent attempts.
    mutating func sweep(at now: Int64) {
        for row in networks.values where now - Self.last(row) > limits.lockMemory { forget(row.network) }
    }

    /// The changes to store since the last call.
    mutating func takeChanges() -> [AccessChange] {
        defer { changed = [] }
        return changed.ordered().map { network in
            networks[network].map { .putWrongTries($0) } ?? .removeWrongTries(network: network)
        }
    }
}
