internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthRPCServices
internal import HearthTraitCore
internal import HearthWire

/// Server reflection for `hearth serve`.
enum Reflection {
    /// The files that describe the home's services.
    static let files = [
        Hearth_V1_HomeFile.descriptor, Hearth_V1_HistoryFile.descriptor, Hearth_V1_ProviderFile.descriptor,
        Hearth_V1_AccessFile.descriptor, Hearth_V1_PeopleFile.descriptor, Hearth_V1_MaintenanceFile.descriptor,
        Hearth_V1_AutomationFile.descriptor,
    ]

    /// Services for all clients, including unknown ones: the server's health.
    static let openServices = HealthService.names

    /// Services for known clients only: reflection shows which makers' devices exist.
    static let knownServices = ReflectionService.names

    /// Describes the home's services and every trait that the hub serves, now or later.
    static func serve(_ hub: Hub, on server: RPCServer) {
        let registry = DescriptorRegistry(files)
        // In this order, so that a trait that is added now isn't missed.
        hub.onNewTrait { registry.add([$0.fileDescriptor]) }
        hub.onRemovedTrait { registry.remove(path: $0.protoPath) }
        registry.add(hub.servedTraits.map(\.fileDescriptor))
        server.updateRoutes { $0.register(ReflectionService(registry)) }
    }

    /// A server with the hub's options, without the hub.
    static func server() -> RPCServer {
        var options = RPCServer.Options()
        options.methodsWithoutRight = .allowServices(openServices, toKnown: knownServices)
        return RPCServer(router: RPCRouter(), options: options)
    }
}
