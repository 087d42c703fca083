internal import HearthEventLoop
internal import HearthMDNS

/// Where a hub is announced: only where a client can connect to it.
struct AnnouncementPlan: Equatable {
    /// When a hub is announced, the value of `--announce`.
    enum Occasion: String, CaseIterable {
        /// While other machines can reach it.
        case auto
        /// Also to programs of its own machine, if only they can reach it.
        case always
        case never
    }

    /// The port on which the hub listens.
    let port: UInt16
    /// The addresses at which it listens.
    let addresses: AnnouncedAddresses
    /// Whether only programs of its own machine can reach it.
    let isOfThisMachine: Bool

    /// - Parameter address: where the hub listens, such as `0.0.0.0:4327`.
    /// - Returns: nil if it is not announced, as on a Unix socket.
    init?(listeningAt address: String, on occasion: Occasion) {
        guard occasion != .never, let endpoint = try? Endpoint(address), case .tcp(let host, let port) = endpoint,
            let bytes = DatagramAddress(host: String(host.prefix { $0 != "%" }), port: port)?.host,
            let own = IPAddress(bytes), !own.isLoopback || occasion == .always
        else { return nil }
        self.port = port
        // A socket on [::] takes connections of IPv4, too.
        addresses = !bytes.allSatisfy { $0 == 0 } ? .only(own) : own.isIPv4 ? .ipv4 : .all
        isOfThisMachine = own.isLoopback
    }
}
