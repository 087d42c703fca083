internal import Hearth
internal import HearthBase
internal import HearthHub
internal import HearthMetrics
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthTelemetry
package import HearthTerminal
internal import HearthTraitCore

/// Traces and metrics that `hearth serve` sends to a receiver of OpenTelemetry, if it is given one.
package struct Telemetry: Sendable {
    package static let option = Arguments.Option(
        "otlp", "http://HOST:PORT", "Sends traces and metrics to a receiver of OpenTelemetry by OTLP over gRPC.",
        default: "nothing is sent")

    /// The longest time that the hub's end waits for the last spans.
    private static let ending = Duration.seconds(2)

    let queue = SpanQueue()
    private let client: RPCClient

    /// - Returns: nil without the option.
    init?(_ arguments: Arguments) throws(CommandError) {
        guard let word = arguments["otlp"] else { return nil }
        guard word.hasPrefix("http://"), let address = Self.address(word) else {
            throw CommandError(.usage, "--otlp takes an address such as http://127.0.0.1:4317, not \(quoted(word))")
        }
        do throws(RPCError) {
            client = RPCClient(transport: try HTTP2Transport(connectingTo: address))
        } catch {
            throw CommandError(.usage, error.message)
        }
    }

    /// The host and port of an address; a slash at its end is ignored.
    private static func address(_ word: String) -> String? {
        let rest = word.dropFirst("http://".count)
        let host = rest.hasSuffix("/") ? rest.dropLast() : rest
        return host.isEmpty || host.contains("/") ? nil : String(host)
    }

    /// Makes a span of each call of a server.
    var interceptor: ServerTracing { ServerTracing(queue) { SystemClock().sinceEpoch } }

    /// Makes spans of automations' runs and actions. Those of a run are one trace.
    func follow(_ hub: Hub) { hub.onAutomationWork { [queue] in queue.add(TraceSpan($0)) } }

    /// The numbers of spans.
    var families: [MetricFamily] {
        let counts = queue.counts
        var spans = MetricFamily(.counter, "hearth_otlp_spans", "Spans for the receiver of OTLP, by outcome.")
        spans.add(counts.sent, ["outcome": "sent"])
        spans.add(counts.dropped, ["outcome": "dropped"])
        return [spans]
    }

    /// Begins to send.
    ///
    /// - Parameter families: all metrics at present.
    func begin(
        families: @escaping @Sendable () async -> [MetricFamily], notice: @escaping @Sendable (String) -> Void
    ) -> Task<Void, Never> {
        let exporter = OTLPExporter(
            client, queue, service: ("hearth", Home.version), families: families,
            now: { SystemClock().sinceEpoch }, notice: notice)
        return Task { await exporter.run() }
    }

    /// Ends sending. Waits a moment for the last spans, not for a receiver that is away.
    static func end(_ sending: Task<Void, Never>) async {
        sending.cancel()
        let ended = OneShot<Bool>()
        Task {
            await sending.value
            ended.set(true)
        }
        Task {
            try? await Task.sleep(for: Self.ending)
            ended.set(false)
        }
        _ = await ended.wait()
    }
}

extension TraceSpan {
    fileprivate init(_ work: AutomationWork) {
        let trace = "\(work.structureID)/\(work.automationID)/\(work.runID)"
        let run = TraceContext(trace: trace, span: "run")
        var attributes: [String: Value] = [
            "hearth.automation.id": .text(work.automationID), "hearth.automation.run": .text("\(work.runID)"),
            "hearth.outcome": .text(work.outcome),
        ]
        let failure = work.isFailure ? work.outcome : nil
        switch work.kind {
        case .run:
            self.init(
                context: run, name: "automation run", kind: .internal, start: work.start, end: work.end,
                attributes: attributes, failure: failure)
        case .action(let nodeID, let part, let traitID):
            attributes["hearth.trait.id"] = .number(Int64(traitID))
            self.init(
                context: TraceContext(trace: trace, span: "\(nodeID)/\(part)/\(work.start)"), parentID: run.spanID,
                name: "automation action", kind: .internal, start: work.start, end: work.end, attributes: attributes,
                failure: failure)
        }
    }
}
