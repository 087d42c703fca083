#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
internal import CUV

/// Receives a datagram socket's events, on its loop's thread.
package protocol DatagramHandler: AnyObject {
    /// A datagram has arrived. The span is only valid during the call.
    func received(_ bytes: RawSpan, from address: DatagramAddress, by socket: DatagramSocket)
    /// Receiving failed; the socket stays open.
    func failed(_ error: LoopError, of socket: DatagramSocket)
}

/// A UDP socket. On its loop's thread only.
///
/// What arrives is handed on at once. What the loop has no time for waits in the system's buffer, which drops the rest.
package final class DatagramSocket: HandleOwner {
    package let loop: EventLoop
    /// The local address, with the actual port if port 0 was requested.
    package let address: DatagramAddress
    /// Receives the events; retained until the socket is closed.
    package private(set) var handler: (any DatagramHandler)?
    /// The datagrams that were dropped because the network did not take them in time.
    package private(set) var droppedCount = 0

    private let udp: UnsafeMutablePointer<uv_udp_t>
    private var isClosed = false

    /// The most bytes that wait to be sent.
    private static let mostUnsent = 256 << 10

    /// Binds a socket.
    ///
    /// - Parameters:
    ///   - loop: the loop that receives.
    ///   - address: the address to bind. IPv6 sockets take no IPv4.
    ///   - isShared: whether other sockets may have the port too, if they agree. All receive what is sent to a group,
    ///     but only one of them what is sent to the port alone. This is SO_REUSEADDR: on Linux it suffices, also
    ///     between programs of different users, which SO_REUSEPORT forbids.
    package init(loop: EventLoop, address: DatagramAddress, isShared: Bool = false) throws(LoopError) {
        self.loop = loop
        let udp = UnsafeMutablePointer<uv_udp_t>.allocate(capacity: 1)
        self.udp = udp
        let status = uv_udp_init(loop.uv, udp)
        guard status == 0 else {
            udp.deallocate()
            throw LoopError(status, "a UDP socket cannot be made")
        }
        let flags =
            (isShared ? UInt32(UV_UDP_REUSEADDR.rawValue) : 0) | (address.isIPv6 ? UInt32(UV_UDP_IPV6ONLY.rawValue) : 0)
        let bound = address.withSystemAddress { uv_udp_bind(udp, $0, flags) }
        var storage = sockaddr_storage()
        var size = Int32(MemoryLayout<sockaddr_storage>.size)
        let own = withUnsafeMutablePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { base in
                uv_udp_getsockname(udp, base, &size) == 0 ? DatagramAddress(base) : nil
            }
        }
        self.address = own ?? address
        super.init()
        // libuv keeps the socket alive until its close callback.
        udp.pointee.data = Unmanaged.passRetained(self as HandleOwner).toOpaque()
        guard bound == 0 else {
            close()
            throw bound == UV_EADDRINUSE.rawValue
                ? LoopError(
                    code: "EADDRINUSE",
                    message: "UDP \(address) is in use by a process that does not share it; stop that process")
                : LoopError(bound, "cannot bind UDP \(address)")
        }
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> DatagramSocket? {
        guard let data else { return nil }
        return Unmanaged<HandleOwner>.fromOpaque(data).takeUnretainedValue() as? DatagramSocket
    }

    // MARK: Groups

    /// Joins a group on an interface, sends to groups by this interface, and receives what this machine sends to them.
    /// Datagrams of groups that other sockets joined, or on other interfaces, do not arrive.
    ///
    /// Datagrams are sent with 255 hops, the most, so that receivers can tell that they come from the same link.
    package func join(_ group: DatagramAddress, on interface: NetworkInterface) throws(LoopError) {
        try forInterface(interface, group, "joined", UV_JOIN_GROUP)
        let what = "multicast on \(interface.name) cannot be set up"
        let place = try place(of: interface)
        try LoopError.check(uv_udp_set_multicast_interface(udp, place), what)
        try LoopError.check(uv_udp_set_multicast_loop(udp, 1), what)
        try LoopError.check(uv_udp_set_multicast_ttl(udp, 255), what)
        try LoopError.check(uv_udp_set_ttl(udp, 255), what)
        receiveOnlyJoinedGroups()
    }

    /// Leaves a group on an interface.
    package func leave(_ group: DatagramAddress, on interface: NetworkInterface) throws(LoopError) {
        try forInterface(interface, group, "left", UV_LEAVE_GROUP)
    }

    private func forInterface(
        _ interface: NetworkInterface, _ group: DatagramAddress, _ verb: String, _ membership: uv_membership
    ) throws(LoopError) {
        guard !isClosed else { throw LoopError(message: "the UDP socket \(address) is closed") }
        let place = try place(of: interface)
        try LoopError.check(
            uv_udp_set_membership(udp, group.hostText, place, membership),
            "the group \(group) cannot be \(verb) on \(interface.name)")
    }

    /// The interface as libuv takes it: an own address for IPv4, its name for IPv6.
    private func place(of interface: NetworkInterface) throws(LoopError) -> String {
        if address.isIPv6 { return "::%\(interface.name)" }
        guard let own = interface.addresses.first(where: { $0.host.count == 4 }),
            let text = DatagramAddress(host: own.host, port: 0)?.hostText
        else { throw LoopError(message: "\(interface.name) has no IPv4 address, so it takes no IPv4 groups") }
        return text
    }

    /// Linux hands a socket what any socket of the machine has joined, unless it is told not to.
    private func receiveOnlyJoinedGroups() {
        #if os(Linux)
            var descriptor: uv_os_fd_t = -1
            guard uv_fileno(udp.asHandle, &descriptor) == 0 else { return }
            var off: Int32 = 0
            let size = socklen_t(MemoryLayout<Int32>.size)
            if address.isIPv6 {
                setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_MULTICAST_ALL, &off, size)
            } else {
                setsockopt(descriptor, Int32(IPPROTO_IP), IP_MULTICAST_ALL, &off, size)
            }
        #endif
    }

    // MARK: Data

    /// Starts receiving and reporting events to `handler`.
    package func start(_ handler: any DatagramHandler) throws(LoopError) {
        guard !isClosed else { throw LoopError(message: "the UDP socket \(address) is closed") }
        self.handler = handler
        let status = uv_udp_recv_start(
            udp,
            { handle, _, buffer in
                guard let loop = EventLoop.of(handle?.pointee.loop) else { return }
                buffer?.pointee = uv_buf_init(
                    loop.readBuffer.baseAddress?.assumingMemoryBound(to: CChar.self),
                    UInt32(clamping: loop.readBuffer.count))
            },
            { udp, count, buffer, address, flags in
                guard let socket = DatagramSocket.of(udp?.pointee.data) else { return }
                if count < 0 {
                    let error = LoopError(Int32(clamping: count), "UDP \(socket.address) cannot receive")
                    socket.handler?.failed(error, of: socket)
                    return
                }
                // Without an address there is nothing more to read. Part of a datagram is worth nothing.
                guard let address, flags & UInt32(UV_UDP_PARTIAL.rawValue) == 0,
                    let sender = DatagramAddress(address)
                else { return }
                socket.handler?.received(
                    UnsafeRawBufferPointer(start: buffer?.pointee.base, count: count).bytes, from: sender, by: socket)
            })
        try LoopError.check(status, "UDP \(address) cannot receive")
    }

    /// Sends a datagram. What the system doesn't accept immediately is queued; datagrams beyond 256 KiB are dropped,
    /// and an error says so.
    package func send(_ bytes: [UInt8], to target: DatagramAddress) throws(LoopError) {
        guard !isClosed else { throw LoopError(message: "the UDP socket \(address) is closed") }
        let status = bytes.withUnsafeBytes { bytes in
            var buffer = Self.buffer(bytes)
            return target.withSystemAddress { uv_udp_try_send(udp, &buffer, 1, $0) }
        }
        guard status < 0 else { return }
        guard status == UV_EAGAIN.rawValue else { throw LoopError(status, "nothing can be sent to UDP \(target)") }
        guard uv_udp_get_send_queue_size(udp) + bytes.count <= Self.mostUnsent else {
            droppedCount += 1
            throw LoopError(
                code: "ENOBUFS",
                message: "a datagram to UDP \(target) was dropped, as \(Self.mostUnsent) bytes wait to be sent")
        }
        try keep(bytes, for: target)
    }

    private func keep(_ bytes: [UInt8], for target: DatagramAddress) throws(LoopError) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        copy.copyBytes(from: bytes)
        let request = UnsafeMutablePointer<uv_udp_send_t>.allocate(capacity: 1)
        request.pointee.data = Unmanaged.passRetained(PendingDatagram(copy)).toOpaque()
        var buffer = Self.buffer(UnsafeRawBufferPointer(copy))
        let status = target.withSystemAddress { address in
            uv_udp_send(request, udp, &buffer, 1, address) { request, status in
                guard let request, let data = request.pointee.data else { return }
                Unmanaged<PendingDatagram>.fromOpaque(data).release()
                if status < 0, let socket = DatagramSocket.of(request.pointee.handle?.pointee.data) {
                    socket.droppedCount += 1
                }
                request.deallocate()
            }
        }
        guard status < 0 else { return }
        Unmanaged<PendingDatagram>.fromOpaque(request.pointee.data).release()
        request.deallocate()
        throw LoopError(status, "nothing can be sent to UDP \(target)")
    }

    private static func buffer(_ bytes: UnsafeRawBufferPointer) -> uv_buf_t {
        uv_buf_init(
            UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: CChar.self)),
            UInt32(clamping: bytes.count))
    }

    private final class PendingDatagram {
        let bytes: UnsafeMutableRawBufferPointer

        init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

        deinit { bytes.deallocate() }
    }

    /// Closes the socket. Datagrams that wait to be sent are dropped.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        handler = nil
        uv_close(udp.asHandle) { handle in
            guard let handle, let data = handle.pointee.data else { return }
            Unmanaged<HandleOwner>.fromOpaque(data).release()
            UnsafeMutableRawPointer(handle).deallocate()
        }
    }

    override func loopIsStopping() { close() }
}
