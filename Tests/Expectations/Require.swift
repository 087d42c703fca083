public import Testing

/// A required value is missing, or a required condition is false. The test's issue says which.
public struct Unmet: Error, CustomStringConvertible {
    /// What Testing prints when the error ends the test.
    public var description: String { "the test ended at a requirement; the issue before says which" }
}

/// The value of an optional, which the rest of a test needs.
///
/// - Throws: ``Unmet``, after recording an issue, if there is no value.
public func require<Value>(
    _ value: Value?, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws(Unmet) -> Value {
    if let value { return value }
    CallSite(sourceLocation, fileID, filePath, line, column).record("this has no value", comment())
    throw Unmet()
}

/// Requires a condition that the rest of a test needs.
///
/// - Throws: ``Unmet``, after recording an issue, if it is false.
public func require(
    _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws(Unmet) {
    if condition { return }
    CallSite(sourceLocation, fileID, filePath, line, column).record("this is false", comment())
    throw Unmet()
}
