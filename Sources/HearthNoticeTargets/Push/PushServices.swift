/// The push services that the hub posts to. Any person who sees notices may subscribe a browser, and must not make the hub
/// send requests to other machines.
package struct PushServices: Hashable, Sendable {
    /// The hosts of the services of Chrome, Firefox, Safari and Edge; a dot at the beginning stands for all names below.
    private static let known = [
        "fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com",
    ]

    private let hosts: [String]

    /// - Parameter others: further hosts, such as that of a push server of one's own.
    package init(others: [String] = []) { hosts = Self.known + others.map { $0.lowercased() } }

    /// Whether an address belongs to one of them.
    package func contains(_ address: WebAddress) -> Bool {
        let host = address.host.lowercased()
        return address.isSecure && hosts.contains { $0.hasPrefix(".") ? host.hasSuffix($0) : host == $0 }
    }
}
