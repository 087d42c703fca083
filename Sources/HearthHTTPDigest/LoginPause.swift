internal import HearthBase

/// How long a camera is left alone after it has refused a password. Cameras lock out users after some wrong passwords.
package struct LoginPause: Hashable, Sendable {
    private static let backoff = ExponentialBackoff(initial: .seconds(30), maximum: .seconds(30 * 60), spread: 1...1)

    private var refusals = 0

    package init() {}

    /// The camera has refused the password.
    ///
    /// - Returns: the time until the next attempt: 30 s, doubled with each refusal in a row, at most 30 min.
    package mutating func refused() -> Duration {
        defer { refusals += 1 }
        return Self.backoff.delay(after: refusals, random: 0)
    }

    /// The camera has taken the password.
    package mutating func accepted() { refusals = 0 }
}
