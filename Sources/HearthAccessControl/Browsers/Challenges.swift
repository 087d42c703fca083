internal import HearthBase
internal import HearthTLS

/// Challenges that browsers sign to sign in. Issuing one needs no memory: it contains the time of its creation,
/// authenticated with a key of this run of the hub.
struct Challenges: Sendable {
    /// The lifetime of a challenge.
    static let life: Duration = .seconds(60)
    static let byteCount = 32
    private static let (timeCount, nonceCount, codeCount) = (8, 8, 16)

    private let key: [UInt8]

    /// - Parameter key: 32 random bytes.
    init(key: [UInt8]) { self.key = key }

    /// - Parameters:
    ///   - nonce: random bytes; the first 8 are used.
    ///   - now: time since any fixed moment of this run.
    func issue(nonce: [UInt8], at now: Duration) -> [UInt8] {
        let time = UInt64(clamping: Self.milliseconds(now))
        let head =
            (0..<8).map { UInt8(truncatingIfNeeded: time >> (56 - 8 * UInt64($0))) } + nonce.prefix(Self.nonceCount)
        return head + code(of: head)
    }

    /// Whether a challenge was issued in this run and has not expired.
    func isOpen(_ challenge: [UInt8], at now: Duration) -> Bool {
        guard challenge.count == Self.byteCount else { return false }
        let head = Array(challenge.prefix(Self.timeCount + Self.nonceCount))
        guard constantTimeEquals(code(of: head), Array(challenge.suffix(Self.codeCount))) else { return false }
        let made = head.prefix(Self.timeCount).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let age = UInt64(clamping: Self.milliseconds(now)).subtractingReportingOverflow(made)
        return !age.overflow && age.partialValue < UInt64(clamping: Self.milliseconds(Self.life))
    }

    private func code(of head: [UInt8]) -> [UInt8] {
        Array(HMACSHA256.code(of: head, key: key).prefix(Self.codeCount))
    }

    private static func milliseconds(_ time: Duration) -> Int64 {
        let (milliseconds, overflow) = time.wholeSeconds.multipliedReportingOverflow(by: 1_000)
        return overflow ? .max : milliseconds &+ time.wholeAndRest.attoseconds / 1_000_000_000_000_000
    }
}
