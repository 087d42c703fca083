/// How many connections there are, and whether there may be one more.
struct Admission {
    enum Refusal: Hashable {
        case tooMany(Int)
        case tooManyOf(String, Int)

        var text: String {
            switch self {
            case .tooMany(let count): "a connection was closed: \(count) are open, the most there may be"
            case .tooManyOf(let host, let count):
                "a connection of \(host) was closed: it has \(count) open, the most an address may have"
            }
        }
    }

    private let maxConnections: Int
    private let maxPerAddress: Int
    private let maxPerLocalAddress: Int?
    private(set) var connections = 0
    private(set) var refused: UInt64 = 0
    private var perHost: [String: Int] = [:]

    init(_ settings: HTTP2Server.Settings) {
        maxConnections = settings.maxConnections
        maxPerAddress = settings.maxConnectionsPerAddress
        maxPerLocalAddress = settings.maxConnectionsPerLocalAddress
    }

    /// Counts a connection in; or says why it may not be.
    /// - Parameter host: the peer's address, nil on a Unix socket.
    mutating func admit(_ host: String?, isLocal: Bool) -> Refusal? {
        let refusal = count(host, isLocal: isLocal)
        if refusal != nil { refused &+= 1 }
        return refusal
    }

    private mutating func count(_ host: String?, isLocal: Bool) -> Refusal? {
        guard connections < maxConnections else { return .tooMany(maxConnections) }
        if let host {
            let count = perHost[host, default: 0]
            if let limit = isLocal ? maxPerLocalAddress : maxPerAddress, count >= limit {
                return .tooManyOf(host, limit)
            }
            perHost[host] = count + 1
        }
        connections += 1
        return nil
    }

    /// Counts it out.
    mutating func closed(_ host: String?) {
        connections -= 1
        guard let host, let count = perHost[host] else { return }
        perHost[host] = count > 1 ? count - 1 : nil
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
