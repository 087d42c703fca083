internal import HearthBase

/// What a client proves with its connectivity checks that it has the answer (RFC 8445, section 5.3).
package struct ICECredentials: Hashable, Sendable {
    /// The user name fragment, by which sessions are told apart.
    package var fragment: String
    /// Secret.
    package var password: String

    package init(fragment: String, password: String) {
        self.fragment = fragment
        self.password = password
    }

    /// - Parameter random: makes random bytes, which must not be predictable.
    package init(random: (Int) -> [UInt8]) {
        self.init(fragment: hex(random(8)), password: hex(random(16)))
    }
}
