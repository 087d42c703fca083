internal import HearthBase

/// Spreads packets over time: what a client begins with is up to some megabytes, more than a network's buffers hold.
struct Pacer: Sendable {
    /// The length of an interval, and the most packets in one: 60 Mbit/s.
    private static let interval = Duration.milliseconds(5)
    private static let mostPackets = 32
    /// The packets that may wait before the next picture is taken.
    private static let room = 32
    /// The packets that may wait before a repetition is left out.
    private static let roomForRepetitions = 512

    private var waiting = FIFO<[UInt8]>()
    /// When the present interval began, and what has left in it.
    private var begun: Duration?
    private var count = 0

    /// Whether another picture may be added.
    var hasRoom: Bool { waiting.count < Self.room }
    /// When the next packets leave; nil if none waits.
    var deadline: Duration? { waiting.isEmpty ? nil : (begun ?? .zero) + Self.interval }

    mutating func add(_ packet: [UInt8]) { waiting.append(packet) }

    /// Adds a packet that was sent before, unless too many wait.
    mutating func addRepetition(_ packet: [UInt8]) {
        if waiting.count < Self.roomForRepetitions { waiting.append(packet) }
    }

    /// Takes the packets that may leave now.
    mutating func take(now: Duration) -> [[UInt8]] {
        if now - (begun ?? now) >= Self.interval || begun == nil { (begun, count) = (now, 0) }
        var packets: [[UInt8]] = []
        while count < Self.mostPackets, let packet = waiting.popFirst() {
            packets.append(packet)
            count += 1
        }
        return packets
    }
}
