internal import Expectations
internal import HearthMetrics
internal import HearthRPC
internal import Testing
@testable internal import HearthRPCHTTP2

/// The counters of calls by method.
@Suite struct ServerCountsTests {
    private func method(_ name: String, _ kind: MethodKind = .unary) -> MethodDescriptor {
        MethodDescriptor(service: "test.Test", method: name, kind: kind)
    }

    private func calls(_ loops: [ServerCounts]) -> [String: Double] {
        let families = ServerCounts.families(loops, refused: 0)
        let samples = families.first { $0.name == "hearth_rpc_calls" }?.samples ?? []
        return Dictionary(
            uniqueKeysWithValues: samples.map { ($0.labels.map(\.value).joined(separator: " "), $0.value) })
    }

    @Test func loopsAreAddedByTheNameOfTheMethod() {
        var (one, other) = (ServerCounts(), ServerCounts())
        // In another order on each loop.
        for name in ["A", "B"] { one.finished(one.index(of: method(name)), nil) }
        for name in ["B", "C"] { other.finished(other.index(of: method(name, .bidirectional)), .notFound) }
        other.finished(ServerCounts.unknown, .unimplemented)
        expect(
            calls([one, other]),
            equals: [
                "test.Test/A unary OK": 1, "test.Test/B unary OK": 1, "test.Test/B unary NOT_FOUND": 1,
                "test.Test/C bidirectional NOT_FOUND": 1, "unknown unknown UNIMPLEMENTED": 1,
            ])
    }

    @Test func methodsBeyondTheLimitAreCountedTogether() {
        var counts = ServerCounts()
        for number in 0..<(ServerCounts.mostMethods + 3) {
            counts.finished(counts.index(of: method("M\(number)")), nil)
        }
        let stream = method("S", .serverStreaming)
        counts.took(counts.index(of: stream), .milliseconds(5))
        counts.finished(counts.index(of: stream), nil)
        let calls = calls([counts])
        expect(
            (calls.count, calls["other unary OK"], calls["other server_streaming OK"]),
            are: (ServerCounts.mostMethods + 2, 3, 1))
    }
}
