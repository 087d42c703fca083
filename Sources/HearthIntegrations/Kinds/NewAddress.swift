/// Another place at which the device of an integration announces itself.
package struct NewAddress: Hashable, Sendable {
    /// The settings that lead there, in place of the present ones.
    package var settings: [String: String]
    /// Whether a connection with the integration's settings proves the device by a secret. An announcement proves
    /// nothing: any machine in the network can send it.
    package var isProven: Bool

    package init(settings: [String: String], isProven: Bool) {
        self.settings = settings
        self.isProven = isProven
    }
}
