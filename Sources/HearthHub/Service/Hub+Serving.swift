public import HearthRPC
internal import HearthTraitCore
internal import HearthWire

// Registers the hub's services in a server's router, including those of traits that are added while calls run.
extension Hub {
    /// Registers `hearth.v1.HomeService`, `hearth.v1.HistoryService`, `hearth.v1.PeopleService`,
    /// `hearth.v1.AutomationService`, `hearth.v1.CameraService`, `hearth.v1.ProviderService` and the service of every
    /// trait. Pass the running server to ``serve(on:)`` for traits that are added later.
    ///
    /// Also limits the texts in requests of `hearth.v1`, including those to other services in the router.
    public func register(in router: inout RPCRouter) {
        router.checkRequests(RequestLimits.check)
        HomeServiceHandler(hub: self).register(in: &router)
        HistoryServiceHandler(hub: self).register(in: &router)
        PeopleServiceHandler(hub: self).register(in: &router)
        AutomationServiceHandler(hub: self).register(in: &router)
        CameraServiceHandler(desk: cameras, pictures: pictures, pictureWatches: pictureWatches, clips: clips)
            .register(in: &router)
        ProviderServiceHandler(registrar: registrar).register(in: &router)
        let (own, makers) = traits.parted
        router.share(TraitRoutes.shared(of: own), of: self)
        for trait in makers { TraitServiceHandler(trait: trait).register(in: &router) }
    }

    /// Registers all services with a running server, and those of traits that are added later. Calls that the server
    /// refuses for lack of a right are entered in the audit log.
    public func serve(on server: RPCServer) {
        traitRegistry.observeAdded { [weak server] traits in
            server?.updateRoutes { router in
                for trait in traits { TraitServiceHandler(trait: trait).register(in: &router) }
            }
        }
        onRemovedTrait { [weak server] trait in
            server?.updateRoutes { $0.remove(service: trait.serviceName) }
        }
        server.onFailedCall { [weak self] in self?.journal.logRefusal(of: $0) }
        server.updateRoutes { self.register(in: &$0) }
    }
}
