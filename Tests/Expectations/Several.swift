public import Testing

// One function for each number of values: with parameter packs, literals would not get the types of what they are
// compared with.

/// Expects two values, such as fields of a result, to be equal to others. The issue shows those that differ.
public func expect<A: Equatable, B: Equatable>(
    _ actual: (A, B), are expected: (A, B), _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    let found = [
        differing(actual.0, expected.0),
        differing(actual.1, expected.1),
    ]
    record(found, CallSite(sourceLocation, fileID, filePath, line, column), comment)
}

/// Expects three values, such as fields of a result, to be equal to others. The issue shows those that differ.
public func expect<A: Equatable, B: Equatable, C: Equatable>(
    _ actual: (A, B, C), are expected: (A, B, C), _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    let found = [
        differing(actual.0, expected.0),
        differing(actual.1, expected.1),
        differing(actual.2, expected.2),
    ]
    record(found, CallSite(sourceLocation, fileID, filePath, line, column), comment)
}

/// Expects four values, such as fields of a result, to be equal to others. The issue shows those that differ.
public func expect<A: Equatable, B: Equatable, C: Equatable, D: Equatable>(
    _ actual: (A, B, C, D), are expected: (A, B, C, D), _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    let found = [
        differing(actual.0, expected.0),
        differing(actual.1, expected.1),
        differing(actual.2, expected.2),
        differing(actual.3, expected.3),
    ]
    record(found, CallSite(sourceLocation, fileID, filePath, line, column), comment)
}

/// Expects five values, such as fields of a result, to be equal to others. The issue shows those that differ.
public func expect<A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable>(
    _ actual: (A, B, C, D, E), are expected: (A, B, C, D, E), _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    let found = [
        differing(actual.0, expected.0),
        differing(actual.1, expected.1),
        differing(actual.2, expected.2),
        differing(actual.3, expected.3),
        differing(actual.4, expected.4),
    ]
    record(found, CallSite(sourceLocation, fileID, filePath, line, column), comment)
}

/// Expects six values, such as fields of a result, to be equal to others. The issue shows those that differ.
public func expect<A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable>(
    _ actual: (A, B, C, D, E, F), are expected: (A, B, C, D, E, F), _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    let found = [
        differing(actual.0, expected.0),
        differing(actual.1, expected.1),
        differing(actual.2, expected.2),
        differing(actual.3, expected.3),
        differing(actual.4, expected.4),
        differing(actual.5, expected.5),
    ]
    record(found, CallSite(sourceLocation, fileID, filePath, line, column), comment)
}

/// How two values differ; nil if they are equal.
private func differing<Value: Equatable>(_ actual: Value, _ expected: Value) -> String? {
    actual == expected ? nil : difference(actual, expected)
}

/// Records an issue with the differences and the numbers of their values, counted from one.
private func record(_ found: [String?], _ site: CallSite, _ comment: () -> Comment?) {
    let differences = found.enumerated().compactMap { index, text in text.map { "value \(index + 1)\n\($0)" } }
    if !differences.isEmpty { site.record(differences.joined(separator: "\n"), comment()) }
}
