internal import HearthStore

/// Looks whether the store's file is still there, so that the hub's health shows a disk that was unmounted and a file
/// that was removed before anything is to be saved.
struct StoreWatch {
    /// What has changed since the last look.
    enum Change: Hashable {
        case lost(String)
        case found
    }

    /// The time between two looks.
    static let interval = Duration.seconds(5)

    /// - Throws: why the store can't be written at its place.
    let check: @Sendable () async throws -> Void
    private var problem: String?

    init(check: @escaping @Sendable () async throws -> Void) { self.check = check }

    /// Looks once; nil if nothing has changed.
    mutating func look() async -> Change? {
        let former = problem
        do {
            try await check()
            problem = nil
        } catch {
            problem = (error as? StoreError)?.message ?? "\(error)"
        }
        guard problem != former else { return nil }
        return problem.map { .lost($0) } ?? .found
    }
}
