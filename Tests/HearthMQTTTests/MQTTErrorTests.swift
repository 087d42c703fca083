@testable internal import HearthMQTT
internal import Expectations
internal import HearthEventLoop
internal import Testing

@Suite struct MQTTErrorTests {
    @Test func everyReasonHasWords() {
        for value in UInt8.min ... .max { expect(!MQTTReason(rawValue: value).words.isEmpty) }
        expect(MQTTReason(rawValue: 0xFE).words, equals: "reason 0xFE")
    }

    @Test func settingsThatCannotBeUsedSayWhy() {
        func problem(_ change: (inout MQTTSettings) -> Void) -> String? {
            var settings = MQTTSettings(endpoint: .tcp(host: "broker", port: 1883), clientID: "hub")
            change(&settings)
            return expect(throws: MQTTError.self) { try MQTTClient(settings) }?.message
        }
        expect(problem { $0.clientID = String(repeating: "a", count: 65_536) }?.contains("client id"), equals: true)
        expect(problem { $0.password = "x" }?.contains("no user name"), equals: true)
        expect(
            problem { $0.will = MQTTMessage(topic: "a/#", payload: []) }?.contains("wildcards"), equals: true)
        expect(
            problem { $0.security = .tls(trust: .authorities("/nowhere.pem")) }?.contains("/nowhere.pem"), equals: true)
    }

    @Test func clientIDsHaveTwentyTwoCharacters() {
        expect(MQTTSettings.makeClientID(0), equals: "hearth0000000000000000")
        expect(MQTTSettings.makeClientID(.max), equals: "hearthffffffffffffffff")
    }
}
