internal import Expectations
@testable internal import HearthIntegrations
internal import Testing

@Suite(.timeLimit(.minutes(1)))
struct ChangeFeedTests {
    @Test func severalChangesAreSeenAsOne() async {
        let feed = ChangeFeed()
        var changes = feed.changes().makeAsyncIterator()
        for _ in 0..<3 { feed.note() }
        await expect(changes.next() != nil)
        feed.end()
        await expect(changes.next() == nil)
    }

    @Test func nothingFollowsTheEnd() async {
        let feed = ChangeFeed()
        feed.end()
        feed.note()
        var late = feed.changes().makeAsyncIterator()
        await expect(late.next() == nil)
    }
}
