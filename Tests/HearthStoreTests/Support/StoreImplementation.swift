internal import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Testing

/// A way to keep homes, with which the tests of what every store holds are made.
struct StoreImplementation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Makes a place where no home is yet.
    let place: @Sendable () throws -> any HomePlace

    /// All of them.
    static let all =
        lasting + [
            StoreImplementation(testDescription: "SQLite in memory") { MemoryPlace() }
        ]

    /// Those whose homes outlive the object that was opened.
    static let lasting = [
        StoreImplementation(testDescription: "SQLite in a file") { try FilePlace() },
        StoreImplementation(testDescription: "the model") { ModelPlace() },
    ]

    /// A store at a place of its own.
    func open() async throws -> any HomeStorage { try await place().open() }
}

/// Where a home is kept.
protocol HomePlace: Sendable {
    /// Opens the home, or makes it.
    ///
    /// - Parameters:
    ///   - now: since 1970; a new epoch is not lower.
    ///   - makeID: generates the hub's ID for a new home.
    func open(
        now: Duration, makeID: @escaping @Sendable () -> String
    ) async throws(StoreError) -> any HomeStorage

    /// What a kill of the process leaves at this moment, at a place of its own.
    func killed() throws -> any HomePlace
}

extension HomePlace {
    /// Opens the home, or makes it.
    func open() async throws(StoreError) -> any HomeStorage { try await open(now: .zero, makeID: RandomID.make) }
}

/// A file.
private struct FilePlace: HomePlace {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file
    }

    private init(_ folder: TemporaryFolder, _ path: String) {
        (self.folder, self.path) = (folder, path)
    }

    func open(
        now: Duration, makeID: @escaping @Sendable () -> String
    ) async throws(StoreError) -> any HomeStorage {
        // The store keeps the closure, and with it the folder.
        try await HomeStore.open(path: path, now: now) { [folder] in withExtendedLifetime(folder, makeID) }
    }

    func killed() throws -> any HomePlace { FilePlace(folder, try folder.abandoned(path)) }
}

/// Nowhere: each store that is opened is a new one.
private struct MemoryPlace: HomePlace {
    func open(
        now: Duration, makeID: @escaping @Sendable () -> String
    ) async throws(StoreError) -> any HomeStorage {
        try await HomeStore.inMemory(makeID: makeID)
    }

    func killed() throws -> any HomePlace { self }
}
