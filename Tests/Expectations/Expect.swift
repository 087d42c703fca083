public import Testing

// Expectations are functions, not the macros `#expect` and `#require`. The compiler checks the types of a macro's
// condition, expands it into calls and checks these again, which takes some 30 ms more than a function's call. With
// 14,000 expectations this was seven minutes of processor time in a build of all tests.

/// Expects a condition to hold.
///
/// The issue shows the condition as the test's source has it. To see values, use ``expect(_:equals:_:sourceLocation:fileID:filePath:line:column:)``.
public func expect(
    _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    if condition { return }
    CallSite(sourceLocation, fileID, filePath, line, column).record("this is false", comment())
}

/// Expects a value to be equal to another. The issue shows how they differ.
public func expect<Value: Equatable>(
    _ actual: Value, equals expected: Value, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    if actual == expected { return }
    CallSite(sourceLocation, fileID, filePath, line, column).record(difference(actual, expected), comment())
}

/// Expects two values to differ.
public func expect<Value: Equatable>(
    _ actual: Value, differsFrom other: Value, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    if actual != other { return }
    CallSite(sourceLocation, fileID, filePath, line, column).record("both are \(text(actual))", comment())
}

/// Expects no value.
public func expectNil<Value>(
    _ value: Value?, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    guard let value else { return }
    CallSite(sourceLocation, fileID, filePath, line, column).record("there is a value: \(text(value))", comment())
}

/// Expects a value below a limit.
public func expect<Value: Comparable>(
    _ actual: Value, isBelow limit: Value, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    if actual < limit { return }
    CallSite(sourceLocation, fileID, filePath, line, column)
        .record("\(text(actual)) is not below \(text(limit))", comment())
}

/// Expects a value of at most a limit.
public func expect<Value: Comparable>(
    _ actual: Value, isAtMost limit: Value, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    if actual <= limit { return }
    CallSite(sourceLocation, fileID, filePath, line, column)
        .record("\(text(actual)) is above \(text(limit))", comment())
}

/// Expects a value above a limit.
public func expect<Value: Comparable>(
    _ actual: Value, isAbove limit: Value, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    if actual > limit { return }
    CallSite(sourceLocation, fileID, filePath, line, column)
        .record("\(text(actual)) is not above \(text(limit))", comment())
}

/// Expects a value of at least a limit.
public func expect<Value: Comparable>(
    _ actual: Value, isAtLeast limit: Value, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    if actual >= limit { return }
    CallSite(sourceLocation, fileID, filePath, line, column)
        .record("\(text(actual)) is below \(text(limit))", comment())
}
