#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
internal import CUV

/// A network interface that is in operation, with its addresses.
package struct NetworkInterface: Hashable, Sendable {
    /// An address, and the number of bits that it shares with all others of its network.
    package struct Address: Hashable, Sendable {
        /// 4 or 16 bytes in network order.
        package let host: [UInt8]
        package let prefixLength: Int
    }

    /// The name, such as `eth0`.
    package let name: String
    /// The system's number of the interface.
    package let index: UInt32
    /// Whether it connects this machine with itself only.
    package let isLoopback: Bool
    /// In ascending order.
    package let addresses: [Address]

    package init(name: String, index: UInt32, isLoopback: Bool, addresses: [Address]) {
        self.name = name
        self.index = index
        self.isLoopback = isLoopback
        self.addresses = addresses
    }

    /// The interfaces of this machine that are in operation and have an address, by their numbers.
    package static func all() throws(LoopError) -> [NetworkInterface] {
        var list: UnsafeMutablePointer<uv_interface_address_t>?
        var count: Int32 = 0
        try LoopError.check(
            uv_interface_addresses(&list, &count), "the network interfaces of this machine cannot be listed")
        defer { uv_free_interface_addresses(list, count) }
        var found: [UInt32: NetworkInterface] = [:]
        for entry in UnsafeBufferPointer(start: list, count: Int(count)) {
            guard let text = entry.name else { continue }
            let index = if_nametoindex(text)
            guard index > 0 else { continue }
            let address: Address
            if Int32(entry.address.address4.sin_family) == AF_INET6 {
                address = Address(
                    host: withUnsafeBytes(of: entry.address.address6.sin6_addr) { Array($0) },
                    prefixLength: withUnsafeBytes(of: entry.netmask.netmask6.sin6_addr) { ones($0) })
            } else {
                address = Address(
                    host: withUnsafeBytes(of: entry.address.address4.sin_addr) { Array($0) },
                    prefixLength: withUnsafeBytes(of: entry.netmask.netmask4.sin_addr) { ones($0) })
            }
            let others = found[index]?.addresses ?? []
            let addresses = (others + [address]).sorted { left, right in
                left.host.count == right.host.count
                    ? left.host.lexicographicallyPrecedes(right.host) : left.host.count < right.host.count
            }
            found[index] = NetworkInterface(
                name: String(cString: text), index: index, isLoopback: entry.is_internal != 0, addresses: addresses)
        }
        return found.values.sorted { $0.index < $1.index }
    }

    private static func ones(_ mask: UnsafeRawBufferPointer) -> Int {
        mask.reduce(0) { $0 + $1.nonzeroBitCount }
    }
}

/// Watches the network interfaces of this machine, by looking at them regularly. On its loop's thread only.
package final class InterfaceWatch {
    private let loop: EventLoop
    private let interval: Duration
    private var timer: LoopTimer?
    private var last: [NetworkInterface]?
    private var changed: (([NetworkInterface]) -> Void)?
    /// Why the interfaces are unknown; nil if they are known.
    package private(set) var error: LoopError?

    /// Starts watching. `changed` is called at once, and after each change.
    package init(
        loop: EventLoop, every interval: Duration = .seconds(5), changed: @escaping ([NetworkInterface]) -> Void
    ) {
        self.loop = loop
        self.interval = interval
        self.changed = changed
        look()
    }

    private func look() {
        guard let changed else { return }
        timer = loop.schedule(after: interval) { [weak self] in self?.look() }
        do throws(LoopError) {
            let all = try NetworkInterface.all()
            error = nil
            guard all != last else { return }
            last = all
            changed(all)
        } catch {
            self.error = error
            guard last != [] else { return }
            last = []
            changed([])
        }
    }

    /// Stops watching.
    package func stop() {
        timer?.cancel()
        changed = nil
    }
}
