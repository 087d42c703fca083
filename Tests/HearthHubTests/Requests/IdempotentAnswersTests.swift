@testable internal import HearthHub
internal import HearthStore
internal import Expectations
internal import Testing

struct IdempotentAnswersTests {
    private func answer(_ number: Int64, begun: Duration) -> StoredAnswer {
        let digest = RequestDigest(of: [[UInt8(truncatingIfNeeded: number)]])
        return StoredAnswer(
            number: number, caller: "credential/a", key: RequestKey(key: digest, request: digest), begun: begun,
            outcome: .response([1]))
    }

    @Test func failedStoreIsRetriedUnlessSuperseded() {
        let answers = IdempotentAnswers(limits: HubLimits())
        answers.load(
            [answer(1, begun: .seconds(100)), answer(2, begun: .seconds(900))], now: .zero, sinceEpoch: .seconds(1_000))
        expect(!answers.hasUnsaved)
        var newer = answer(2, begun: .seconds(900))
        answers.save(newer)
        let first = answers.takeUnsaved(now: .zero)
        expect(first.changes, equals: [.putAnswer(newer), .removeAnswers(before: 2)])
        expect(!answers.hasUnsaved)
        newer.outcome = .response([2])
        answers.save(newer)
        answers.markUnsaved(first)
        expect(answers.takeUnsaved(now: .zero).changes, equals: [.putAnswer(newer), .removeAnswers(before: 2)])
        expect(answers.takeUnsaved(now: .zero).changes.isEmpty)
        // The rest is dropped when its time is over, and nothing is written for it alone.
        expect(!answers.hasUnsaved)
        expect(answers.takeUnsaved(now: .seconds(501)).changes, equals: [.removeAnswers(before: 3)])
    }
}
