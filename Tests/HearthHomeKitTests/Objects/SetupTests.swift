@testable internal import HearthHomeKit
internal import Foundation
internal import Expectations
internal import Testing

/// Setup with a link, a code or nothing.
@Suite(.timeLimit(.minutes(5)))
struct SetupTests {
    private func code(_ text: String?) async -> HMError.Code? {
        let request = HMAccessorySetupRequest()
        request.payload = text.map { HMAccessorySetupPayload(text: $0) }
        do {
            _ = try await HMAccessorySetupManager().performAccessorySetup(using: request)
            return nil
        } catch {
            return (error as? HMError)?.code
        }
    }

    @Test(
        arguments: [
            (nil, 27), ("MT:Y.K9042C00KA0648G00", 48), ("X-HM://0023ISYWYABCD", 48), ("123-45-678", 48), ("hello", 3),
        ] as [(String?, Int)])
    func invalidLinkSaysWhatToDo(_ text: String?, _ number: Int) async {
        await expect(code(text)?.rawValue, equals: number)
    }

    @Test func payloadIsAURLOrAText() {
        expectNil(HMAccessorySetupPayload(url: nil))
        expect(HMAccessorySetupPayload(url: URL(string: "hearth:x:1?fp=a"))?.text, equals: "hearth:x:1?fp=a")
    }

    @Test func linkWithoutACodeIsRefused() async {
        await expect(code("hearth:127.0.0.1:1") != nil)
    }
}
