internal import HearthStore

/// A full disk. Saving, which encodes everything unsaved again, is retried after a growing pause or when there is more
/// room.
struct FullDisk {
    let error: StoreError
    /// The pause before the next try.
    let pause: Duration
    let nextTry: Duration
    /// Free bytes at the failure; nil if unknown.
    let room: Int?

    /// The longest pause.
    static let longest = Duration.seconds(8)
    /// The additional free bytes that justify a retry.
    static let much = 64 << 10

    /// - Parameter former: the state before this failure; nil if it is the first.
    init(_ error: StoreError, after former: FullDisk?, delay: Duration, now: Duration, room: Int?) {
        self.error = error
        self.room = room
        pause = min(former.map { $0.pause * 2 } ?? delay, max(Self.longest, delay))  // in range: 16 s at most
        nextTry = now + pause
    }

    func isDue(at now: Duration, room: Int?) -> Bool {
        if now >= nextTry { return true }
        guard let room, let before = self.room else { return false }
        return room - before >= Self.much
    }
}
