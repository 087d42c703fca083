internal import HearthBase
internal import TraitSchema

/// What resolving has found wrong so far.
struct Findings {
    private(set) var all: [Diagnostic] = []
    private var known: Set<Diagnostic> = []

    /// Adds a finding; the same one at the same place is told once.
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
    /// Looking for the nearest name takes time with every name there is. A file with this many mistakes is not
    /// mended by hints, and must not keep anybody waiting either.
    func suggestion(for name: String, among candidates: @autoclosure () -> [String]) -> String? {
        all.count < 100 ? Suggestion.hint(for: name, among: candidates()) : nil
    }

    /// Reports every name that another one before it has.
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

    /// Reports every number that another one before it has.
    mutating func reportDuplicates(_ numbers: [NumberSyntax], message: (String) -> String) {
        reportDuplicates(numbers.map { IdentifierSyntax(String($0.value), $0.location) }, message: message)
    }
}

extension NumberSyntax {
    /// As an id of 32 bits; too large a number is reported and cut.
    func id(of thing: String, _ findings: inout Findings) -> UInt32 {
        if let id = UInt32(exactly: value) { return id }
        findings.error(location, "the id of \(thing) has more than 32 bits", hint: "at most 0xFFFFFFFF")
        return UInt32.max
    }
}
