/// The limit of what a client that talks may send: no more than speech needs.
package struct SpeechMeter: Sendable {
    /// The longest packet, in bytes: 160 ms of G.711, and more than any of Opus (RFC 6716, section 3.4).
    package static let mostBytes = 1_280
    /// The most bytes of a second: twice what G.711 has, and what is counted for a packet at least.
    private static let (bytesPerSecond, leastBytes) = (16_000, 128)
    /// How much of that may come at once, after a pause of the network.
    private static let burst = Duration.milliseconds(500)

    /// When all that has come would have come at the highest rate.
    private var paidUntil = Duration.zero

    /// Creates one for a client that has sent nothing yet.
    package init() {}

    /// Whether a packet may be played: it is neither empty, nor too long, nor too much.
    ///
    /// - Parameter count: its bytes.
    package mutating func takes(_ count: Int, at now: Duration) -> Bool {
        guard (1...Self.mostBytes).contains(count) else { return false }
        let paid = max(paidUntil, now) + Duration.seconds(1) * max(count, Self.leastBytes) / Self.bytesPerSecond
        guard paid - now <= Self.burst else { return false }
        paidUntil = paid
        return true
    }
}
