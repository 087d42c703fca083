internal import Expectations
internal import HearthNoticeTargets
internal import Testing

struct PostQueueTests {
    private let passing = PostError(.unreachable, "away", wayOut: "wait")
    private let permanent = PostError(.status(403), "refused", wayOut: "correct it")

    @Test func itemsArePostedInOrderAndRetriedLaterEachTime() {
        var queue = PostQueue<Int>()
        for item in 1...2 { _ = queue.add(item, at: .zero) }
        var (now, pauses): (Duration, [Duration]) = (.zero, [])
        for _ in 1...7 {
            expect(queue.take(at: now), equals: 1)
            expect(queue.take(at: now), equals: nil)
            expect(queue.failed(passing, at: now, random: 0.5), equals: false)
            expect(queue.take(at: now), equals: nil)
            let due = queue.deadline ?? .zero
            pauses.append(due - now)
            now = due
        }
        expect(pauses, equals: [5, 15, 45, 135, 405, 900, 900].map { .seconds($0) })
        expect(queue.take(at: now), equals: 1)
        queue.posted()
        expect(queue.take(at: now), equals: 2)
        queue.posted()
        expect(queue.count == 0 && queue.deadline == nil)
    }

    @Test func refusedItemIsGivenUpAtOnce() {
        var queue = PostQueue<Int>()
        for item in 1...2 { _ = queue.add(item, at: .zero) }
        _ = queue.take(at: .zero)
        expect(queue.failed(permanent, at: .zero, random: 0), equals: true)
        expect(queue.take(at: .zero), equals: 2)
    }

    @Test func itemIsGivenUpAfterADay() {
        var queue = PostQueue<Int>()
        _ = queue.add(1, at: .zero)
        _ = queue.take(at: .zero)
        expect(queue.failed(passing, at: .seconds(86_399), random: 0), equals: false)
        _ = queue.take(at: .seconds(86_500))
        expect(queue.failed(passing, at: .seconds(86_500), random: 0), equals: true)
    }

    @Test func serverSaysHowLongToWait() {
        var queue = PostQueue<Int>()
        _ = queue.add(1, at: .zero)
        _ = queue.take(at: .zero)
        let busy = PostError(.status(429), "busy", wayOut: "wait", retryAfter: .seconds(100))
        expect(queue.failed(busy, at: .seconds(1), random: 0), equals: false)
        expect(queue.deadline, equals: .seconds(101))
    }

    @Test func oldestItemsMakeRoomButNotTheOneBeingPosted() {
        var queue = PostQueue<Int>()
        for item in 1...PostQueue<Int>.most { expect(queue.add(item, at: .zero), equals: nil) }
        expect(queue.add(101, at: .zero), equals: 1)
        expect(queue.take(at: .zero), equals: 2)
        expect(queue.add(102, at: .zero), equals: 3)
        expect(queue.count, equals: PostQueue<Int>.most)
    }
}
