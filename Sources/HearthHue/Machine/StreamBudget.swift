/// What a bridge may send on its stream of events. A lively home has some 50 changes a second; a bridge that sends
/// without an end must not use up the hub's processor.
struct StreamBudget: Sendable {
    /// An amount that grows with time, up to a limit.
    private struct Amount: Sendable {
        let most: Double
        let perSecond: Double
        var left: Double

        init(most: Double, perSecond: Double) {
            self.most = most
            self.perSecond = perSecond
            left = most
        }

        mutating func spend(_ amount: Int) -> Bool {
            left -= Double(amount)
            return left >= 0
        }

        mutating func grow(_ seconds: Double) { left = min(max(left, 0) + seconds * perSecond, most) }
    }

    /// The changes of resources.
    private var changes = Amount(most: 2_000, perSecond: 200)
    private var bytes = Amount(most: Double(2 << 20), perSecond: Double(128 << 10))
    private var last = Duration.zero

    /// Takes bytes that have come; false if they are too many.
    mutating func spend(bytes count: Int, now: Duration) -> Bool {
        let seconds = max(now - last, .zero) / .seconds(1)
        last = now
        changes.grow(seconds)
        bytes.grow(seconds)
        return bytes.spend(count)
    }

    /// Takes changes that the bytes have brought; false if they are too many.
    mutating func spend(changes count: Int) -> Bool { changes.spend(count) }
}
