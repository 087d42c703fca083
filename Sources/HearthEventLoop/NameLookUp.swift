internal import CUV

extension EventLoop {
    /// Looks up the addresses of a host without blocking the loop, and calls `done` on the loop's thread. On the loop's
    /// thread only.
    ///
    /// - Parameter done: takes the addresses in digits, without those of a link; none if the name is not known.
    package func lookUp(_ host: String, done: @escaping ([String]) -> Void) {
        do throws(LoopError) {
            try lookUp(host, service: "0", named: host) { result in
                let found = (try? result.get()) ?? []
                let addresses = found.compactMap { address in
                    address.bytes.withUnsafeBytes { bytes in
                        bytes.baseAddress.flatMap { DatagramAddress($0.assumingMemoryBound(to: sockaddr.self)) }
                    }
                }
                done(addresses.filter { $0.scope == 0 }.map(\.hostText))
            }
        } catch {
            done([])
        }
    }

    /// Looks up the addresses of a host and a port.
    ///
    /// - Parameter place: the host in messages.
    /// - Throws: ``LoopError`` if it can't begin; `done` is not called then.
    func lookUp(
        _ host: String, service: String, named place: String,
        done: @escaping (Result<[FoundAddress], LoopError>) -> Void
    ) throws(LoopError) {
        let lookUp = LookUp { status, addresses in
            guard status != 0 else { return done(.success(addresses)) }
            done(.failure(LoopError(status, "the name of \(place) cannot be looked up")))
        }
        let request = UnsafeMutablePointer<uv_getaddrinfo_t>.allocate(capacity: 1)
        request.pointee.data = Unmanaged.passRetained(lookUp).toOpaque()
        var hints = addrinfo()
        hints.ai_socktype = streamSocketType
        hints.ai_family = AF_UNSPEC
        let status = uv_getaddrinfo(
            uv, request,
            { request, status, info in
                guard let request, let data = request.pointee.data else { return }
                let lookUp = Unmanaged<LookUp>.fromOpaque(data).takeRetainedValue()
                request.deallocate()
                var addresses: [FoundAddress] = []
                var next = info
                while let entry = next {
                    let bytes = UnsafeRawBufferPointer(
                        start: entry.pointee.ai_addr, count: Int(entry.pointee.ai_addrlen))
                    addresses.append(FoundAddress(bytes: Array(bytes), family: Int(entry.pointee.ai_family)))
                    next = entry.pointee.ai_next
                }
                uv_freeaddrinfo(info)
                lookUp.done(status, addresses)
            }, host, service, &hints)
        guard status < 0 else { return }
        Unmanaged<LookUp>.fromOpaque(request.pointee.data).release()
        request.deallocate()
        throw LoopError(status, "the name of \(place) cannot be looked up")
    }
}

/// An address of a host, as a `sockaddr`.
struct FoundAddress {
    let bytes: [UInt8]
    let family: Int
}

private final class LookUp {
    let done: (Int32, [FoundAddress]) -> Void
    init(done: @escaping (Int32, [FoundAddress]) -> Void) { self.done = done }
}
