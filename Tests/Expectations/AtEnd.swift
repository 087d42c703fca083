internal import Synchronization
public import Testing

/// Runs, at the end of each test of a suite, what was registered by ``atEnd(_:)``, also when the test fails. Fixtures
/// register how they are stopped.
public struct StopsAtEnd: SuiteTrait, TestTrait, TestScoping {
    @TaskLocal fileprivate static var ends: Ends?

    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let ends = Ends()
        var failure: (any Error)?
        do { try await Self.$ends.withValue(ends, operation: function) } catch { failure = error }
        await ends.run()
        if let failure { throw failure }
    }
}

extension Trait where Self == StopsAtEnd {
    /// Runs what tests registered by ``atEnd(_:)`` at their ends.
    public static var stopsAtEnd: Self { StopsAtEnd() }
}

/// Registers a function for the end of the current test, in a suite with the trait `.stopsAtEnd`; the last one runs
/// first. Does nothing elsewhere.
public func atEnd(_ body: @escaping @Sendable () async -> Void) { StopsAtEnd.ends?.add(body) }

private final class Ends: Sendable {
    private let bodies = Mutex<[@Sendable () async -> Void]>([])

    func add(_ body: @escaping @Sendable () async -> Void) { bodies.withLock { $0.append(body) } }

    func run() async {
        while let body = bodies.withLock({ $0.popLast() }) { await body() }
    }
}
