internal import HearthTraitCore

/// The wrong codes for an entity whose code the hub compares, limited as those of locks are (Matter Application
/// Clusters 1.4, section 5.2.9, WrongCodeEntryLimit and UserCodeTemporaryDisableTime).
struct CodeTries: Hashable, Sendable {
    /// After this many wrong codes no code is accepted for a while.
    static let most = 5
    static let pause = Duration.seconds(60)

    private var wrong = 0
    private var pauseEnd: Duration?

    /// Compares a code with the wanted one, and counts wrong ones.
    ///
    /// - Throws: `TraitError` `.failure` for a wrong code, and for any during a pause. No code is in its message.
    mutating func compare(_ given: String, _ wanted: String, _ now: Duration) throws(TraitError) {
        if let end = pauseEnd {
            guard end <= now else {
                throw TraitError(
                    .failure,
                    "no code is accepted for \(Self.pause.components.seconds) s after \(Self.most) wrong ones; "
                        + "try again then")
            }
            pauseEnd = nil
        }
        guard given == wanted else {
            wrong += 1
            if wrong >= Self.most { (wrong, pauseEnd) = (0, now + Self.pause) }
            throw TraitError(.failure, "the code is wrong")
        }
        wrong = 0
    }
}
