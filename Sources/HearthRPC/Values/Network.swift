internal import HearthBase

extension Peer {
    /// The part of the address that identifies a household or machine: an IPv4 address, or the first 64 bits of an IPv6
    /// address, such as `2001:db8:0:1::/64`. Limits per caller count by it.
    package var network: String {
        guard address.hasPrefix("[") else {
            return address.split(separator: ":", omittingEmptySubsequences: false).first.map(String.init) ?? address
        }
        return Self.network(ofHost: address.dropFirst().prefix { $0 != "]" })
    }

    /// The same for an address without a port: `192.0.2.7`, `2001:db8::7`. Anything else is returned unchanged.
    package static func network(ofHost host: some StringProtocol) -> String {
        let text = host.prefix { $0 != "%" }
        // An IPv4-mapped IPv6 address.
        if let dot = text.firstIndex(of: "."), let colon = text[..<dot].lastIndex(of: ":") {
            return String(text[text.index(after: colon)...])
        }
        guard text.contains(":"), let groups = groups(text) else { return String(text) }
        return ipText(groups: groups.prefix(4) + [0, 0, 0, 0]) + "/64"
    }

    private static func groups(_ text: some StringProtocol) -> [UInt16]? {
        let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = halves.map { $0.split(separator: ":").map { UInt16($0, radix: 16) } }
        let head = parts.first ?? []
        let tail = parts.count > 1 ? parts[1] : []
        let gap = 8 - head.count - tail.count
        guard halves.count == 2 ? gap >= 0 : gap == 0 else { return nil }
        let all = head + [UInt16?](repeating: 0, count: gap) + tail
        let known = all.compactMap { $0 }
        return known.count == all.count ? known : nil
    }
}
