public import HearthRPC

/// gRPC's server reflection, v1 and v1alpha: clients without a `.proto` file get the descriptors from the server.
public struct ReflectionService: RPCService {
    /// The names of both versions' services, for ``RPCServer/Options/MethodsWithoutRight/allowServices(_:)``: their
    /// standard `.proto` files cannot declare a right.
    public static let names: Set<String> = [
        Grpc_Reflection_V1_ServerReflectionMethods.serverReflectionInfo.service,
        Grpc_Reflection_V1alpha_ServerReflectionMethods.serverReflectionInfo.service,
    ]

    private let registry: DescriptorRegistry

    /// Creates the service for `registry`, and adds the reflection protocol's own files to it.
    public init(_ registry: DescriptorRegistry) {
        self.registry = registry
        registry.add([
            Grpc_Reflection_V1_ReflectionFile.descriptor, Grpc_Reflection_V1alpha_ReflectionFile.descriptor,
        ])
    }

    public func register(in router: inout RPCRouter) {
        // The two versions differ only in their names.
        for method in [
            Grpc_Reflection_V1_ServerReflectionMethods.serverReflectionInfo,
            Grpc_Reflection_V1alpha_ServerReflectionMethods.serverReflectionInfo,
        ] {
            router.bidirectional(method) {
                (
                    requests: RPCReader<Grpc_Reflection_V1_ServerReflectionRequest>,
                    writer: RPCWriter<Grpc_Reflection_V1_ServerReflectionResponse>, context: ServerContext
                ) in
                var session = ReflectionSession(registry)
                while let request = try await requests.next() { try await writer.write(session.answer(request)) }
            }
        }
    }
}
