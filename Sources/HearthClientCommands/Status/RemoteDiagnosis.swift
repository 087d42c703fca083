internal import HearthBase
internal import HearthTerminal
internal import HearthTraitCore

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// What stands between the hub and clients elsewhere: the addresses on which it listens, those of its machine, and the
/// names of its certificate.
struct RemoteDiagnosis {
    struct Problem: Hashable {
        let what: String
        let wayOut: String
    }

    private(set) var problems: [Problem] = []
    private(set) var remarks: [String] = []

    /// - Parameters:
    ///   - listening: addresses as in `--listen`.
    ///   - certificateEnd: since 1970; nil if unknown.
    ///   - isSelfSigned: whether the certificate is signed with its own key, as the hub's own one.
    ///   - own: the machine's addresses, without loopback.
    ///   - now: since 1970.
    init(
        listening: [String], certificateNames: [String], certificateEnd: Duration?, isSelfSigned: Bool,
        own: [OwnAddress], now: Duration
    ) {
        for address in listening { remarks.append("the hub listens on \(address)") }
        let reachable = Self.reachable(listening, own)
        if reachable.isEmpty {
            add(
                "no other machine can reach the hub, as it listens for this machine only",
                "\(OpenToNetwork.wayOut), or use an SSH tunnel: ssh -L 4327:127.0.0.1:4327 USER@MACHINE")
        }
        for address in reachable where address.isPublic {
            add(
                "the hub listens on \(address.text) (\(address.interface)), which may be reachable from the whole internet",
                "let it listen on a private address only, or let a firewall refuse its port from outside")
        }
        let known = Set(certificateNames.map(Self.key))
        for address in reachable where !known.contains(Self.key(address.text)) {
            add(
                "the certificate is not valid for \(address.text) (\(address.interface)), so browsers warn there",
                "open the page by a name of the certificate; hearth serve --host and hearth tls home-ca add names")
        }
        if let certificateEnd, let reached = CertificateEnd(certificateEnd, at: now) {
            add(
                reached == .past ? "the certificate has ended" : "the certificate ends in less than two weeks",
                isSelfSigned
                    ? "restart the hub, which renews its own certificate; renew one of --tls-cert yourself"
                    : "renew the files of --tls-cert and --tls-key; the hub takes the new ones by itself")
        }
        remarks.append("the certificate is valid for \(certificateNames.joined(separator: ", "))")
        let tunnels = own.filter(\.isTunnel)
        for address in tunnels {
            let isOpen = reachable.contains(address)
            remarks.append(
                "\(address.interface) has \(address.text), a private network of yours: \(isOpen ? "the hub is there" : "the hub does not listen there")"
            )
        }
        if tunnels.isEmpty {
            remarks.append(
                "this machine has no interface of WireGuard or Tailscale; from elsewhere the hub is reached by one of "
                    + "them, or by an SSH tunnel")
        }
        remarks.append("nothing was sent to other machines for this")
    }

    private mutating func add(_ what: String, _ wayOut: String) {
        problems.append(Problem(what: what, wayOut: wayOut))
    }

    /// The machine's addresses on which the hub listens.
    private static func reachable(_ listening: [String], _ own: [OwnAddress]) -> [OwnAddress] {
        let hosts = listening.compactMap { address -> String? in
            guard !address.hasPrefix("unix:"), let colon = address.lastIndex(of: ":") else { return nil }
            return String(address[..<colon].filter { $0 != "[" && $0 != "]" })
        }
        let keys = Set(hosts.map(key))
        return own.filter { address in
            if address.isLinkLocal { return false }
            let isIPv4 = address.host.count == 4
            return keys.contains(key(address.text)) || isIPv4 && hosts.contains("0.0.0.0") || hosts.contains("::")
        }
    }

    /// A form of a name or address that is equal for all its spellings.
    private static func key(_ text: String) -> [UInt8] {
        OwnAddress.bytes(of: text) ?? Array(text.lowercased().utf8)
    }

    var text: String {
        var lines = remarks.map { "note: \($0)" }
        for problem in problems { lines += ["problem: \(problem.what)", "    \(problem.wayOut)"] }
        if problems.isEmpty { lines.append("Other machines can reach the hub at its addresses.") }
        return lines.joined(separator: "\n")
    }

    var json: JSON {
        .object([
            (
                "problems",
                .array(problems.map { .object([("what", .string($0.what)), ("do", .string($0.wayOut))]) })
            ),
            ("remarks", .array(remarks.map { .string($0) })),
        ])
    }
}

/// An address of one of this machine's interfaces.
struct OwnAddress: Hashable {
    let interface: String
    /// 4 or 16 bytes in network order.
    let host: [UInt8]
    var text: String { ipText(host) }

    init?(interface: String, host: [UInt8]) {
        guard host.count == 4 || host.count == 16 else { return nil }
        self.interface = interface
        self.host = host
    }

    /// The bytes of an address in digits; nil for a name.
    static func bytes(of text: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
        return inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : nil
    }

    /// Interfaces of WireGuard, Tailscale, ZeroTier and OpenVPN, by their usual names.
    var isTunnel: Bool { ["wg", "tailscale", "zt", "tun"].contains { interface.hasPrefix($0) } }

    var isLinkLocal: Bool {
        host.count == 16 ? host[0] == 0xFE && host[1] & 0xC0 == 0x80 : host[0] == 169 && host[1] == 254
    }

    /// Whether it is neither private (RFC 1918), shared (RFC 6598), link-local nor unique local (RFC 4193).
    var isPublic: Bool {
        if isLinkLocal { return false }
        if host.count == 16 { return host[0] & 0xFE != 0xFC && host[0] & 0xE0 == 0x20 }
        switch (host[0], host[1]) {
        case (10, _), (127, _), (192, 168), (172, 16...31), (100, 64...127): return false
        default: return true
        }
    }
}
