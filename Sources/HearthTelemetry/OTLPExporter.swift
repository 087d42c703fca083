public import HearthMetrics
public import HearthRPC
internal import Synchronization

/// Sends spans and metrics to a receiver of OTLP over gRPC (opentelemetry.io, "OTLP Specification 1"), one call after the
/// other. Nothing waits for it: what no receiver takes is dropped and counted.
public final class OTLPExporter: Sendable {
    /// The most spans of a call.
    static let batch = 512
    /// The longest time that a span waits for others.
    static let interval = Duration.seconds(5)
    /// The time between two reports of metrics.
    static let metricsInterval = Duration.seconds(60)
    /// The timeout of a call.
    static let timeout = Duration.seconds(10)
    /// How often a call is repeated, and the first pause before that; each further one is twice as long.
    static let (repetitions, pause) = (4, Duration.seconds(1))

    private let client: RPCClient
    private let queue: SpanQueue
    private let messages: OTLPMessages
    private let families: @Sendable () async -> [MetricFamily]
    private let now: @Sendable () -> Duration
    private let notice: @Sendable (String) -> Void
    private let failure = Mutex<String?>(nil)

    /// - Parameters:
    ///   - client: the connection to the receiver.
    ///   - service: the name and version of this program.
    ///   - families: the metrics at present.
    ///   - now: the time since 1970.
    ///   - notice: receives messages for a log.
    public init(
        _ client: RPCClient, _ queue: SpanQueue, service: (name: String, version: String),
        families: @escaping @Sendable () async -> [MetricFamily], now: @escaping @Sendable () -> Duration,
        notice: @escaping @Sendable (String) -> Void
    ) {
        self.client = client
        self.queue = queue
        messages = OTLPMessages(service: service, startedAt: now())
        self.families = families
        self.now = now
        self.notice = notice
    }

    /// Sends until the task is cancelled, then what is left, once.
    public func run() async {
        var untilMetrics = Duration.zero
        while !Task.isCancelled {
            while await sendSpans(repetitions: Self.repetitions), !Task.isCancelled {}
            untilMetrics -= Self.interval
            if untilMetrics <= .zero, !Task.isCancelled {
                untilMetrics = Self.metricsInterval
                await sendMetrics()
            }
            var waited = Duration.zero
            while waited < Self.interval, queue.count < Self.batch, !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(250))
                waited += .milliseconds(250)
            }
        }
        // The task is cancelled, and so would be its calls.
        await Task { _ = await sendSpans(repetitions: 0) }.value
        await client.close()
    }

    /// Sends the oldest spans. Returns whether it sent a full batch, so that more may wait.
    func sendSpans(repetitions: Int) async -> Bool {
        let spans = queue.take(most: Self.batch)
        guard !spans.isEmpty else { return false }
        let request = messages.request(spans)
        let service = Opentelemetry_Proto_Collector_Trace_V1_TraceClient(client)
        let rejected = await send(repetitions: repetitions) { options async throws(RPCError) in
            try await service.export(request, options: options).partialSuccess?.rejectedSpans ?? 0
        }
        let lost = rejected.map { Int(clamping: min(max(0, $0), Int64(spans.count))) } ?? spans.count
        queue.count(sent: spans.count - lost, dropped: lost)
        return spans.count == Self.batch
    }

    /// Sends the metrics as they are now. They are not sent again, as later ones replace them.
    func sendMetrics() async {
        let request = messages.request(await families(), at: now())
        let service = Opentelemetry_Proto_Collector_Metrics_V1_MetricsClient(client)
        _ = await send(repetitions: 0) { options async throws(RPCError) in
            _ = try await service.export(request, options: options)
            return 0
        }
    }

    /// Makes a call, and repeats it while the specification allows that.
    ///
    /// - Returns: what the receiver did not take; nil if it took nothing.
    private func send(
        repetitions: Int, _ call: (CallOptions) async throws(RPCError) -> Int64
    ) async -> Int64? {
        var pause = Self.pause
        for attempt in 0...repetitions {
            do throws(RPCError) {
                let rejected = try await call(CallOptions(timeout: Self.timeout))
                say(nil)
                return rejected
            } catch {
                say(error.message)
                guard attempt < repetitions, Self.isTemporary(error.code), !Task.isCancelled else { return nil }
                try? await Task.sleep(for: pause)
                pause = pause * 2
            }
        }
        return nil
    }

    /// Whether a call may be repeated after a failure (OTLP Specification 1, "Failures").
    static func isTemporary(_ code: RPCError.Code) -> Bool {
        [.cancelled, .deadlineExceeded, .aborted, .outOfRange, .unavailable, .dataLoss].contains(code)
    }

    /// Says a new failure and its end, once each.
    private func say(_ reason: String?) {
        let former = failure.withLock { failure in
            defer { failure = reason }
            return failure
        }
        guard (former == nil) != (reason == nil) else { return }
        notice(reason.map { "traces and metrics can't be sent: \($0)" } ?? "traces and metrics are sent again")
    }
}
