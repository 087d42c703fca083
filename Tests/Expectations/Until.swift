public import Testing

/// Waits until a condition holds that a test can't observe otherwise: checks it every two milliseconds.
///
/// The suite's time limit ends the wait: it cancels the test, and an issue names the condition.
///
/// - Throws: `CancellationError` when the test is cancelled, and errors of the condition.
public func until(
    _ what: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws {
    while try await !condition() {
        do {
            try await Task.sleep(for: .milliseconds(2))
        } catch {
            CallSite(sourceLocation, fileID, filePath, line, column).record("this never held", what())
            throw error
        }
    }
}
