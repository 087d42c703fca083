internal import Expectations
internal import HearthMetrics
internal import Testing

/// The two text formats, as values with all types of metrics.
@Suite struct MetricsFormatTests {
    private static var families: [MetricFamily] {
        var calls = MetricFamily(.counter, "a_calls", "Calls, \"quoted\" \\ and\nsplit.")
        calls.add(3, ["method": "x/\"Y\"\n\\", "status": "OK"])
        var times = MetricHistogram([0.5, 1])
        times.add(0.25)
        times.add(.milliseconds(500), times: 2)
        times.add(7)
        var seconds = MetricFamily(.histogram, "a_seconds", "Times.")
        seconds.add(times, ["method": "m"])
        var odd = MetricFamily(.gauge, "a_odd", "Odd values.")
        for (name, value) in [("nan", Double.nan), ("high", .infinity), ("low", -.infinity), ("half", 0.5)] {
            odd.add(value, ["name": name])
        }
        return [calls, seconds, odd, MetricFamily(.gauge, "a_none", "Without samples.")]
    }

    @Test func prometheusNamesCountersByTheirSamples() {
        expect(
            MetricsFormat.prometheus.text(Self.families),
            equals: #"""
                # HELP a_calls_total Calls, "quoted" \\ and\nsplit.
                # TYPE a_calls_total counter
                a_calls_total{method="x/\"Y\"\n\\",status="OK"} 3
                # HELP a_seconds Times.
                # TYPE a_seconds histogram
                a_seconds_bucket{method="m",le="0.5"} 3
                a_seconds_bucket{method="m",le="1.0"} 3
                a_seconds_bucket{method="m",le="+Inf"} 4
                a_seconds_sum{method="m"} 8.25
                a_seconds_count{method="m"} 4
                # HELP a_odd Odd values.
                # TYPE a_odd gauge
                a_odd{name="nan"} NaN
                a_odd{name="high"} +Inf
                a_odd{name="low"} -Inf
                a_odd{name="half"} 0.5

                """#)
    }

    @Test func openMetricsNamesFamiliesAndEnds() {
        let text = MetricsFormat.openMetrics.text([MetricFamily(.counter, "a_calls", "Say \"hi\".", 3)])
        expect(
            text,
            equals: #"""
                # HELP a_calls Say \"hi\".
                # TYPE a_calls counter
                a_calls_total 3
                # EOF

                """#)
    }

    @Test(
        arguments: [
            (nil, .prometheus), ("", .prometheus), ("*/*", .prometheus),
            ("application/openmetrics-text", .openMetrics),
            ("application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3", .openMetrics),
            ("text/plain, Application/OpenMetrics-Text; q=0.0", .prometheus), (";q=1,,", .prometheus),
        ] as [(String?, MetricsFormat)])
    func theRequestChoosesTheFormat(_ accept: String?, _ format: MetricsFormat) {
        expect(MetricsFormat(accept: accept), equals: format)
    }

    @Test func histogramsOfSeveralLoopsAreAdded() {
        var one = MetricHistogram([1, 2])
        var other = MetricHistogram([1, 2])
        one.add(0.5)
        other.add(1.5, times: 2)
        other.add(9)
        one.add(other)
        expect((one.counts, one.sum, one.count), are: ([1, 2, 1], 12.5, 4))
    }
}
