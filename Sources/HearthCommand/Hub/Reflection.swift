internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthRPCServices
internal import HearthTraitCore

/// What clients without a `.proto` file can ask of `hearth serve`.
enum Reflection {
    /// Where the home's services are described.
    static let files = [
        Hearth_V1_HomeFile.descriptor, Hearth_V1_ProviderFile.descriptor, Hearth_V1_AccessFile.descriptor,
    ]

    /// gRPC's own services, which everyone may use who may connect.
    static let openServices = ReflectionService.names

    /// Has a server tell of the home's services and of every trait that the hub serves, now or later.
    static func serve(_ hub: Hub, on server: RPCServer) {
        let registry = DescriptorRegistry(files)
        // In this order, lest one comes in between.
        hub.onNewTrait { registry.add([$0.fileDescriptor]) }
        registry.add(hub.servedTraits.map(\.fileDescriptor))
        server.updateRoutes { $0.register(ReflectionService(registry)) }
    }

    /// A server of a hub, with what is said of itself open to everyone who may connect.
    static func server() -> RPCServer {
        var options = RPCServer.Options()
        options.methodsWithoutRight = .allowServices(openServices)
        return RPCServer(router: RPCRouter(), options: options)
    }
}
