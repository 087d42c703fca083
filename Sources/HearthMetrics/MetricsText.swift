/// The text formats in which programs such as Prometheus read metrics.
public enum MetricsFormat: Hashable, Sendable {
    /// Prometheus' text format, version 0.0.4.
    case prometheus
    /// OpenMetrics 1.0.
    case openMetrics

    /// The format that the header field `accept` of a request asks for: OpenMetrics if it names that without refusing
    /// it by `q=0`.
    public init(accept: String?) {
        let asked = (accept ?? "").split(separator: ",").contains { range in
            let parts = range.split(separator: ";").map { $0.lowercased().filter { !$0.isWhitespace } }
            let isRefused = parts.contains {
                $0 == "q=0" || $0.hasPrefix("q=0.0") && $0.allSatisfy { "q=0.".contains($0) }
            }
            return parts.first == "application/openmetrics-text" && !isRefused
        }
        self = asked ? .openMetrics : .prometheus
    }

    /// The value of `content-type`.
    public var contentType: String {
        switch self {
        case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
        case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        }
    }

    /// Writes families in their order. Each name may be there once.
    public func text(_ families: [MetricFamily]) -> String {
        var text = ""
        for family in families where !family.samples.isEmpty { write(family, to: &text) }
        if self == .openMetrics { text += "# EOF\n" }
        return text
    }

    private func write(_ family: MetricFamily, to text: inout String) {
        // The formats differ in whether a counter's family has the suffix of its samples.
        let total = family.kind == .counter ? "_total" : ""
        let name = family.name + (self == .prometheus ? total : "")
        text += "# HELP \(name) \(Self.escaped(family.help, quotes: self == .openMetrics))\n"
        text += "# TYPE \(name) \(family.kind.rawValue)\n"
        for sample in family.samples {
            text += family.name + total + sample.suffix
            if !sample.labels.isEmpty {
                let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
                text += "{\(labels.joined(separator: ","))}"
            }
            text += " \(Self.number(sample.value))\n"
        }
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    /// A whole number without a fraction, as far as a `Double` holds them exactly.
    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return value.magnitude < 0x1p53 && value == value.rounded() ? "\(Int64(value))" : "\(value)"
    }
}
