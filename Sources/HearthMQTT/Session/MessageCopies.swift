/// Recognises the copies of live messages. If several subscriptions match a message, a broker sends one copy for each,
/// or one for all (MQTT 5.0, section 3.3.4).
///
/// Copies with an identifier that was not seen with the message yet are dropped. So a broker that sends one copy and names
/// one of its subscriptions only, against that section, loses nothing (moscajs/aedes issue 1090).
struct MessageCopies {
    private struct Delivered {
        /// Of topic and payload.
        var hash: Int
        /// The identifiers of copies that may still come.
        var awaited: Set<UInt32>
        /// When copies are no longer awaited: a later equal message is another one.
        var end: ContinuousClock.Instant
    }

    /// How many messages may await copies, and for how long. Copies come soon after each other.
    private static let most = 64
    private static let life: Duration = .seconds(5)
    private var delivered: [Delivered] = []

    /// Takes a message.
    ///
    /// - Parameters:
    ///   - identifiers: those that the broker names.
    ///   - matching: those of all subscriptions that match.
    ///   - now: when the message came.
    /// - Returns: whether it is a copy of a delivered one.
    mutating func isCopy(
        _ message: MQTTMessage, for identifiers: [UInt32], of matching: Set<UInt32>, now: ContinuousClock.Instant
    ) -> Bool {
        delivered.removeAll { $0.end < now }
        var hasher = Hasher()
        hasher.combine(message.topic)
        hasher.combine(message.payload)
        let hash = hasher.finalize()
        let first = delivered.firstIndex { $0.hash == hash && !$0.awaited.isDisjoint(with: identifiers) }
        if let first {
            delivered[first].awaited.subtract(identifiers)
            if delivered[first].awaited.isEmpty { delivered.remove(at: first) }
            return true
        }
        let awaited = matching.subtracting(identifiers)
        guard !awaited.isEmpty else { return false }
        if delivered.count == Self.most { delivered.removeFirst() }
        delivered.append(Delivered(hash: hash, awaited: awaited, end: now + Self.life))
        return false
    }
}
