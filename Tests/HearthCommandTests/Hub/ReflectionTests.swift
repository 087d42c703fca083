internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthRPCServices
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing

@testable internal import HearthServer

/// The reflection service of a hub's server, in one process.
@Suite(.timeLimit(.minutes(5)))
struct ReflectionTests {
    private typealias Request = Grpc_Reflection_V1_ServerReflectionRequest
    private typealias Response = Grpc_Reflection_V1_ServerReflectionResponse

    private let client: RPCClient

    init() async throws {
        let hub = Hub(
            store: try await HomeStore.inMemory(), traits: [Matter.OnOffTrait.descriptor],
            information: Hub.Information(version: "1", schemaFingerprint: ""))
        try await hub.start()
        let server = Reflection.server()
        hub.serve(on: server)
        Reflection.serve(hub, on: server)
        client = RPCClient(transport: InProcessTransport(server: server))
    }

    /// The files that a symbol needs, requested on an open call.
    private func files(
        _ symbol: String, _ writer: RPCWriter<Request>, _ reader: RPCReader<Response>
    ) async throws -> [[UInt8]] {
        try await writer.write(Request(messageRequest: .fileContainingSymbol(symbol)))
        guard case .fileDescriptorResponse(let found)? = try await reader.next()?.messageResponse else { return [] }
        return found.fileDescriptorProto
    }

    @Test func aMakersTraitThatComesDuringACallIsDescribed() async throws {
        let (writer, reader): (RPCWriter<Request>, RPCReader<Response>) = try await client.bidirectional(
            Grpc_Reflection_V1_ServerReflectionMethods.serverReflectionInfo)
        let service = "hearth.traits.acme.v1.TurnerService"
        try await expect(files("hearth.traits.matter.v1.OnOffService.Toggle", writer, reader).count, equals: 6)
        try await expect(files(service, writer, reader), equals: [])

        let trait = TraitDescriptor(
            id: 0xFFF1_FC01, name: "Turner", vendor: "Acme", package: "hearth.traits.acme.v1", revision: 1,
            attributes: [AttributeDescriptor(FieldDescriptor(0, "speed", .unsigned(16)), write: .operate)],
            commands: [CommandDescriptor(0, "Turn", method: "turn", [FieldDescriptor(0, "speed", .unsigned(16))])])
        let (maker, answers) = try await Hearth_V1_ProviderClient(client).attach()
        try await maker.write(
            Hearth_V1_AttachRequest(
                content: .hello(.init(providerID: "maker", name: "Maker", schemas: [trait.schema]))))
        guard case .welcome? = try await answers.next()?.content else {
            Issue.record("the maker is not welcome")
            return
        }

        // The client has its imports since its first request.
        try await expect(files(service + ".Turn", writer, reader), equals: [trait.fileDescriptor.serialized])
        try await writer.write(Request(messageRequest: .listServices("")))
        guard case .listServicesResponse(let list)? = try await reader.next()?.messageResponse else {
            Issue.record("no list")
            return
        }
        expect(list.service.map(\.name).contains(service))
        maker.finish()
        writer.finish()
    }
}
