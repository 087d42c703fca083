@testable internal import HearthNoticeTargets
internal import Expectations
internal import Testing

struct PushMessageTests {
    private func text(_ notice: PostedNotice) -> String { String(decoding: PushMessage.bytes(notice), as: UTF8.self) }

    @Test func recipientsAreLeftOut() {
        expect(text(sample(recipients: ["Anna"])), equals: NoticeForm.json(sample()))
    }

    /// A control character has six bytes in JSON.
    @Test func longTextIsCut() {
        let long = text(sample(text: String(repeating: "\u{1}", count: 4_000)))
        expect((3_000...PushEncryption.mostBytes).contains(long.utf8.count), equals: true)
        expect(long.contains(#"\u0001…","urgency""#), equals: true)
    }
}
