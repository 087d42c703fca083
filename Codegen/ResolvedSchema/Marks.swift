internal import HearthBase
internal import TraitSchema

/// An annotation without a value.
enum Mark: String, CaseIterable {
    /// For an attribute: only some of its changes are reported.
    case quieterReporting
    /// For a command: sending it again does no harm.
    case repeatable

    /// Reports a mark on a field that can't have it.
    func reportMisplaced(_ annotation: AnnotationSyntax, on field: String, _ findings: inout Findings) {
        switch self {
        case .quieterReporting:
            findings.error(annotation.key.location, "'\(rawValue)' is for attributes, and '\(field)' is not one")
        case .repeatable:
            findings.error(
                annotation.key.location, "'\(rawValue)' is for commands, and '\(field)' is not one",
                hint: "write it after a command's number; attributes may be written again anyway")
        }
    }
}

extension [AnnotationSyntax] {
    /// Removes a mark, so that the remaining annotations have values. Returns whether it was there.
    mutating func take(_ mark: Mark, _ findings: inout Findings) -> Bool {
        let found = filter { $0.key.text == mark.rawValue }
        guard let first = found.first else { return false }
        removeAll { $0.key.text == mark.rawValue }
        findings.reportDuplicates(found.map(\.key)) { "'\($0)' is given twice" }
        if first.value != nil {
            findings.error(first.valueLocation, "'\(first.key.text)' takes no value", hint: "remove it")
        }
        return true
    }
}
