internal import HearthBase
internal import TraitSchema

/// The diagnostics found so far while resolving.
struct Findings {
    private(set) var all: [Diagnostic] = []
    private var known: Set<Diagnostic> = []

    /// Adds a finding; equal findings at the same location are added once.
    mutating func add(
        _ severity: Diagnostic.Severity, _ location: SourceLocation, _ message: String, hint: String? = nil
    ) {
        let diagnostic = Diagnostic(severity, location, message, hint: hint)
        if known.insert(diagnostic).inserted { all.append(diagnostic) }
    }

    mutating func error(_ location: SourceLocation, _ message: String, hint: String? = nil) {
        add(.error, location, message, hint: hint)
    }

    mutating func warn(_ location: SourceLocation, _ message: String, hint: String? = nil) {
        add(.warning, location, message, hint: hint)
    }

    /// `did you mean 'X'?`, or nil.
    ///
    /// The search compares the name with every candidate. It is skipped once a file has too many errors for hints to
    /// help.
    func suggestion(for name: String, among candidates: @autoclosure () -> [String]) -> String? {
        all.count < 100 ? Suggestion.hint(for: name, among: candidates()) : nil
    }

    /// Reports every name that an earlier one repeats.
    mutating func reportDuplicates(_ names: [IdentifierSyntax], message: (String) -> String) {
        var first: [String: SourceLocation] = [:]
        for name in names {
            if let earlier = first[name.text] {
                error(name.location, message(name.text), hint: "the first is in line \(earlier.line)")
            } else {
                first[name.text] = name.location
            }
        }
    }

    /// Reports every number that an earlier one repeats.
    mutating func reportDuplicates(_ numbers: [NumberSyntax], message: (String) -> String) {
        reportDuplicates(numbers.map { IdentifierSyntax(String($0.value), $0.location) }, message: message)
    }
}

extension NumberSyntax {
    /// The number as an id of 32 bits. A larger number is reported and truncated.
    func id(of thing: String, _ findings: inout Findings) -> UInt32 {
        if let id = UInt32(exactly: value) { return id }
        findings.error(location, "the id of \(thing) has more than 32 bits", hint: "at most 0xFFFFFFFF")
        return UInt32.max
    }
}
