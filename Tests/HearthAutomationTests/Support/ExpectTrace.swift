internal import Expectations
internal import Testing

/// Compares the actual lines with the expected ones.
func expectTrace(_ happened: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    expect(happened, equals: expected, "this happened:\n\(happened)", sourceLocation: sourceLocation)
}
