internal import HearthBase
internal import HearthMetrics

/// Spans and metrics as OTLP's messages.
struct OTLPMessages {
    typealias Attribute = Opentelemetry_Proto_Common_V1_KeyValue

    /// The program that sends them, by OpenTelemetry's conventions.
    let service: (name: String, version: String)
    /// When the program started, since 1970: the beginning of all sums.
    let startedAt: Duration

    private var resource: Opentelemetry_Proto_Resource_V1_Resource {
        .init(attributes: [
            Self.attribute("service.name", .text(service.name)),
            Self.attribute("service.version", .text(service.version)),
        ])
    }

    private var scope: Opentelemetry_Proto_Common_V1_InstrumentationScope {
        .init(name: "hearth", version: service.version)
    }

    // MARK: Spans

    func request(_ spans: [TraceSpan]) -> Opentelemetry_Proto_Collector_Trace_V1_ExportTraceServiceRequest {
        .init(resourceSpans: [
            .init(resource: resource, scopeSpans: [.init(scope: scope, spans: spans.map(Self.span))])
        ])
    }

    private static func span(_ span: TraceSpan) -> Opentelemetry_Proto_Trace_V1_Span {
        let kind: Opentelemetry_Proto_Trace_V1_Span.SpanKind =
            switch span.kind {
            case .internal: .internal
            case .server: .server
            case .client: .client
            }
        return .init(
            traceID: span.context.traceID, spanID: span.context.spanID, parentSpanID: span.parentID, name: span.name,
            kind: kind, startTimeUnixNano: nanoseconds(span.start), endTimeUnixNano: nanoseconds(span.end),
            attributes: span.attributes.ordered(by: \.key).map { attribute($0.key, $0.value) },
            status: span.failure.map { .init(message: $0, code: .error) },
            flags: span.context.isSampled ? 1 : 0)
    }

    private static func attribute(_ name: String, _ value: TraceSpan.Value) -> Attribute {
        switch value {
        case .text(let text): Attribute(key: name, value: .init(value: .stringValue(text)))
        case .number(let number): Attribute(key: name, value: .init(value: .intValue(number)))
        }
    }

    /// Nanoseconds since 1970.
    static func nanoseconds(_ time: Duration) -> UInt64 {
        let (seconds, attoseconds) = time.components
        guard seconds >= 0 else { return 0 }
        let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : whole &+ UInt64(max(0, attoseconds / 1_000_000_000))
    }

    // MARK: Metrics

    /// - Parameter time: since 1970.
    func request(
        _ families: [MetricFamily], at time: Duration
    ) -> Opentelemetry_Proto_Collector_Metrics_V1_ExportMetricsServiceRequest {
        let metrics = families.filter { !$0.samples.isEmpty }.map { metric($0, at: time) }
        return .init(resourceMetrics: [.init(resource: resource, scopeMetrics: [.init(scope: scope, metrics: metrics)])]
        )
    }

    private func metric(_ family: MetricFamily, at time: Duration) -> Opentelemetry_Proto_Metrics_V1_Metric {
        var metric = Opentelemetry_Proto_Metrics_V1_Metric(name: family.name, description: family.help)
        switch family.kind {
        case .gauge: metric.data = .gauge(.init(dataPoints: points(family, at: time)))
        case .counter:
            metric.data = .sum(
                .init(
                    dataPoints: points(family, at: time), aggregationTemporality: .cumulative, isMonotonic: true))
        case .histogram:
            metric.data = .histogram(
                .init(dataPoints: histograms(family, at: time), aggregationTemporality: .cumulative))
        }
        return metric
    }

    private func points(
        _ family: MetricFamily, at time: Duration
    ) -> [Opentelemetry_Proto_Metrics_V1_NumberDataPoint] {
        family.samples.map { sample in
            .init(
                startTimeUnixNano: family.kind == .counter ? Self.nanoseconds(startedAt) : 0,
                timeUnixNano: Self.nanoseconds(time),
                attributes: sample.labels.map { Self.attribute($0.name, .text($0.value)) },
                value: .asDouble(sample.value))
        }
    }

    private func histograms(
        _ family: MetricFamily, at time: Duration
    ) -> [Opentelemetry_Proto_Metrics_V1_HistogramDataPoint] {
        family.histograms.map { observations in
            let histogram = observations.histogram
            return .init(
                startTimeUnixNano: Self.nanoseconds(startedAt), timeUnixNano: Self.nanoseconds(time),
                count: histogram.count, sum: histogram.sum, bucketCounts: histogram.counts,
                explicitBounds: histogram.bounds,
                attributes: observations.labels.map { Self.attribute($0.name, .text($0.value)) })
        }
    }
}
