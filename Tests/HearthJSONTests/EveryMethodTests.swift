internal import Foundation
internal import HearthJSON
internal import ProtoSchema
internal import Expectations
internal import Testing

/// Every method of the home, of all standard traits and of a maker's can be called in JSON.
@Suite struct EveryMethodTests {
    /// The file of a maker's trait.
    private static let spinner = ProtoSource(
        path: "hearth/traits/acme/v1/spinner.proto",
        text: """
            syntax = "proto3";
            package hearth.traits.acme.v1;
            import "hearth/v1/common.proto";
            message SpinnerServiceGetRequest { hearth.v1.Target target = 1; }
            message SpinnerServiceGetResponse { uint32 rpm = 1; }
            service SpinnerService { rpc Get(SpinnerServiceGetRequest) returns (SpinnerServiceGetResponse); }
            """)

    private static let schemas: (files: [(path: String, bytes: [UInt8])], methods: [String]) = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Schemas/proto")
        let names = FileManager.default.enumerator(atPath: root.path())?.compactMap { $0 as? String } ?? []
        let standard = names.filter { $0.hasSuffix(".proto") }.sorted().compactMap { name in
            (try? String(contentsOf: root.appending(path: name), encoding: .utf8)).map {
                ProtoSource(path: name, text: $0)
            }
        }
        let sources = standard + [spinner]
        let pool = ProtoSchema.DescriptorPool(sources)
        let set = FileDescriptorSet(pool)
        let files = set.paths(for: sources.map(\.path)).compactMap { path in set.descriptor(of: path).map { (path, $0) }
        }
        let methods = pool.files.flatMap { file in
            file.services.flatMap { service in service.methods.map { "\(service.fullName)/\($0.name)" } }
        }
        return (files, methods)
    }()

    @Test func emptyRequestsAreReadAndEmptyResponsesWritten() throws {
        var pool = HearthJSON.DescriptorPool()
        for file in Self.schemas.files { try pool.add(file.bytes) }
        let transcoder = JSONTranscoder(pool)
        for path in Self.schemas.methods {
            let method = try require(pool.method(path), "\(path)")
            try expect(transcoder.message(from: Array("{}".utf8)[...], of: method.input), equals: [])
            try expect(transcoder.json(from: [], of: method.output), equals: Array("{}".utf8))
        }
        expect(Self.schemas.methods.count, isAbove: 700)
        expect(pool.method("hearth.v1.HomeService/List")?.output, equals: "hearth.v1.ListResponse")
        expect(pool.method("hearth.v1.HomeService/Watch")?.streamsResponses, equals: true)
        expect(
            pool.method("hearth.traits.matter.v1.OnOffService/On")?.input,
            equals: "hearth.traits.matter.v1.OnOffServiceOnRequest")
    }

    /// README's second example, and its results.
    @Test func aHomeIsListedAndALampTurnedOn() throws {
        var pool = HearthJSON.DescriptorPool()
        for file in Self.schemas.files { try pool.add(file.bytes) }
        let transcoder = JSONTranscoder(pool)
        func again(_ text: String, _ type: String) throws -> String {
            let message = try transcoder.message(from: Array(text.utf8)[...], of: type)
            return String(decoding: try transcoder.json(from: message[...], of: type), as: UTF8.self)
        }
        let request = #"{"target":{"deviceId":"lamp"},"command":{}}"#
        try expect(again(request, "hearth.traits.matter.v1.OnOffServiceOnRequest"), equals: request)
        let states =
            #"{"states":[{"target":{"deviceId":"lamp"},"traitId":6,"attributes":{"@type":"/hearth.traits.matter.v1.OnOff.Attributes","onOff":true,"nullFields":["FIELD_START_UP_ON_OFF"]},"observedAt":"2026-01-31T12:00:00.500Z"}]}"#
        try expect(again(states, "hearth.v1.ReadResponse"), equals: states)
    }

    /// A maker's trait comes and goes while others are called.
    @Test func aTraitComesAndGoes() throws {
        let shared = SharedDescriptorPool()
        for file in Self.schemas.files where file.path != Self.spinner.path {
            shared.add(path: file.path) { file.bytes }
        }
        let service = "hearth.traits.acme.v1.SpinnerService/Get"
        expect(shared.refused.isEmpty)
        expectNil(shared.current.method(service))
        let spinner = try require(Self.schemas.files.first { $0.path == Self.spinner.path })
        shared.add(path: spinner.path) { spinner.bytes }
        expect(shared.current.method(service)?.input.hasSuffix("SpinnerServiceGetRequest"), equals: true)
        shared.remove(path: spinner.path)
        expectNil(shared.current.method(service))
        expect(shared.current.method("hearth.v1.HomeService/List") != nil)
    }
}
