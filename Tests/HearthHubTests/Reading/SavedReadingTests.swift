@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import HomeStateTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// A reader gets no more than a watch: nothing that a crash could undo.
@Suite(.timeLimit(.minutes(5)))
struct SavedReadingTests {
    private let lock = TestProvider.doorLock(of: "lock")

    private func expectSaved(_ position: Hearth_V1_Position?, _ test: TestHub) async throws {
        let position = try require(position)
        let stored = try await test.store.load().structures.first { $0.id == position.structureID }
        expect((stored?.sequence ?? 0), isAtLeast: position.sequence, "what was shown is not stored")
    }

    @Test func readsWaitForSavedFirstTraits() async throws {
        let folder = try TemporaryFolder()
        let test = try await TestHub(store: HomeStore.open(path: folder.file))
        let provider = TestProvider([TestProvider.lock("lock", name: "Door")])
        try await test.hub.attach(provider)
        for round in 0..<20 {
            func turn(_ isLocked: Bool) { provider.report(lock, [0: .unsigned(isLocked ? 1 : 2)]) }
            turn(round % 2 == 0)
            let read = try await test.home().read(Hearth_V1_ReadRequest())
            try await expectSaved(read.positions.first, test)
            turn(round % 2 == 1)
            let list = try await test.home().list(Hearth_V1_ListRequest())
            try await expectSaved(list.positions.first, test)
            turn(round % 2 == 0)
            let got: Hearth_V1_TraitGetResponse = try await test.call(
                TestProvider.doorLock, "Get", Hearth_V1_TraitGetRequest(target: Hearth_V1_Target(lock)))
            try await expectSaved(got.position, test)
            try expect(
                TestProvider.doorLock.decodeAttributes(got.attributes.span.bytes)[0], equals: test.value(of: lock))
            turn(round % 2 == 1)
        }
        try await test.hub.shutdown()
    }

    /// Reads work while the disk is full.
    @Test func readsWorkOnAFullDisk() async throws {
        let test = try await TestHub()
        let provider = TestProvider([TestProvider.lock("lock", name: "Door")])
        try await test.hub.attach(provider)
        try await test.store.close(clean: false)
        provider.report(lock, [0: .unsigned(2)])
        let got: Hearth_V1_TraitGetResponse = try await test.call(
            TestProvider.doorLock, "Get", Hearth_V1_TraitGetRequest(target: Hearth_V1_Target(lock)))
        try expect(TestProvider.doorLock.decodeAttributes(got.attributes.span.bytes)[0], equals: .unsigned(2))
        try await expect(test.home().list(Hearth_V1_ListRequest()).devices.count, equals: 1)
    }
}

extension TestHub {
    fileprivate func value(of path: TraitPath) throws -> TraitValue? { try hub.read(path, as: owner).attributes[0] }
}
