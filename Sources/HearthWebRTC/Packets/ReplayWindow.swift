/// Which packets have come, by their indexes, so that each is taken once (RFC 3711, section 3.3.2).
struct ReplayWindow: Hashable, Sendable {
    /// The highest index so far; nil before the first.
    private(set) var highest: UInt64?
    /// Which of the 64 indexes up to the highest have come.
    private var come: UInt64 = 0

    /// Notes an index.
    ///
    /// - Returns: false for one that has come before, or is older than the window.
    mutating func take(_ index: UInt64) -> Bool {
        guard let highest else {
            (self.highest, come) = (index, 1)
            return true
        }
        if index > highest {
            let steps = index - highest
            come = steps < 64 ? come << steps | 1 : 1
            self.highest = index
            return true
        }
        let age = highest - index
        guard age < 64, come & 1 << age == 0 else { return false }
        come |= 1 << age
        return true
    }
}
