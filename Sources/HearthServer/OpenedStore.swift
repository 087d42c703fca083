internal import HearthEventLoop
#if POSTGRESQL
    internal import HearthPostgreSQLStore
#endif
internal import HearthStore
internal import HearthTerminal
internal import HearthTraitCore

/// The open store of a hub that `hearth serve` runs.
struct OpenedStore: Sendable {
    /// The store.
    let storage: any HomeStorage
    /// The store if it is a file: only files have backups and checks of this program.
    let file: HomeStore?
    /// Whether the home is new.
    let isNew: Bool

    /// A store in a file.
    init(_ file: HomeStore, isNew: Bool) {
        (storage, self.file, self.isNew) = (file, file, isNew)
    }

    /// Opens the store in a database.
    init(database address: String, on loop: EventLoop) async throws(CommandError) {
        let storage = try await Self.open(address, on: loop)
        do throws(StoreError) {
            let home = try await storage.load()
            (self.storage, file, isNew) = (storage, nil, home.structures.isEmpty && !home.hasHadStructures)
        } catch {
            try? await storage.close(clean: true)
            throw CommandError(ofStart: error)
        }
    }

    #if POSTGRESQL
        private static func open(
            _ address: String, on loop: EventLoop
        ) async throws(CommandError) -> any HomeStorage {
            do throws(StoreError) {
                return try await PostgresStore.open(address, on: loop, now: SystemClock().sinceEpoch)
            } catch {
                throw CommandError(ofStart: error)
            }
        }
    #else
        private static func open(
            _ address: String, on loop: EventLoop
        ) async throws(CommandError) -> any HomeStorage {
            throw CommandError(
                .cantStart,
                "this program was built without PostgreSQL; build it with HEARTH_POSTGRESQL=1, or give a file with --store"
            )
        }
    #endif

    /// The IDs of all devices.
    func deviceIDs() async throws -> [String] {
        if let file { return try await file.deviceIDs() }
        return try await storage.load().devices.map(\.id)
    }
}
