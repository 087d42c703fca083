internal import Testing

/// Compares what happened, a line for each thing, with what should.
func expectTrace(_ happened: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(happened == expected, "this happened:\n\(happened)", sourceLocation: sourceLocation)
}
