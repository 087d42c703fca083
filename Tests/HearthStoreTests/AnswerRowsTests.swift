internal import HearthSQL
@testable internal import HearthStore
internal import ProcessTestSupport
internal import Testing

/// Answers to requests with an idempotency key, in the store.
@Suite(.timeLimit(.minutes(1)))
struct AnswerRowsTests {
    private func answer(_ number: Int64, _ outcome: StoredAnswer.Outcome? = nil) -> StoredAnswer {
        let digest = RequestDigest(of: [[UInt8(truncatingIfNeeded: number)]])
        return StoredAnswer(
            number: number, caller: "credential/a", key: RequestKey(key: digest, request: RequestDigest(of: [])),
            begun: .seconds(1_800_000_000 + number), outcome: outcome)
    }

    @Test func answersAreReadAsTheyWereStored() async throws {
        let store = try await HomeStore.inMemory()
        let all = [
            answer(1), answer(2, .response([])), answer(3, .response([1, 2])),
            answer(4, .failure(code: 5, message: "there is no room", details: [3])),
        ]
        try await store.note(all.reversed().map { .putAnswer($0) })
        #expect(try await store.answers() == all)
        try await store.save([], progress: [], with: [.putAnswer(answer(1, .response([9]))), .removeAnswer(number: 3)])
        #expect(try await store.answers() == [answer(1, .response([9])), all[1], all[3]])
        try await store.commit([.removeAnswers(before: 4)])
        #expect(try await store.answers() == [all[3]])
    }

    /// What is noted is in the file as soon as the call returns.
    @Test func whatWasNotedIsThereAfterAKill() async throws {
        let folder = try TemporaryFolder()
        let store = try await HomeStore.open(path: folder.file)
        try await store.note([.putAnswer(answer(1))])
        let other = try await HomeStore.open(path: folder.abandoned())
        #expect(try await other.answers() == [answer(1)])
        for store in [store, other] { try await store.close(clean: true) }
    }

    @Test func whatFailsIsNotNotedAndLaterChangesAreDurableAgain() async throws {
        let store = try await HomeStore.inMemory()
        await #expect(throws: StoreError.self) {
            try await store.note([
                .putAnswer(answer(1)), .putRoom(StoredRoom(id: "r", structureID: "nowhere", name: "Attic")),
            ])
        }
        #expect(try await store.answers().isEmpty)
        #expect(try await store.with { try $0.first("PRAGMA synchronous") { try $0.int64(0) } } == 3)
    }

    /// The next process computes the same: no hash is seeded.
    @Test func digestsAreTheSameInEachProcess() {
        let digest = RequestDigest(of: [Array("owner".utf8), Array("k".utf8)])
        #expect(digest.bytes == [135, 60, 175, 50, 192, 126, 72, 14, 217, 151, 14, 134, 164, 170, 233, 251])
        #expect(digest != RequestDigest(of: [Array("own".utf8), Array("erk".utf8)]))
        let key = RequestKey(key: digest, request: RequestDigest(of: []))
        #expect(RequestKey(key.bytes) == key && RequestKey(Array(key.bytes.dropLast())) == nil)
    }
}
