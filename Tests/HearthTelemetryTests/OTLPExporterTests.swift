@testable internal import HearthTelemetry
internal import Expectations
internal import Foundation
internal import HearthMetrics
internal import HearthRPC
internal import HearthRPCHTTP2
internal import ProcessTestSupport
internal import Testing

/// The exporter with a receiver made of OpenTelemetry's own messages and gRPC for Python.
@Suite(.timeLimit(.minutes(5))) struct OTLPExporterTests {
    private static let receiver = PythonProgram("otlp_receiver.py", needs: ["grpc", "opentelemetry.proto.trace.v1"])
    private static let whyMissing: Comment = "skipped: grpcio and opentelemetry-proto for Python are not installed"

    private let queue = SpanQueue()

    private func exporter(_ address: String, _ families: [MetricFamily] = []) throws -> OTLPExporter {
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: address))
        return OTLPExporter(
            client, queue, service: ("hearth", "0.9"), families: { families }, now: { .seconds(1_800_000_000) },
            notice: { _ in })
    }

    private func span(_ name: String, failure: String? = nil) -> TraceSpan {
        TraceSpan(
            context: TraceContext(trace: "t", span: name), name: name, kind: .server, start: .seconds(1_800_000_000),
            end: .seconds(1_800_000_001), attributes: ["rpc.system": .text("grpc"), "n": .number(5)], failure: failure)
    }

    /// The value of a key in the line of the receiver that has a word, as JSON.
    private func value(_ key: String, of receiver: ChildProcess, in word: String) async throws -> Any? {
        let line = try require(await receiver.line { $0.contains("\"\(word)\"") })
        let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return try require(value)[key]
    }

    @Test(.enabled(if: receiver.isInstalled, whyMissing)) func spansArriveWhole() async throws {
        let receiver = try Self.receiver.start()
        let port = try require(await receiver.line { _ in true })
        let exporter = try exporter("127.0.0.1:\(port)")
        queue.add(span("hearth.v1.HomeService/List"))
        queue.add(span("b", failure: "INTERNAL"))
        let isFull = await exporter.sendSpans(repetitions: 0)
        expect((isFull, queue.counts), are: (false, .init(sent: 2, dropped: 0)))
        let first = try require(
            try await value("span", of: receiver, in: "hearth.v1.HomeService/List") as? [String: Any])
        let trace = TraceContext(trace: "t", span: "b")
        expect(
            (first["name"] as? String, first["kind"] as? Int, first["status"] as? Int),
            are: ("hearth.v1.HomeService/List", 2, 0))
        let attributes = first["attributes"] as? [String: Any]
        expect((attributes?["rpc.system"] as? String, attributes?["n"] as? Int), are: ("grpc", 5))
        let second = try require(
            try await value("span", of: receiver, in: "INTERNAL") as? [String: Any])
        expect(
            (
                "00-\(second["trace"] ?? "")-\(second["id"] ?? "")-01", second["status"] as? Int,
                second["message"] as? String
            ),
            are: (trace.traceparent, 2, "INTERNAL"))
        receiver.closeInput()
    }

    @Test(.enabled(if: receiver.isInstalled, whyMissing)) func metricsArriveWhole() async throws {
        let receiver = try Self.receiver.start()
        let port = try require(await receiver.line { _ in true })
        var times = MetricHistogram([0.5, 1])
        times.add(0.25)
        times.add(7)
        var seconds = MetricFamily(.histogram, "hearth_seconds", "Times.")
        seconds.add(times, ["method": "m"])
        let exporter = try exporter(
            "127.0.0.1:\(port)",
            [
                MetricFamily(.counter, "hearth_calls", "Calls.", 3), seconds,
                MetricFamily(.gauge, "hearth_none", "None."),
            ])
        await exporter.sendMetrics()
        let calls = try require(try await value("metric", of: receiver, in: "hearth_calls") as? NSDictionary)
        expect(
            calls,
            equals: [
                "name": "hearth_calls", "description": "Calls.",
                "sum": [
                    "dataPoints": [
                        [
                            "startTimeUnixNano": "1800000000000000000", "timeUnixNano": "1800000000000000000",
                            "asDouble": 3,
                        ]
                    ], "aggregationTemporality": "AGGREGATION_TEMPORALITY_CUMULATIVE", "isMonotonic": true,
                ],
            ])
        let histogram = try require(try await value("metric", of: receiver, in: "hearth_seconds") as? NSDictionary)
        expect(
            histogram,
            equals: [
                "name": "hearth_seconds", "description": "Times.",
                "histogram": [
                    "dataPoints": [
                        [
                            "attributes": [["key": "method", "value": ["stringValue": "m"]]],
                            "startTimeUnixNano": "1800000000000000000", "timeUnixNano": "1800000000000000000",
                            "count": "2", "sum": 7.25, "bucketCounts": ["1", "0", "1"], "explicitBounds": [0.5, 1],
                        ]
                    ], "aggregationTemporality": "AGGREGATION_TEMPORALITY_CUMULATIVE",
                ],
            ])
        receiver.closeInput()
    }

    @Test(.enabled(if: receiver.isInstalled, whyMissing)) func onlyTemporaryFailuresAreRepeated() async throws {
        let receiver = try Self.receiver.start(["UNAVAILABLE", "INVALID_ARGUMENT"])
        let port = try require(await receiver.line { _ in true })
        let exporter = try exporter("127.0.0.1:\(port)")
        queue.add(span("a"))
        _ = await exporter.sendSpans(repetitions: 3)
        var refusals: [String?] = []
        for word in ["UNAVAILABLE", "INVALID_ARGUMENT"] {
            refusals.append(try await value("refused", of: receiver, in: word) as? String)
        }
        expect((refusals, queue.counts), are: (["UNAVAILABLE", "INVALID_ARGUMENT"], .init(sent: 0, dropped: 1)))
        queue.add(span("b"))
        _ = await exporter.sendSpans(repetitions: 0)
        expect(queue.counts, equals: .init(sent: 1, dropped: 1))
        receiver.closeInput()
    }

    @Test func aFullQueueDropsAndCounts() {
        for number in 0..<(SpanQueue.most + 5) { queue.add(span("\(number)")) }
        expect((queue.count, queue.counts.dropped), are: (SpanQueue.most, 5))
        expect(queue.take(most: 2).map(\.name), equals: ["0", "1"])
    }

    @Test func aReceiverThatIsAwayCostsTheSpans() async throws {
        let exporter = try exporter("127.0.0.1:1")
        queue.add(span("a"))
        _ = await exporter.sendSpans(repetitions: 0)
        expect(queue.counts, equals: .init(sent: 0, dropped: 1))
    }
}
