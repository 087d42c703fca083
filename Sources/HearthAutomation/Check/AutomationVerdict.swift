/// All that a check has found.
package struct AutomationVerdict: Hashable, Sendable {
    /// The nodes' issues in the order in which the nodes are written, those of the whole automation before them.
    package let issues: [AutomationIssue]

    package init(_ issues: [AutomationIssue]) { self.issues = issues }

    /// Whether it can be saved: no error is one of form (AU-04).
    package var isWellFormed: Bool { !issues.contains { $0.severity == .error && $0.category == .form } }

    /// Whether nothing is wrong but warnings (AU-04).
    package var isValid: Bool { !issues.contains { $0.severity == .error } }

    /// The attributes that a device does not have, or has not reported.
    package var unsupportedAttributes: Set<UInt32> {
        Set(
            issues.compactMap { issue in
                if case .attributeNotSupported(let id) = issue.kind { id } else { nil }
            })
    }

    /// Whether this version knows all of it: `compatibleWithSdk` (AU-02).
    package var isUnderstood: Bool { !issues.contains { $0.kind == .unsupported } }

    /// Whether it may run. What is not wholly understood never does, however valid the rest is.
    package var mayRun: Bool { isValid && isUnderstood }
}

/// Issues as they are found: none twice, and of each severity and category only as many as are worth telling, so that
/// many warnings don't hide an error.
struct IssueList {
    private struct Bucket: Hashable {
        let severity: AutomationIssue.Severity
        let category: AutomationIssue.Category
    }

    private(set) var issues: [AutomationIssue] = []
    /// How many errors were found, those that are not told included.
    private(set) var errors = 0
    private var known: Set<AutomationIssue> = []
    private var counts: [Bucket: Int] = [:]
    private let most: Int
    private var isUnsupported = false

    /// - Parameter most: how many of each severity and category are kept; at least one is.
    init(most: Int) { self.most = max(1, most) }

    mutating func add(_ issue: AutomationIssue) {
        if issue.severity == .error { errors += 1 }
        // One of these says more than all other warnings, and is never left out.
        let isFirst = issue.kind == .unsupported && !isUnsupported
        let bucket = Bucket(severity: issue.severity, category: issue.category)
        let count = counts[bucket] ?? 0
        guard count < most || isFirst, known.insert(issue).inserted else { return }
        if isFirst { isUnsupported = true }
        counts[bucket] = count + 1
        issues.append(issue)
    }
}
