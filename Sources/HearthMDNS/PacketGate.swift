/// Decides which packets count, before they are read: those of this link, at a limited rate for each sender.
package struct PacketGate: Sendable {
    package typealias Instant = ContinuousClock.Instant

    private struct Sender: Sendable {
        var credit: Double
        var last: Instant
    }

    private var senders: [IPAddress: Sender] = [:]
    /// The packets per second from one sender.
    private let rate: Double
    /// The packets that a sender may send at once, after a time of silence.
    private let burst: Double

    /// The most senders that are counted.
    private static let mostSenders = 256

    package init(packetsPerSecond: Double = 50, burst: Double = 150) {
        rate = packetsPerSecond
        self.burst = burst
    }

    /// Whether a packet is taken. A packet from beyond the link is forged (RFC 6762, section 11).
    ///
    /// - Parameters:
    ///   - interface: the interface of the socket that received it. Linux gives a socket also what comes to the groups of
    ///     other sockets (ip(7), IP_MULTICAST_ALL), and the scope of a link-local source says by which interface it came.
    ///   - networks: the networks of that interface.
    package mutating func admits(
        _ source: IPAddress, on interface: UInt32, networks: [IPNetwork], now: Instant
    ) -> Bool {
        guard source.scope == 0 || source.scope == interface else { return false }
        guard source.isLinkLocal || networks.contains(where: { $0.contains(source) }) else { return false }
        var sender = senders[source] ?? Sender(credit: burst, last: now)
        if senders[source] == nil, senders.count >= Self.mostSenders,
            let oldest = senders.min(by: { $0.value.last < $1.value.last })
        {
            senders[oldest.key] = nil
        }
        let seconds = max(now - sender.last, .zero) / .seconds(1)
        sender.credit = min(burst, sender.credit + seconds * rate)
        sender.last = now
        let isAdmitted = sender.credit >= 1
        if isAdmitted { sender.credit -= 1 }
        senders[source] = sender
        return isAdmitted
    }
}
