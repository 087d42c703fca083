internal import HearthRPC

extension ServerContext {
    /// The hub that the call's server serves.
    var hub: Hub {
        get throws(RPCError) {
            guard let hub = host as? Hub else {
                throw RPCError(.internal, "\(method.path) is served without a hub; register the hub in the router")
            }
            return hub
        }
    }
}
