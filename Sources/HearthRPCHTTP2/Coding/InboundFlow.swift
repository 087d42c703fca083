/// How far a peer may send on one stream: as long as its messages are read, as much as it likes; else what is above the
/// mark is not credited before they are.
struct InboundFlow {
    /// Bytes of whole messages that nobody has read.
    private var unread = 0
    /// Bytes that have come and are not credited.
    private var withheld = 0
    private let mark: Int

    init(mark: Int) { self.mark = mark }

    mutating func reset() {
        unread = 0
        withheld = 0
    }

    /// A whole message was queued.
    mutating func queued(_ bytes: Int) { unread += bytes }

    /// Bytes came; the answer is how many to credit now.
    mutating func received(_ bytes: Int) -> Int {
        withheld += bytes
        return credit()
    }

    /// A message was read; the answer is how many bytes to credit now.
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
