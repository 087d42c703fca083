internal import HearthBase
internal import TraitSchema

/// An annotation without a value: that it stands there says all.
enum Mark: String, CaseIterable {
    /// Of an attribute: only some of its changes are worth a report.
    case quieterReporting
    /// Of a command: sent again, it does no harm.
    case repeatable

    /// Told where the mark stands on a field that cannot bear it.
    func reportMisplaced(_ annotation: AnnotationSyntax, on field: String, _ findings: inout Findings) {
        switch self {
        case .quieterReporting:
            findings.error(annotation.key.location, "'\(rawValue)' is for attributes, '\(field)' is none")
        case .repeatable:
            findings.error(
                annotation.key.location, "'\(rawValue)' is for commands, '\(field)' is none",
                hint: "write it after a command's number; attributes may be written again anyway")
        }
    }
}

extension [AnnotationSyntax] {
    /// Takes a mark out, so that what remains has values. Whether it was there.
    mutating func take(_ mark: Mark, _ findings: inout Findings) -> Bool {
        let found = filter { $0.key.text == mark.rawValue }
        guard let first = found.first else { return false }
        removeAll { $0.key.text == mark.rawValue }
        findings.reportDuplicates(found.map(\.key)) { "'\($0)' is said twice" }
        if first.value != nil {
            findings.error(first.valueLocation, "'\(first.key.text)' takes no value", hint: "remove it")
        }
        return true
    }
}
