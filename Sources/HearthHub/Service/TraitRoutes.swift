internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// The routes of the traits that hubs are built with. There are hundreds, so the hubs of a process share them.
///
/// `last` guards one reference. Nothing else is locked under it.
enum TraitRoutes {
    /// Routes, as long as a server has them.
    private struct Made {
        let traits: [ObjectIdentifier]
        weak var routes: SharedRoutes?
    }

    private static let last = Mutex<Made?>(nil)

    /// The routes of these traits. All hubs of a process usually have the same.
    static func shared(of traits: [TraitDescriptor]) -> SharedRoutes {
        let ids = traits.map { ObjectIdentifier($0) }
        return last.withLock { last in
            if let last, last.traits == ids, let routes = last.routes { return routes }
            var router = RPCRouter()
            router.checkRequests(RequestLimits.check)
            for trait in traits { TraitServiceHandler(trait: trait).register(in: &router) }
            let routes = SharedRoutes(router)
            last = Made(traits: ids, routes: routes)
            return routes
        }
    }
}
