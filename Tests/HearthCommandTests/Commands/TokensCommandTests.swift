@testable internal import Hearth
@testable internal import HearthClientCommands
internal import HearthWire
internal import Expectations
internal import Testing

@Suite struct TokensCommandTests {
    private func credential(
        _ id: String, by maker: String = "", revoked: Bool = false, expires: Int64? = nil
    ) -> HubCredential {
        HubCredential(
            Hearth_V1_Credential(
                id: id, kind: .token, role: .owner, name: id,
                expiresAt: expires.map { Google_Protobuf_Timestamp(seconds: $0) },
                createdBy: maker, revokedAt: revoked ? Google_Protobuf_Timestamp(seconds: 1) : nil))
    }

    private func made(_ id: String, _ all: [HubCredential]) -> [String] {
        TokensCommand.made(by: id, all, at: 1_000).map(\.id)
    }

    @Test func credentialsMadeByAKeyAreFound() {
        let all = [
            credential("a"), credential("b", by: "a"), credential("c"), credential("d", by: "b"),
            credential("e", by: "c"),
        ]
        expect((made("a", all), made("c", all), made("d", all)), are: (["b", "d"], ["e"], []))
    }

    @Test func endedCredentialsAreSkippedButNotTheirs() {
        let all = [
            credential("a"), credential("b", by: "a", revoked: true), credential("c", by: "b"),
            credential("d", by: "a", expires: 1_000), credential("e", by: "a", expires: 1_001),
        ]
        expect(made("a", all), equals: ["c", "e"])
    }

    /// In the form in which an older hub lists them.
    @Test func credentialsMadeLocallyHaveNoMaker() {
        expect(made("a", [credential("a"), credential("b")]), equals: [])
    }
}
