internal import Testing

/// Lets the hub work until a condition holds.
func until(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () throws -> Bool
) async throws {
    for _ in 0..<100_000 {
        if try condition() { return }
        await Task.yield()
    }
    Issue.record("never: \(what)", sourceLocation: sourceLocation)
}
