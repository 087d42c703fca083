internal import Hearth
internal import HearthCombine
internal import HearthTraitCore
internal import Synchronization
internal import Testing

/// What subscribers have when a call returns.
@Suite(.timeLimit(.minutes(1))) struct DeliveryTests {
    @Test func whatACallDidHasReachedTheSubscribersWhenItReturns() async throws {
        let fixture = try await HubFixture.start()
        let home = fixture.home
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    var structure = try await home.createStructure(name: "House \(worker)")
                    let id = structure.id
                    let name = Mutex("")
                    let end = home.structures().batched().assertNoFailure().sink { structures in
                        guard let found = structures.first(where: { $0.id == id }) else { return }
                        name.withLock { $0 = found.name }
                    }
                    for round in 0..<100 {
                        structure = try await structure.setName("House \(worker), \(round)")
                        let seen = name.withLock { $0 }
                        #expect(seen == structure.name)
                    }
                    end.cancel()
                }
            }
            try await group.waitForAll()
        }
        await fixture.stop()
    }
}
