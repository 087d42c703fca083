/// The addresses that the host's name stands for: those at which its services listen.
package enum AnnouncedAddresses: Hashable, Sendable {
    /// All of the machine, for a listener on `[::]`.
    case all
    /// Those of IPv4, for a listener on `0.0.0.0`.
    case ipv4
    /// One address. Its scope does not count.
    case only(IPAddress)

    /// The announced ones of the addresses by interface. Interfaces without one are left out, as nothing listens there.
    package func filtered(_ addresses: [UInt32: [IPAddress]]) -> [UInt32: [IPAddress]] {
        addresses.mapValues { $0.filter(contains) }.filter { !$0.value.isEmpty }
    }

    private func contains(_ address: IPAddress) -> Bool {
        switch self {
        case .all: true
        case .ipv4: address.isIPv4
        case .only(let one): address.bytes == one.bytes
        }
    }
}
