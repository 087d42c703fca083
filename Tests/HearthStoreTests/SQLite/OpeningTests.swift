internal import HearthSQL
internal import HearthStore
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Files that can not be opened as a store.
@Suite(.timeLimit(.minutes(5)))
struct OpeningTests {
    @Test func aFileThatIsOpenIsRefusedWithItsName() async throws {
        let folder = try TemporaryFolder()
        let store = try await HomeStore.open(path: folder.file)
        let error = await expect(throws: StoreError.self) { _ = try await HomeStore.open(path: folder.file) }
        expect(error?.code, equals: .inUse)
        expect(error?.message.contains(folder.file), equals: true)
        try await store.close(clean: true)
        try await HomeStore.open(path: folder.file).close(clean: true)
    }

    @Test func foreignAndNewerFilesAreRefusedUntouched() async throws {
        let text = try TemporaryFolder()
        try text.write(Array("this is a letter, not a database, and longer than a header".utf8))
        var error = await expect(throws: StoreError.self) { _ = try await HomeStore.open(path: text.file) }
        expect(error?.code, equals: .notOurs)

        let newer = try TemporaryFolder()
        try Database(
            path: newer.file,
            schema: DatabaseSchema(
                applicationID: 0x4852_5448, migrations: (0..<99).map { "CREATE TABLE t\($0)(x INTEGER)" })
        ).close()
        error = await expect(throws: StoreError.self) { _ = try await HomeStore.open(path: newer.file) }
        expect(error?.code, equals: .newerVersion)
        expect(error?.message.contains(newer.file), equals: true)
    }
}
