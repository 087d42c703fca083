/// Fair reading when there is more to read than a loop iteration has time for. Sockets are then read in rounds, each
/// once and a limited amount, so that one sender does not delay the requests of others. Sockets with little to read are
/// read each time. On the loop's thread only.
struct ReadShares {
    /// The state of a socket.
    struct Reader {
        /// The last round in which it was read; 0 for none.
        fileprivate var round: UInt64 = 0
        /// Whether the last read was no more than a request or two.
        fileprivate var isLight = false

        /// Records that this number of bytes was read.
        mutating func read(_ count: Int) { isLight = count < ReadShares.little }
    }

    /// The most bytes of one read, and approximately the most over a round from all skipped sockets.
    static let most = 64 << 10
    private static let least = 1 << 10
    /// Approximately a request or two. Sockets with more are better read in large pieces.
    fileprivate static let little = 256

    private(set) var round: UInt64 = 1
    private var passedOver = 0
    private var share = most

    /// Whether sockets were skipped that still wait.
    private(set) var isCrowded = false

    /// How many bytes a socket may read now; 0 if it is not its turn.
    ///
    /// - Parameter isLate: whether the iteration has used up its time.
    mutating func take(_ reader: inout Reader, isLate: Bool) -> Int {
        let wasRead = isCrowded && reader.round == round
        if isLate || wasRead {
            guard reader.isLight else {
                if !wasRead { passedOver += 1 }
                return 0
            }
            reader.round = round
            return Self.little
        }
        reader.round = round
        return share
    }

    /// Ends an iteration of the loop.
    mutating func endIteration() {
        isCrowded = passedOver > 0
        share = isCrowded ? max(Self.least, Self.most / passedOver) : Self.most
        if !isCrowded { round &+= 1 }
        passedOver = 0
    }
}
