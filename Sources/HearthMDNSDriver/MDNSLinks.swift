internal import HearthEventLoop
internal import HearthMDNS

/// The sockets for multicast DNS: one for each interface and IP version, so that it is known where a packet comes from.
/// On the loop's thread only.
final class MDNSLinks {
    /// Where a socket listens.
    struct Place: Hashable {
        let interface: UInt32
        let isIPv6: Bool
    }

    private struct Link {
        let socket: DatagramSocket
        let interface: NetworkInterface
        let group: DatagramAddress
        let networks: [IPNetwork]
    }

    private let loop: EventLoop
    private let port: UInt16
    private unowned let handler: any DatagramHandler
    private let onProblem: @Sendable (String) -> Void
    private var links: [Place: Link] = [:]
    private var places: [ObjectIdentifier: Place] = [:]
    private(set) var problems: [String: String] = [:]

    init(
        loop: EventLoop, port: UInt16, handler: any DatagramHandler, onProblem: @escaping @Sendable (String) -> Void
    ) {
        self.loop = loop
        self.port = port
        self.handler = handler
        self.onProblem = onProblem
    }

    private static func label(_ interface: NetworkInterface, isIPv6: Bool) -> String {
        "\(interface.name) \(isIPv6 ? "IPv6" : "IPv4")"
    }

    var listening: [String] {
        links.map { Self.label($0.value.interface, isIPv6: $0.key.isIPv6) }.sorted()
    }

    /// The addresses of the interfaces with a socket.
    var addresses: [UInt32: [IPAddress]] {
        var addresses: [UInt32: [IPAddress]] = [:]
        for link in links.values {
            addresses[link.interface.index] = link.interface.addresses.compactMap {
                IPAddress($0.host, scope: link.interface.index)
            }
        }
        return addresses
    }

    /// Opens sockets on new or changed interfaces and closes those on others. One that can't be opened is a problem
    /// that is told once.
    func use(_ interfaces: [NetworkInterface]) {
        var wanted: [Place: NetworkInterface] = [:]
        for interface in interfaces {
            for isIPv6 in [false, true]
            where interface.addresses.contains(where: { $0.host.count == (isIPv6 ? 16 : 4) }) {
                wanted[Place(interface: interface.index, isIPv6: isIPv6)] = interface
            }
        }
        for (place, link) in links where wanted[place] != link.interface { close(place, link) }
        let labels = Set(wanted.map { Self.label($0.value, isIPv6: $0.key.isIPv6) })
        problems = problems.filter { labels.contains($0.key) }
        for (place, interface) in wanted where links[place] == nil {
            do throws(LoopError) {
                links[place] = try open(place, interface)
            } catch {
                tell(error, of: Self.label(interface, isIPv6: place.isIPv6))
            }
        }
    }

    private func open(_ place: Place, _ interface: NetworkInterface) throws(LoopError) -> Link {
        let groupText = place.isIPv6 ? "ff02::fb" : "224.0.0.251"
        guard let group = DatagramAddress(host: groupText, port: port, scope: place.isIPv6 ? place.interface : 0),
            let any = DatagramAddress(host: place.isIPv6 ? "::" : "0.0.0.0", port: port)
        else { throw LoopError(message: "\(groupText) is not an address") }
        let socket = try DatagramSocket(loop: loop, address: any, isShared: true)
        do throws(LoopError) {
            try socket.join(group, on: interface)
            try socket.start(handler)
        } catch {
            socket.close()
            throw error
        }
        places[ObjectIdentifier(socket)] = place
        problems[Self.label(interface, isIPv6: place.isIPv6)] = nil
        return Link(
            socket: socket, interface: interface, group: group,
            networks: interface.addresses.compactMap { address in
                IPAddress(address.host).map { IPNetwork($0, prefixLength: address.prefixLength) }
            })
    }

    private func close(_ place: Place, _ link: Link) {
        links[place] = nil
        places[ObjectIdentifier(link.socket)] = nil
        link.socket.close()
    }

    func closeAll() {
        for (place, link) in links { close(place, link) }
    }

    private func tell(_ error: LoopError, of label: String) {
        guard problems[label] != error.message else { return }
        problems[label] = error.message
        onProblem(
            "devices are not found by multicast DNS on \(label), and this hub is not announced there: \(error.message); "
                + "devices can be added by their addresses, and a container needs the network of its host")
    }

    /// Records that a socket failed to receive.
    func failed(_ error: LoopError, of socket: DatagramSocket) {
        guard let place = places[ObjectIdentifier(socket)], let link = links[place] else { return }
        tell(error, of: Self.label(link.interface, isIPv6: place.isIPv6))
    }

    /// The interface of a socket, and the networks there.
    func origin(of socket: DatagramSocket) -> (interface: UInt32, networks: [IPNetwork])? {
        guard let place = places[ObjectIdentifier(socket)], let link = links[place] else { return nil }
        return (place.interface, link.networks)
    }

    /// Sends to the group on an interface, with both IP versions.
    func send(_ message: DNSMessage, toGroupOn interface: UInt32) {
        let packets = message.packets()
        for isIPv6 in [false, true] {
            let place = Place(interface: interface, isIPv6: isIPv6)
            guard let link = links[place] else { continue }
            send(packets, to: link.group, by: link, isIPv6)
        }
    }

    /// Sends to one host.
    func send(_ message: DNSMessage, to address: IPAddress, port: UInt16, on interface: UInt32) {
        guard let link = links[Place(interface: interface, isIPv6: !address.isIPv4)],
            let target = DatagramAddress(host: address.bytes, port: port, scope: address.scope)
        else { return }
        send(message.packets(), to: target, by: link, !address.isIPv4)
    }

    private func send(_ packets: [[UInt8]], to target: DatagramAddress, by link: Link, _ isIPv6: Bool) {
        let label = Self.label(link.interface, isIPv6: isIPv6)
        for packet in packets {
            do throws(LoopError) {
                try link.socket.send(packet, to: target)
                if target == link.group { problems[label] = nil }
            } catch {
                // One host that can't be reached says nothing about the network.
                if target == link.group { tell(error, of: label) }
            }
        }
    }
}
