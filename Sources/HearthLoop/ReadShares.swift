/// Who may read how much while there is more to read than a loop's iteration has time for. Then sockets are read in
/// rounds, each once and a little: what one sends does not hold up what another asks. On the loop's thread only.
struct ReadShares {
    /// Of a socket that has not been read yet.
    static let unread: UInt64 = 0
    /// Bytes that are read in one go from a socket, and over a round from all that were passed over, about.
    static let most = 64 << 10
    private static let least = 1 << 10

    private(set) var round: UInt64 = 1
    private var passedOver = 0
    private var share = most

    /// Whether sockets wait that were passed over.
    private(set) var isCrowded = false

    /// How many bytes a socket may read now; none if it is not its turn.
    ///
    /// - Parameters:
    ///   - socketRound: the round in which it was read last, which becomes this one.
    ///   - isLate: whether the iteration has taken its time.
    mutating func take(_ socketRound: inout UInt64, isLate: Bool) -> Int {
        if isCrowded, socketRound == round { return 0 }
        if isLate {
            passedOver += 1
            return 0
        }
        socketRound = round
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
