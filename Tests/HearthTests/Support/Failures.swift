internal import HearthTraitModel
internal import Testing

/// The error that something throws; nil if it succeeds. Anything but a `HomeError` is a fault.
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
