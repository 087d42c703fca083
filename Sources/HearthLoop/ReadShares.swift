/// Who may read how much while there is more to read than a loop's iteration has time for. Then sockets are read in
/// rounds, each once and a little: what one sends does not hold up what another asks. Those that have hardly anything to
/// read are read each time. On the loop's thread only.
struct ReadShares {
    /// What is known of a socket.
    struct Reader {
        /// The round in which it was read last; none yet.
        fileprivate var round: UInt64 = 0
        /// Whether it had a request or two the last time.
        fileprivate var isLight = false

        /// So many bytes were read from it.
        mutating func read(_ count: Int) { isLight = count < ReadShares.little }
    }

    /// Bytes that are read in one go from a socket, and over a round from all that were passed over, about.
    static let most = 64 << 10
    private static let least = 1 << 10
    /// About a request or two. What is more is better read whole.
    fileprivate static let little = 256

    private(set) var round: UInt64 = 1
    private var passedOver = 0
    private var share = most

    /// Whether sockets wait that were passed over.
    private(set) var isCrowded = false

    /// How many bytes a socket may read now; none if it is not its turn.
    ///
    /// - Parameter isLate: whether the iteration has taken its time.
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

    /// An iteration of the loop is over.
    mutating func endIteration() {
        isCrowded = passedOver > 0
        share = isCrowded ? max(Self.least, Self.most / passedOver) : Self.most
        if !isCrowded { round &+= 1 }
        passedOver = 0
    }
}
