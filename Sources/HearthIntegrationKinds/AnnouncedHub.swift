/// What a hub says of itself on the local network. It says nothing of the home: any device of the network can read it.
package struct AnnouncedHub: Hashable, Sendable {
    /// The type of the service.
    package static let serviceType = "_hearth._tcp"

    /// The hub's ID.
    package var id: String
    /// The version of the program.
    package var version: String
    /// The first label of the machine's name.
    package var machine: String
    /// The port on which it listens.
    package var port: UInt16

    /// A hub that listens at an address.
    ///
    /// - Parameters:
    ///   - address: a host with a port, such as `0.0.0.0:4327`.
    ///   - hostName: the machine's name.
    /// - Returns: nil if other machines can't reach the address: a Unix socket, or one of loopback.
    package init?(id: String, version: String, listeningAt address: String, hostName: String) {
        guard !address.hasPrefix("unix:"), let colon = address.lastIndex(of: ":"),
            let port = UInt16(address[address.index(after: colon)...])
        else { return nil }
        let host = address[..<colon]
        guard host != "localhost", host != "[::1]", !host.hasPrefix("127.") else { return nil }
        self.id = id
        self.version = version
        machine = hostName.split(separator: ".").first.map(String.init) ?? "this machine"
        self.port = port
    }
}
