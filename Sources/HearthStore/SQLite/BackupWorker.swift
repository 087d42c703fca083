internal import HearthSQL

/// Reads and writes files that are not a running store, where the store's executor would be blocked or does not exist.
actor BackupWorker {
    static let shared = BackupWorker()

    private nonisolated let executor = DatabaseExecutor(label: "hearth.backup")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func run<Value: Sendable>(_ body: @Sendable () throws -> Value) throws(StoreError) -> Value {
        do {
            return try body()
        } catch {
            throw StoreError(error)
        }
    }
}
