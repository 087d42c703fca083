internal import HearthBase

/// The observers of one connection, by their interest.
struct Observers: Sendable {
    enum Interest: Hashable, Sendable {
        /// Structures, rooms, device descriptions and connectivity.
        case objects
        /// Any change of one device.
        case device(String)
    }

    struct Token: Hashable, Sendable {
        let interest: Interest
        let number: UInt64
    }

    private var wakers: [Interest: [UInt64: @Sendable () -> Void]] = [:]
    private var lastNumber: UInt64 = 0

    mutating func add(_ interest: Interest, _ wake: @escaping @Sendable () -> Void) -> Token {
        lastNumber += 1
        wakers[interest, default: [:]][lastNumber] = wake
        return Token(interest: interest, number: lastNumber)
    }

    mutating func remove(_ token: Token) {
        wakers[token.interest]?[token.number] = nil
        if wakers[token.interest]?.isEmpty == true { wakers[token.interest] = nil }
    }

    /// The observers that a change affects, in order of registration.
    func concerned(by delta: HomeDelta) -> [@Sendable () -> Void] {
        var found: [(UInt64, @Sendable () -> Void)] = []
        if delta.objects { found += (wakers[.objects] ?? [:]).map { ($0.key, $0.value) } }
        for id in delta.devices { found += (wakers[.device(id)] ?? [:]).map { ($0.key, $0.value) } }
        return found.ordered(by: \.0).map(\.1)
    }

    /// All observers, in order of registration.
    var everyone: [@Sendable () -> Void] {
        wakers.values.flatMap { $0 }.ordered(by: \.key).map(\.value)
    }
}
