/// A user's name and password at a server. Its description hides the password.
package struct HTTPCredentials: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The user's name.
    package var user: String
    /// The password.
    package var password: String

    package init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    package var description: String { "\(user):…" }
    package var debugDescription: String { description }
}
