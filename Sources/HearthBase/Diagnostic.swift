/// One finding about a file that people write. Findings are collected where there may be several, so that all mistakes of
/// a file come in one go.
public struct Diagnostic: Error, Hashable, Sendable, CustomStringConvertible {
    /// How much a finding weighs. Nothing is generated while there is an `error`.
    public enum Severity: String, Sendable, Comparable {
        /// For information.
        case note
        /// Does not stand in the way.
        case warning
        /// Forbids generating.
        case error

        private var weight: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }

        /// Orders by weight: note, warning, error.
        public static func < (left: Severity, right: Severity) -> Bool { left.weight < right.weight }
    }

    /// How much it weighs.
    public var severity: Severity
    /// Where it is.
    public var location: SourceLocation
    /// What is wrong, naming the thing.
    public var message: String
    /// The way out, where one is known: the nearest right name, the limit, the other place.
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
    /// Whether anything here forbids generating.
    public var containsError: Bool { contains { $0.severity == .error } }
}
