/// The result of a check.
package struct AutomationVerdict: Hashable, Sendable {
    /// The issues: first those of the whole automation, then those of the nodes in written order.
    package let issues: [AutomationIssue]

    package init(_ issues: [AutomationIssue]) { self.issues = issues }

    /// Whether it can be saved: there is no error of category `form`.
    package var isWellFormed: Bool { !issues.contains { $0.severity == .error && $0.category == .form } }

    /// Whether there are no errors; warnings are allowed.
    package var isValid: Bool { !issues.contains { $0.severity == .error } }

    /// The attributes that a device lacks or has not reported.
    package var unsupportedAttributes: Set<UInt32> {
        Set(
            issues.compactMap { issue in
                if case .attributeNotSupported(let id) = issue.kind { id } else { nil }
            })
    }

    /// Whether this version knows all of its nodes and expressions. Google's Home APIs call it `compatibleWithSdk`.
    package var isUnderstood: Bool { !issues.contains { $0.kind == .unsupported } }

    /// Whether it may run. An automation with unknown parts never runs, even if the rest is valid.
    package var mayRun: Bool { isValid && isUnderstood }
}

/// Collects issues without duplicates. The number of each severity and category is limited, so that many warnings don't
/// hide an error.
struct IssueList {
    private struct Bucket: Hashable {
        let severity: AutomationIssue.Severity
        let category: AutomationIssue.Category
    }

    private(set) var issues: [AutomationIssue] = []
    /// The number of errors added, dropped ones included.
    private(set) var errors = 0
    private var known: Set<AutomationIssue> = []
    private var counts: [Bucket: Int] = [:]
    private let most: Int
    private var isUnsupported = false

    /// - Parameter most: the most issues to keep of each severity and category; at least one.
    init(most: Int) { self.most = max(1, most) }

    mutating func add(_ issue: AutomationIssue) {
        if issue.severity == .error { errors += 1 }
        // The first such issue stops the automation from running, so it is kept whatever the limit.
        let isFirst = issue.kind == .unsupported && !isUnsupported
        let bucket = Bucket(severity: issue.severity, category: issue.category)
        let count = counts[bucket] ?? 0
        guard count < most || isFirst, known.insert(issue).inserted else { return }
        if isFirst { isUnsupported = true }
        counts[bucket] = count + 1
        issues.append(issue)
    }
}
