package import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Testing

/// An implementation of stores, for the tests that every store must pass.
package struct StoreImplementation: Sendable, CustomTestStringConvertible {
    package let testDescription: String
    /// Makes a place without a home.
    package let place: @Sendable () throws -> any HomePlace

    /// All of them.
    package static let all =
        lasting + [
            StoreImplementation(testDescription: "SQLite in memory") { MemoryPlace() }
        ]

    /// Implementations whose homes outlive the opened object.
    package static let lasting =
        [
            StoreImplementation(testDescription: "SQLite in a file") { try FilePlace() },
            StoreImplementation(testDescription: "the model") { ModelPlace() },
        ] + postgreSQL

    #if !POSTGRESQL
        private static let postgreSQL: [StoreImplementation] = []
    #endif

    /// A new store at a place of its own.
    package func open() async throws -> any HomeStorage { try await place().open() }
}

/// The place of a home.
package protocol HomePlace: Sendable {
    /// Opens the home, or creates it.
    ///
    /// - Parameters:
    ///   - now: The time since 1970; a new epoch is not lower.
    ///   - makeID: Generates the hub's ID for a new home.
    func open(
        now: Duration, makeID: @escaping @Sendable () -> String
    ) async throws(StoreError) -> any HomeStorage

    /// A copy of the place as a crash of the process leaves it at this moment.
    func killed() async throws -> any HomePlace
}

extension HomePlace {
    /// Opens the home, or creates it.
    package func open() async throws(StoreError) -> any HomeStorage {
        try await open(now: .zero, makeID: RandomID.make)
    }
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

    func killed() async throws -> any HomePlace { FilePlace(folder, try folder.abandoned(path)) }
}

/// No place: each opened store is a new one.
private struct MemoryPlace: HomePlace {
    func open(
        now: Duration, makeID: @escaping @Sendable () -> String
    ) async throws(StoreError) -> any HomeStorage {
        try await HomeStore.inMemory(makeID: makeID)
    }

    func killed() async throws -> any HomePlace { self }
}
