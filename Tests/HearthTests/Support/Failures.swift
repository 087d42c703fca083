internal import HearthTraitCore

/// What a call of the SDK throws; nil when it goes well.
func failure<R>(_ body: () async throws(HomeError) -> R) async -> HomeError? {
    do throws(HomeError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
