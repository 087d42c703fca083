/// Decides which address of a server to try when (RFC 8305, section 5): the next one is tried when the last has failed
/// or is slow, and the first to connect wins.
struct HappyEyeballs {
    enum Action: Equatable {
        case attempt(Int)
        /// Call ``HappyEyeballs/delayPassed()`` after this time. Replaces a running timer.
        case wait(Duration)
        /// Close this attempt: another was faster.
        case abandon(Int)
        case connected(Int)
        /// No address could be reached.
        case failed
    }

    /// RFC 8305, section 8, recommends 250 ms between attempts.
    static let delay = Duration.milliseconds(250)

    private let count: Int
    private var next = 0
    private var running: [Int] = []
    private var isOver = false

    /// - Parameter count: the number of addresses, in the order of ``interleaved(_:family:)``.
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

    /// Alternates between address families, starting with that of the first address (RFC 8305, section 4). Removes
    /// duplicates.
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
