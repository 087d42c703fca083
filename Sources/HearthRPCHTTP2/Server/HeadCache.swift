internal import HearthBase
internal import HearthHTTP2
internal import HearthRPC

/// The last request's head. Most requests of a connection have the same headers, and are read once as long as the
/// server's routes stay.
struct HeadCache {
    private var routes: RouteTable
    private var generation: Int
    private var last: RequestHead?

    init(_ server: RPCServer) { (routes, generation) = server.currentRoutes }

    /// The head of a header block by the server's present routes.
    @inline(__always)
    mutating func head(
        _ block: HeaderBlock, _ server: RPCServer, read: (RouteTable, _ generation: Int) -> RequestHead
    ) -> RequestHead {
        if server.routesGeneration != generation { (routes, generation) = server.currentRoutes }
        if let last, last.generation == generation, last.block == block { return last }
        let head = read(routes, generation)
        if head.isReusable { last = head }
        return head
    }
}
