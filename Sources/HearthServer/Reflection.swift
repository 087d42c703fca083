internal import HearthHub
internal import HearthJSON
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
        Hearth_V1_AutomationFile.descriptor, Hearth_V1_CameraFile.descriptor, Hearth_V1_IntegrationsFile.descriptor,
        Hearth_V1_PushFile.descriptor,
    ]

    /// Services for all clients, including unknown ones: the server's health.
    static let openServices = HealthService.names

    /// Services for known clients only: reflection shows which makers' devices exist.
    static let knownServices = ReflectionService.names

    /// Describes the home's services and all traits that the hub serves, now or later, to clients and in `descriptors`,
    /// which calls in JSON use.
    ///
    /// - Parameter others: files of services that only this hub has.
    static func serve(
        _ hub: Hub, on server: RPCServer, _ descriptors: SharedDescriptorPool = SharedDescriptorPool(),
        besides others: [FileDescriptor] = []
    ) {
        let files = files + others
        let registry = DescriptorRegistry(files)
        descriptors.add(files + [Grpc_Health_V1_HealthFile.descriptor])
        // In this order, so that a trait added in between isn't missed.
        hub.onNewTrait { trait in
            registry.add([trait.fileDescriptor])
            descriptors.add(trait)
        }
        hub.onRemovedTrait { trait in
            registry.remove(path: trait.protoPath)
            descriptors.remove(path: trait.protoPath)
        }
        let traits = hub.servedTraits
        registry.add(traits.map(\.fileDescriptor))
        // Trait files import the same files as the home's services.
        for trait in traits { descriptors.add(trait) }
        server.updateRoutes { $0.register(ReflectionService(registry)) }
    }

    /// A server with the hub's options, without the hub.
    static func server(interceptors: [any ServerInterceptor] = []) -> RPCServer {
        var options = RPCServer.Options()
        options.methodsWithoutRight = .allowServices(openServices, toKnown: knownServices)
        return RPCServer(router: RPCRouter(), interceptors: interceptors, options: options)
    }
}

extension SharedDescriptorPool {
    /// Adds a trait, whose file is written when a call needs it: writing all of them would hold up the first call, and
    /// all others meanwhile.
    fileprivate func add(_ trait: TraitDescriptor) {
        add(path: trait.protoPath, declaring: [trait.typeName, trait.serviceName]) { trait.fileDescriptor.serialized }
    }

    fileprivate func add(_ file: FileDescriptor) { add(path: file.path) { file.serialized } }

    /// Adds files and what they import.
    fileprivate func add(_ files: [FileDescriptor]) {
        var seen: Set<String> = []
        func add(_ file: FileDescriptor) {
            guard seen.insert(file.path).inserted else { return }
            for dependency in file.dependencies { add(dependency) }
            self.add(file)
        }
        for file in files { add(file) }
    }
}
