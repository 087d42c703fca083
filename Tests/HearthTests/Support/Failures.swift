internal import HearthTraitDescriptors
internal import Testing

/// The error that a body throws; nil if it succeeds. Any error but a `HomeError` is a failure of the test.
func failure<R>(_ body: () async throws -> R) async -> HomeError? {
    do {
        _ = try await body()
        return nil
    } catch let error as HomeError {
        return error
    } catch {
        Issue.record("\(error) is no HomeError")
        return nil
    }
}
