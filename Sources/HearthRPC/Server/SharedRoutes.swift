/// Methods that several servers have, so that each costs memory once. Their handlers take what they work on from the
/// call (``ServerContext/host``).
package final class SharedRoutes: Sendable {
    let routes: [String: Route]
    let table: RouteTable

    /// - Parameter router: the methods. The check of requests that was installed in it holds for them.
    package init(_ router: RPCRouter) {
        routes = router.routes
        table = RouteTable(router.routes.values)
    }
}
