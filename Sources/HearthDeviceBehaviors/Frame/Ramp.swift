/// A linear transition between two numbers.
struct Ramp: Hashable, Sendable {
    let from: Double
    let to: Double
    let start: Duration
    let length: Duration

    var end: Duration { start + length }

    func value(at now: Duration) -> Double {
        guard length > .zero, now < end else { return to }
        guard now > start else { return from }
        return from + (to - from) * ((now - start) / length)
    }

    /// When the value, rounded to an integer, changes from `number`; the end if it never does.
    func leaves(_ number: Double) -> Duration {
        let edge = number + (to > from ? 0.5 : -0.5)
        guard min(from, to) < edge, edge < max(from, to) else { return end }
        return start + length * ((edge - from) / (to - from))  // in range: a share of it
    }

    /// The remaining time in 0.1 s, rounded up; at most 0xFFFE.
    func remainingTenths(at now: Duration) -> UInt16 {
        guard now < end else { return 0 }
        let milliseconds = (end - now) / .milliseconds(1)
        return UInt16(min(65534, (milliseconds / 100).rounded(.up)))
    }
}

extension Duration {
    /// The duration of a Matter transition time, in 0.1 s.
    static func tenths(_ count: some BinaryInteger) -> Duration {
        .milliseconds(Int64(clamping: count) * 100)
    }
}

/// When to report RemainingTime (Matter, LevelControl and ColorControl; "quieter reporting"): in 0.1 s, and only when
/// it leaves 0 for more than 1 s, jumps by more than 1 s, or becomes 0.
struct RemainingTimeRule: Hashable, Sendable {
    private var end: Duration?

    /// - Returns: the value to report; nil for none.
    mutating func begin(end newEnd: Duration?, at now: Duration) -> UInt16? {
        let before = tenths(at: now)
        end = newEnd
        let after = tenths(at: now)
        if after == 0 { return before == 0 ? nil : 0 }
        return abs(Int(after) - Int(before)) > 10 ? after : nil
    }

    /// - Returns: 0, which is always reported.
    mutating func finish() -> UInt16 {
        end = nil
        return 0
    }

    private func tenths(at now: Duration) -> UInt16 {
        guard let end else { return 0 }
        return Ramp(from: 0, to: 0, start: now, length: end - now).remainingTenths(at: now)
    }
}
