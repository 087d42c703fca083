/// A metric with its samples, as Prometheus and OpenMetrics 1.0 define them: one name and type, told apart by labels.
public struct MetricFamily: Hashable, Sendable {
    /// The types that Hearth uses.
    public enum Kind: String, Hashable, Sendable {
        /// A number that only rises while the process runs.
        case counter
        /// A number at one moment.
        case gauge
        /// Observations, counted by their size.
        case histogram
    }

    /// One value under the labels that tell it apart.
    public struct Sample: Hashable, Sendable {
        /// What follows the family's name: empty, or `_bucket`, `_sum` and `_count` of a histogram.
        public let suffix: String
        /// In the order of their writing.
        public let labels: [Label]
        /// The value.
        public let value: Double
    }

    /// A histogram under the labels that tell it apart.
    public struct Observations: Hashable, Sendable {
        /// In the order of their writing.
        public let labels: [Label]
        /// The observations.
        public let histogram: MetricHistogram
    }

    /// A name and its value.
    public struct Label: Hashable, Sendable {
        /// Letters, digits and underscores.
        public let name: String
        /// Any text; the text formats escape it.
        public let value: String
    }

    /// The type.
    public let kind: Kind
    /// The name in base units, without the suffix `_total` of counters: `hearth_store_commit_seconds`.
    public let name: String
    /// One sentence about what is measured.
    public let help: String
    /// The values. A family without samples is left out of texts.
    public private(set) var samples: [Sample] = []
    /// The histograms behind the samples of a family of that type, with their labels.
    public private(set) var histograms: [Observations] = []

    /// Creates a family without samples.
    public init(_ kind: Kind, _ name: String, _ help: String) {
        self.kind = kind
        self.name = name
        self.help = help
    }

    /// Creates a family with a single sample.
    public init(_ kind: Kind, _ name: String, _ help: String, _ value: Double) {
        self.init(kind, name, help)
        add(value)
    }

    /// Creates a family with a single sample.
    public init(_ kind: Kind, _ name: String, _ help: String, _ value: some BinaryInteger) {
        self.init(kind, name, help, Double(value))
    }

    /// Adds a value. Two samples of a family never have the same labels.
    public mutating func add(_ value: Double, _ labels: KeyValuePairs<String, String> = [:]) {
        samples.append(Sample(suffix: "", labels: labels.map { Label(name: $0, value: $1) }, value: value))
    }

    /// Adds a value. Two samples of a family never have the same labels.
    public mutating func add(_ value: some BinaryInteger, _ labels: KeyValuePairs<String, String> = [:]) {
        add(Double(value), labels)
    }

    /// Adds the samples of a histogram.
    public mutating func add(_ histogram: MetricHistogram, _ labels: KeyValuePairs<String, String> = [:]) {
        let labels = labels.map { Label(name: $0, value: $1) }
        histograms.append(Observations(labels: labels, histogram: histogram))
        var count: UInt64 = 0
        for (index, bound) in histogram.bounds.enumerated() {
            count &+= histogram.counts[index]
            let bucket = labels + [Label(name: "le", value: "\(bound)")]
            samples.append(Sample(suffix: "_bucket", labels: bucket, value: Double(count)))
        }
        let all = labels + [Label(name: "le", value: "+Inf")]
        samples.append(Sample(suffix: "_bucket", labels: all, value: Double(histogram.count)))
        samples.append(Sample(suffix: "_sum", labels: labels, value: histogram.sum))
        samples.append(Sample(suffix: "_count", labels: labels, value: Double(histogram.count)))
    }
}
