internal import HearthBase
internal import HearthRPC
internal import InteropService
internal import Expectations
internal import Testing
@testable internal import HearthRPCHTTP2

/// Every case with every protocol, HTTP version, codec and compression.
@Suite(.timeLimit(.minutes(5))) struct ConformanceTests {
    @Test(arguments: CallWay.all)
    func everyCallIsAnsweredAsItsPlanSays(_ way: CallWay) async throws {
        try await ConformanceServer.run { server in
            for var call in ConformanceCases.all where way.carries(call) {
                if way.isCompressed { call.compress() }
                do {
                    check(try await way.outcome(call, from: server.address), call, way)
                } catch {
                    Issue.record("\(way), \(call): \(error)")
                }
            }
        }
    }

    private func check(_ outcome: CallOutcome, _ call: Asked, _ way: CallWay) {
        let (plan, name): (Grpc_Testing_AnswerPlan, Comment) = (call.plan, "\(way), \(call)")
        let code = plan.error.map { Int($0.code) } ?? 0
        let isBare = way.form.isBare(call)
        expect(outcome.status, equals: (isBare ? Self.statuses[code] : 200), name)
        expect(outcome.error?.code, equals: (code == 0 ? nil : CallOutcome.name(code)), name)
        if let error = plan.error {
            expect(outcome.error?.message, equals: error.message, name)
            check(outcome.error?.details ?? [], error.details, way, name)
        }

        let hasHeaders = outcome.headers.filter { $0.name.hasPrefix("x-custom-header") }
        expect(Self.isSame(hasHeaders, plan.headers), "\(way), \(call): \(outcome.headers)")
        let hasTrailers = outcome.trailers.filter { $0.name.hasPrefix("x-custom-trailer") }
        expect(Self.isSame(hasTrailers, plan.trailers), "\(way), \(call): \(outcome.trailers)")

        let payloads = call.hasOneAnswer ? code == 0 ? [plan.payloads.first ?? []] : [] : plan.payloads
        expect(outcome.messages.map(\.payload), equals: payloads, name)
        let asked = call.metadata.isEmpty ? [] : [Self.seen(call.metadata)]
        expect(outcome.messages.allSatisfy { $0.metadata == asked }, name)
        if call.hasOneAnswer { expect(outcome.messages.allSatisfy { $0.requests == call.requests.count }, name) }
        // Short messages do not get smaller, and stay uncompressed.
        if !way.isCompressed { expect(!outcome.wasCompressed, name) }
        if way.isCompressed, payloads.contains(where: { $0.count > 100 }) { expect(outcome.wasCompressed, name) }
        expect(outcome.headers.values("cache-control").count, isAtMost: 1, name)
        if isBare { expect(outcome.headers["cache-control"], equals: "no-store", name) }
    }

    private func check(
        _ details: [CallOutcome.Detail], _ planned: [Grpc_Testing_ErrorDetail], _ way: CallWay, _ name: Comment
    ) {
        expect(details.map(\.value), equals: planned.map(\.value), name)
        expect(details.map { "type.googleapis.com/\($0.type)" }, equals: planned.map(\.typeURL), name)
        guard !planned.isEmpty else { return }
        // An unknown type has no JSON form.
        expect(details.map(\.debug), equals: (way.form.isConnect ? [#"{"padding":"+\/8="}"#, nil] : [nil, nil]), name)
    }

    /// The statuses in Connect's specification, by code.
    private static let statuses = [200, 499, 500, 400, 504, 404, 409, 403, 429, 400, 409, 400, 501, 500, 503, 500, 401]

    /// Text and binary values, in the order of each name.
    private static func isSame(_ fields: [WireField], _ planned: [Grpc_Testing_MetadataField]) -> Bool {
        Set(fields.map(\.name)) == Set(planned.map(\.name))
            && planned.allSatisfy { field in
                let values = fields.values(field.name)
                guard field.name.hasSuffix("-bin") else { return values == field.texts }
                return values.map { Base64.decode(Array($0.utf8)[...]) } == field.binaries
            }
    }

    /// The metadata of one name as the handler sees it.
    private static func seen(_ fields: [WireField]) -> Grpc_Testing_MetadataField {
        let name = fields.first?.name ?? ""
        guard name.hasSuffix("-bin") else {
            return Grpc_Testing_MetadataField(name: name, texts: fields.map(\.value))
        }
        let values = fields.flatMap { $0.value.split(separator: ",") }
        return Grpc_Testing_MetadataField(
            name: name, binaries: values.compactMap { Base64.decode(Array($0.utf8)[...]) })
    }
}

extension CallWay {
    /// Whether this way supports bidirectional streams and gRPC's trailers.
    func carries(_ call: Asked) -> Bool { version == .http2 || call.method != .converse }
}

extension Asked {
    /// Asks for compressed answers, and makes the messages large enough to compress well.
    mutating func compress() {
        // An empty message is a case of its own.
        if requests[0].plan == nil, requests.allSatisfy(\.padding.isEmpty), name.hasSuffix("empty messages") { return }
        var plan = plan
        plan.compresses = true
        plan.payloads = plan.payloads.map { $0 + [UInt8](repeating: 1, count: 200) }
        for index in requests.indices { requests[index].padding = [UInt8](repeating: 2, count: 200) }
        requests[0].plan = plan
    }
}
