internal import HearthSQL
@testable internal import HearthStore
internal import ProcessTestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct UpgradeTests {
    @Test(arguments: 1..<StoreSchema.current.migrations.count)
    func eachIsTakenOverWithWhatItHolds(_ version: Int) async throws {
        let folder = try TemporaryFolder()
        let old = try Database(
            path: folder.file,
            schema: DatabaseSchema(
                applicationID: StoreSchema.current.applicationID,
                migrations: Array(StoreSchema.current.migrations.prefix(version))))
        // The tenth gave the hub another column.
        try old.run(
            version < 10
                ? "INSERT INTO hub VALUES (1, 'the hub', 4, 1)" : "INSERT INTO hub VALUES (1, 'the hub', 4, 1, '')")
        try old.run("INSERT INTO structure(id, name, sequence, event_number) VALUES ('s', 'Home', 9, 3)")
        try old.run(
            """
            INSERT INTO device(id, structure_id, room_id, name, is_name_given, description)
            VALUES ('d', 's', NULL, 'Lamp', 1, x'01')
            """)
        old.close()

        let store = try await HomeStore.open(path: folder.file)
        let home = try await store.load()
        #expect(home.hubID == "the hub" && home.epoch == 4 && home.isContinuation)
        #expect(home.structures == [StoredStructure(id: "s", name: "Home", sequence: 9, eventNumber: 3)])
        #expect(
            home.devices == [
                StoredDevice(
                    id: "d", structureID: "s", roomID: nil, name: "Lamp", isNameGiven: true, description: [1])
            ])
        try await store.commit([.setAppData(objectID: "s", appID: "app", key: "k", value: "v")])
        #expect(try await store.appData(of: "s", app: "app") == ["k": "v"])
        try await store.close(clean: true)
    }
}
