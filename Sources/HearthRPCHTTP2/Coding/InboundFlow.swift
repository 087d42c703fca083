/// Flow-control credit for one stream: the peer may send freely while its messages are read. Unread bytes above the
/// mark are credited only once they are read.
struct InboundFlow {
    /// Bytes of whole messages that are queued and not read.
    private var unread = 0
    /// Bytes received and not credited.
    private var withheld = 0
    private let mark: Int

    init(mark: Int) { self.mark = mark }

    mutating func reset() {
        unread = 0
        withheld = 0
    }

    /// A whole message was queued.
    mutating func queued(_ bytes: Int) { unread += bytes }

    /// Counts received bytes; returns how many to credit now.
    mutating func received(_ bytes: Int) -> Int {
        withheld += bytes
        return credit()
    }

    /// Counts a read message; returns how many bytes to credit now.
    mutating func taken(_ bytes: Int) -> Int {
        unread = max(0, unread - bytes)
        return credit()
    }

    private mutating func credit() -> Int {
        guard unread < mark else { return 0 }
        defer { withheld = 0 }
        return withheld
    }
}
