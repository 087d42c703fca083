internal import HearthStore
internal import HearthTraitCore
internal import StoreTestSupport
internal import Expectations
internal import Testing

/// Answers to requests with an idempotency key, in the store.
@Suite(.timeLimit(.minutes(5)))
struct StoredAnswersTests {
    private func answer(_ number: Int64, _ outcome: StoredAnswer.Outcome? = nil) -> StoredAnswer {
        let digest = RequestDigest(of: [[UInt8(truncatingIfNeeded: number)]])
        return StoredAnswer(
            number: number, caller: "credential/a", key: RequestKey(key: digest, request: RequestDigest(of: [])),
            begun: .seconds(1_800_000_000 + number), outcome: outcome)
    }

    @Test(arguments: StoreImplementation.all)
    func answersAreReadAsTheyWereStored(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        let all = [
            answer(1), answer(2, .response([])), answer(3, .response([1, 2])),
            answer(4, .failure(code: 5, message: "there is no room", details: [3])),
        ]
        try await store.note(all.reversed().map { .putAnswer($0) })
        try await expect(store.load().answers, equals: all)
        try await store.commit([.putAnswer(answer(1, .response([9]))), .removeAnswer(number: 3)])
        try await expect(store.load().answers, equals: [answer(1, .response([9])), all[1], all[3]])
        try await store.commit([.removeAnswers(before: 4)])
        try await expect(store.load().answers, equals: [all[3]])
    }

    @Test(arguments: StoreImplementation.lasting)
    func notedAnswersSurviveACrash(_ implementation: StoreImplementation) async throws {
        let place = try implementation.place()
        let store = try await place.open()
        try await store.note([.putAnswer(answer(1))])
        let other = try await place.killed().open()
        try await expect(other.load().answers, equals: [answer(1)])
        for store in [store, other] { try await store.close(clean: true) }
    }

    @Test(arguments: StoreImplementation.all)
    func failedNoteStoresNothing(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        await expect(throws: StoreError.self) {
            try await store.note([
                .putAnswer(answer(1)), .putRoom(RoomRecord(id: "r", structureID: "nowhere", name: "Attic")),
            ])
        }
        try await expect(store.load().answers.isEmpty)
    }
}
