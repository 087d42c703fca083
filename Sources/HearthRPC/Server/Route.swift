/// Checks the bytes of a request before it is decoded; throws the status with which the call ends.
package typealias RequestCheck = @Sendable (RPCFrame) throws(RPCError) -> Void

/// A method and its handler.
package final class Route: Sendable {
    package enum Handler: Sendable {
        case unary(UnaryHandler)
        case clientStreaming(ClientStreamingHandler)
        case serverStreaming(ServerStreamingHandler)
        case bidirectional(BidirectionalHandler)
    }

    package let method: MethodDescriptor
    package let handler: Handler
    let request: any RPCMessage.Type
    private let requestCheck: RequestCheck?
    let path: [UInt8]
    let hash: Int

    /// - Parameters:
    ///   - request: the type of its requests.
    ///   - requestCheck: checks the request of a method that takes one; nil for no check.
    init(
        _ method: MethodDescriptor, _ handler: Handler, reads request: any RPCMessage.Type,
        _ requestCheck: RequestCheck?
    ) {
        self.method = method
        self.handler = handler
        self.request = request
        self.requestCheck = requestCheck
        let path = Array(method.path.utf8)
        self.path = path
        hash = RouteTable.hash(path.span)
    }

    /// The request, if it passes the check.
    func checked(_ request: RPCFrame) throws(RPCError) -> RPCFrame {
        try requestCheck?(request)
        return request
    }
}

// Handlers run on their caller's executor: a function that does not looks up its task's preferred executor, under a
// lock, when it begins and when it returns.
package typealias UnaryHandler =
    nonisolated(nonsending) @Sendable (RPCFrame, ServerContext) async throws -> RPCFrame
package typealias ClientStreamingHandler =
    nonisolated(nonsending) @Sendable (RPCReader<RPCFrame>, ServerContext) async throws -> RPCFrame
package typealias ServerStreamingHandler =
    nonisolated(nonsending) @Sendable (RPCFrame, RPCWriter<RPCFrame>, ServerContext) async throws -> Void
package typealias BidirectionalHandler =
    nonisolated(nonsending) @Sendable (RPCReader<RPCFrame>, RPCWriter<RPCFrame>, ServerContext) async throws -> Void

/// Routes by path, as bytes: a hash table that a transport can query without creating a string.
package final class RouteTable: Sendable {
    private let slots: [Route?]
    /// Has the routes of paths that this table lacks.
    private let shared: RouteTable?
    /// What the handlers of shared routes work on.
    package let host: (any AnyObject & Sendable)?

    init(
        _ routes: some Collection<Route>, besides shared: RouteTable? = nil, host: (any AnyObject & Sendable)? = nil
    ) {
        self.shared = shared
        self.host = host
        var size = 16
        while size < routes.count * 2 { size *= 2 }
        var slots = [Route?](repeating: nil, count: size)
        for route in routes {
            var index = route.hash & (size - 1)
            while slots[index] != nil { index = (index + 1) & (size - 1) }
            slots[index] = route
        }
        self.slots = slots
    }

    /// The route of a path, or nil.
    package func find(_ path: Span<UInt8>) -> Route? {
        let hash = Self.hash(path)
        if let route = find(path, hash) { return route }
        return shared?.find(path, hash)
    }

    private func find(_ path: Span<UInt8>, _ hash: Int) -> Route? {
        var index = hash & (slots.count - 1)
        while let route = slots[index] {
            let candidate = route.path
            if Self.equal(candidate.span, path) { return route }
            index = (index + 1) & (slots.count - 1)
        }
        return nil
    }

    /// FNV-1a. Peers cannot choose the table's entries, so collisions gain an attacker nothing.
    fileprivate static func hash(_ path: Span<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in path.indices { hash = (hash ^ UInt64(path[index])) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) & 0x7FFF_FFFF)
    }

    private static func equal(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }
}
