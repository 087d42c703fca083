package import HearthEventLoop

/// Where this machine can be reached, as candidates of an answer.
package enum LocalCandidates {
    /// The addresses of the interfaces, IPv4 first. The machine's own (127.0.0.1) only if there is no other.
    ///
    /// - Parameter hasIPv6: whether IPv6 is served, too.
    package static func of(
        _ interfaces: [NetworkInterface], port: UInt16, _ hasIPv6: Bool
    ) -> [SessionAnswer.Candidate] {
        let hosts = interfaces.filter { !$0.isLoopback }.flatMap(\.addresses).map(\.host)
            .filter { $0.count == 4 ? !$0.starts(with: [169, 254]) : hasIPv6 && !isLinkLocal($0) }
        let ordered = hosts.filter { $0.count == 4 } + hosts.filter { $0.count != 4 }
        return (ordered.isEmpty ? [[127, 0, 0, 1]] : ordered).compactMap { host in
            DatagramAddress(host: host, port: port).map {
                SessionAnswer.Candidate(address: $0.hostText, isIPv6: $0.isIPv6, port: port)
            }
        }
    }

    /// fe80::/10, which needs an interface's name besides.
    private static func isLinkLocal(_ host: [UInt8]) -> Bool {
        host.count == 16 && host[0] == 0xFE && host[1] & 0xC0 == 0x80
    }
}
