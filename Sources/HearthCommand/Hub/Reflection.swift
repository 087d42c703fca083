internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthRPCServices
internal import HearthTraitCore
internal import HearthWire

/// What clients without a `.proto` file can ask of `hearth serve`.
enum Reflection {
    /// Where the home's services are described.
    static let files = [
        Hearth_V1_HomeFile.descriptor, Hearth_V1_ProviderFile.descriptor, Hearth_V1_AccessFile.descriptor,
    ]

    /// The server's health, which everyone may ask for who may connect.
    static let openServices = HealthService.names

    /// What is said of the home's traits: which makers' devices are there is not for everyone.
    static let knownServices = ReflectionService.names

    /// Has a server tell of the home's services and of every trait that the hub serves, now or later.
    static func serve(_ hub: Hub, on server: RPCServer) {
        let registry = DescriptorRegistry(files)
        // In this order, lest one comes in between.
        hub.onNewTrait { registry.add([$0.fileDescriptor]) }
        registry.add(hub.servedTraits.map(\.fileDescriptor))
        server.updateRoutes { $0.register(ReflectionService(registry)) }
    }

    /// A server of a hub, without the hub.
    static func server() -> RPCServer {
        var options = RPCServer.Options()
        options.methodsWithoutRight = .allowServices(openServices, toKnown: knownServices)
        return RPCServer(router: RPCRouter(), options: options)
    }
}
