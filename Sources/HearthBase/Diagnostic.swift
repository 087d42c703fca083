/// A finding about a file that people write. Findings are collected, so that all mistakes of a file are reported at
/// once.
public struct Diagnostic: Error, Hashable, Sendable, CustomStringConvertible {
    /// The severity of a finding. An `error` prevents code generation.
    public enum Severity: String, Sendable, Comparable {
        /// For information.
        case note
        /// Does not prevent generation.
        case warning
        /// Prevents generation.
        case error

        private var weight: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }

        /// Orders by severity: note, warning, error.
        public static func < (left: Severity, right: Severity) -> Bool { left.weight < right.weight }
    }

    /// The severity.
    public var severity: Severity
    /// The location.
    public var location: SourceLocation
    /// The problem, with the name of the affected thing.
    public var message: String
    /// The way out, if known: the nearest valid name, the limit, the other location.
    public var hint: String?

    /// Creates a finding.
    public init(_ severity: Severity, _ location: SourceLocation, _ message: String, hint: String? = nil) {
        self.severity = severity
        self.location = location
        self.message = message
        self.hint = hint
    }

    /// `file:line:column: error: message (hint)`, one line.
    public var description: String {
        let line = "\(location): \(severity.rawValue): \(message)"
        return hint.map { "\(line) (\($0))" } ?? line
    }
}

extension Sequence where Element == Diagnostic {
    /// Whether any finding prevents generation.
    public var containsError: Bool { contains { $0.severity == .error } }
}
