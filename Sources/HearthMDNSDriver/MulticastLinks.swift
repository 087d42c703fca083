package import HearthEventLoop
package import HearthMDNS

/// The sockets for a protocol that asks groups of machines, such as multicast DNS: one for each interface and IP version,
/// so that it is known where a packet comes from. On the loop's thread only.
package final class MulticastLinks {
    /// The groups that are asked.
    package struct Groups: Sendable {
        package var ipv4: String
        package var ipv6: String
        package var port: UInt16
        /// The port of the sockets, which other programs share; 0 for ports of their own.
        package var localPort: UInt16

        package init(ipv4: String, ipv6: String, port: UInt16, localPort: UInt16) {
            self.ipv4 = ipv4
            self.ipv6 = ipv6
            self.port = port
            self.localPort = localPort
        }
    }

    /// Where a socket listens.
    private struct Place: Hashable {
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
    private let groups: Groups
    private unowned let handler: any DatagramHandler
    private let onProblem: @Sendable (_ place: String, _ reason: String) -> Void
    private var links: [Place: Link] = [:]
    private var places: [ObjectIdentifier: Place] = [:]
    /// Why it does not work, by interface and IP version.
    package private(set) var problems: [String: String] = [:]

    /// - Parameter onProblem: called when it does not work on an interface, once for each reason.
    package init(
        loop: EventLoop, groups: Groups, handler: any DatagramHandler,
        onProblem: @escaping @Sendable (_ place: String, _ reason: String) -> Void
    ) {
        self.loop = loop
        self.groups = groups
        self.handler = handler
        self.onProblem = onProblem
    }

    private static func label(_ interface: NetworkInterface, isIPv6: Bool) -> String {
        "\(interface.name) \(isIPv6 ? "IPv6" : "IPv4")"
    }

    /// The interfaces with a socket, by name and IP version, such as `eth0 IPv4`.
    package var listening: [String] {
        links.map { Self.label($0.value.interface, isIPv6: $0.key.isIPv6) }.sorted()
    }

    /// The addresses of the interfaces with a socket.
    package var addresses: [UInt32: [IPAddress]] {
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
    package func use(_ interfaces: [NetworkInterface]) {
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
        let groupText = place.isIPv6 ? groups.ipv6 : groups.ipv4
        guard
            let group = DatagramAddress(host: groupText, port: groups.port, scope: place.isIPv6 ? place.interface : 0),
            let any = DatagramAddress(host: place.isIPv6 ? "::" : "0.0.0.0", port: groups.localPort)
        else { throw LoopError(message: "\(groupText) is not an address") }
        let socket = try DatagramSocket(loop: loop, address: any, isShared: groups.localPort != 0)
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

    /// Closes all sockets.
    package func closeAll() {
        for (place, link) in links { close(place, link) }
    }

    private func tell(_ error: LoopError, of label: String) {
        guard problems[label] != error.message else { return }
        problems[label] = error.message
        onProblem(label, error.message)
    }

    /// Records that a socket failed to receive.
    package func failed(_ error: LoopError, of socket: DatagramSocket) {
        guard let place = places[ObjectIdentifier(socket)], let link = links[place] else { return }
        tell(error, of: Self.label(link.interface, isIPv6: place.isIPv6))
    }

    /// The interface of a socket, and the networks there.
    package func origin(of socket: DatagramSocket) -> (interface: UInt32, networks: [IPNetwork])? {
        guard let place = places[ObjectIdentifier(socket)], let link = links[place] else { return nil }
        return (place.interface, link.networks)
    }

    /// Sends to the group on an interface, with both IP versions.
    package func send(_ packets: [[UInt8]], toGroupOn interface: UInt32) {
        for isIPv6 in [false, true] {
            let place = Place(interface: interface, isIPv6: isIPv6)
            guard let link = links[place] else { continue }
            send(packets, to: link.group, by: link, isIPv6)
        }
    }

    /// Sends to one host.
    package func send(_ packets: [[UInt8]], to address: IPAddress, port: UInt16, on interface: UInt32) {
        guard let link = links[Place(interface: interface, isIPv6: !address.isIPv4)],
            let target = DatagramAddress(host: address.bytes, port: port, scope: address.scope)
        else { return }
        send(packets, to: target, by: link, !address.isIPv4)
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
