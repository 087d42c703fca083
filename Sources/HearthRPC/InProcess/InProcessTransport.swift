/// Calls a server in the same process, through the same call layer as the wire: rights, deadlines, cancellation, flow
/// control and limits apply. Messages are encoded and decoded.
public struct InProcessTransport: ClientTransport {
    private let server: RPCServer
    private let connection: ConnectionInfo

    /// - Parameters:
    ///   - principal: the caller's identity and rights.
    ///   - peer: the address that the server sees as the caller's.
    public init(server: RPCServer, principal: Principal = .owner, peer: Peer = .inProcess) {
        self.server = server
        self.connection = ConnectionInfo(principal: principal, peer: peer)
    }

    public nonisolated(nonsending) func open(
        _ method: MethodDescriptor, options: CallOptions
    ) async throws(RPCError) -> any ClientStream {
        let call = InProcessCall(server: server)
        let half = InProcessClientHalf(call)
        let table = server.currentRoutes.table
        guard let route = table.find(Array(method.path.utf8).span) else {
            call.end(.finished, RPCServer.unknownMethod(method.path))
            return half
        }
        if let refusal = server.refusal(route.method, connection.principal) {
            call.end(.finished, refusal)
            server.tell(
                FailedCall(
                    method: route.method, principal: connection.principal, peer: connection.peer, error: refusal))
            return half
        }
        let timeout = server.timeout(of: route.method.kind, asked: options.timeout)
        let metadata = options.metadata
        let context = ServerContext(
            route: route, host: table.host, connection: connection, principal: connection.principal,
            deadline: timeout.map { ContinuousClock.now + $0 },
            isDeadlineOfCaller: options.timeout != nil, headers: .init([]) { _ in metadata })
        call.run(route, context, timeout: timeout)
        return half
    }

    /// Does nothing: no connection is held open between calls.
    public func close() async {}
}
