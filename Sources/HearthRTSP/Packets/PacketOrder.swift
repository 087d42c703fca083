/// The order of a track's packets. The numbers wrap at 2^16.
struct PacketOrder: Hashable, Sendable {
    enum Verdict: Hashable, Sendable {
        case next
        /// Packets before this one are missing.
        case afterLoss
        /// The packet is a repeat, or comes too late.
        case late
    }

    /// The late packets in a row after which the camera is taken to count from a new number.
    private static let mostLate = 16

    private var expected: UInt16?
    private var late = 0

    mutating func take(_ sequence: UInt16) -> Verdict {
        guard let expected else {
            self.expected = sequence &+ 1
            return .next
        }
        let distance = Int16(bitPattern: sequence &- expected)
        if distance < 0, late < Self.mostLate {
            late += 1
            return .late
        }
        late = 0
        self.expected = sequence &+ 1
        return distance == 0 ? .next : .afterLoss
    }
}
