internal import HearthHub
internal import HearthJSON
internal import HearthRPC
internal import HearthRPCServices
internal import HearthStore
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import Expectations
internal import Testing

@testable internal import HearthServer
@testable internal import HearthTerminal

/// The JSON calls of a hub.
@Suite(.timeLimit(.minutes(5))) struct JSONCallsTests {
    private let hub: Hub
    private let server = Reflection.server()
    private let descriptors = SharedDescriptorPool()

    init() async throws {
        hub = Hub(
            store: try await HomeStore.inMemory(), traits: StandardTraits.descriptors,
            information: Hub.Information(version: "1", schemaFingerprint: ""))
        try await hub.start()
        hub.serve(on: server)
        Reflection.serve(hub, on: server, descriptors)
        server.updateRoutes { $0.register(HealthService()) }
    }

    @Test func everyMethodIsKnown() throws {
        let pool = descriptors.current
        let transcoder = JSONTranscoder(pool)
        expect(descriptors.refused.isEmpty)
        var count = 0
        for method in server.methods where !ReflectionService.names.contains(method.service) {
            guard let known = pool.method(String(method.path.dropFirst())) else {
                Issue.record("\(method.path) can't be called in JSON")
                continue
            }
            expect(known.streamsRequests, equals: !method.kind.takesOneRequest, "\(method.path)")
            expect(known.streamsResponses, equals: !method.kind.givesOneResponse, "\(method.path)")
            try expect(transcoder.message(from: Array("{}".utf8)[...], of: known.input), equals: [], "\(method.path)")
            try expect(transcoder.json(from: [], of: known.output).first, equals: UInt8(ascii: "{"), "\(method.path)")
            count += 1
        }
        expect(count, isAbove: 500)
    }

    @Test func readOnlyMethodsAreMarked() {
        let pool = descriptors.current
        let paths = server.methods.map { String($0.path.dropFirst()) }
        let reading = paths.filter { pool.method($0)?.hasNoSideEffects ?? false }
        for path in [
            "HomeService/GetInfo", "HomeService/List", "HomeService/Read", "HomeService/GetTraitSchemas",
            "AutomationService/FormatAutomation", "AutomationService/ParseAutomations",
        ] {
            expect(reading.contains("hearth.v1." + path), "\(path)")
        }
        expect(reading.contains("hearth.traits.matter.v1.OnOffService/Get"))
        // Each trait's Get, and the hub's own methods whose names mean reading.
        for path in reading {
            let name = path.split(separator: "/").last ?? ""
            expect(["Get", "List", "Read", "Format", "Parse", "Understand"].contains { name.hasPrefix($0) }, "\(path)")
        }
    }
}
