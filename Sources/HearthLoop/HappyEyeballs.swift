/// In which order, and when, the addresses of one server are tried (RFC 8305 §5): the next begins when the last one
/// failed or took its time; the first to connect wins.
struct HappyEyeballs {
    enum Action: Equatable {
        case attempt(Int)
        /// Call ``HappyEyeballs/delayPassed()`` then; a timer that runs is replaced.
        case wait(Duration)
        /// Close it: another was faster.
        case abandon(Int)
        case connected(Int)
        /// None can be reached.
        case failed
    }

    /// RFC 8305 §8 recommends 250 ms between attempts.
    static let delay = Duration.milliseconds(250)

    private let count: Int
    private var next = 0
    private var running: [Int] = []
    private var isOver = false

    /// - Parameter count: how many addresses there are, in the order of ``interleaved(_:family:)``.
    init(count: Int) { self.count = count }

    mutating func start() -> [Action] { attemptNext() }

    mutating func delayPassed() -> [Action] { attemptNext() }

    mutating func failed(_ index: Int) -> [Action] {
        guard !isOver, running.contains(index) else { return [] }
        running.removeAll { $0 == index }
        if next < count { return attemptNext() }
        guard running.isEmpty else { return [] }
        isOver = true
        return [.failed]
    }

    mutating func connected(_ index: Int) -> [Action] {
        guard !isOver, running.contains(index) else { return [] }
        isOver = true
        return running.filter { $0 != index }.map { .abandon($0) } + [.connected(index)]
    }

    private mutating func attemptNext() -> [Action] {
        guard !isOver else { return [] }
        guard next < count else {
            guard running.isEmpty else { return [] }
            isOver = true
            return [.failed]
        }
        running.append(next)
        next += 1
        return next < count ? [.attempt(next - 1), .wait(Self.delay)] : [.attempt(next - 1)]
    }

    /// Puts addresses of different families by turns, beginning with the first one's (RFC 8305 §4); duplicates go.
    static func interleaved<Address: Equatable>(_ addresses: [Address], family: (Address) -> Int) -> [Address] {
        guard let first = addresses.first.map(family) else { return [] }
        var unique: [Address] = []
        for address in addresses where !unique.contains(address) { unique.append(address) }
        let (own, others) = (unique.filter { family($0) == first }, unique.filter { family($0) != first })
        var mixed: [Address] = []
        for index in 0..<max(own.count, others.count) {
            if index < own.count { mixed.append(own[index]) }
            if index < others.count { mixed.append(others[index]) }
        }
        return mixed
    }
}
