internal import Expectations
internal import HearthJSON
internal import HearthShelly
internal import Testing

@Suite struct ShellyDigestTests {
    private func challenge(_ more: String) -> String {
        #"{"auth_type":"digest","nonce":1625038762,"nc":1,"realm":"shellypro4pm-f008d1d8b8b8","#
            + #""algorithm":"SHA-256"\#(more)}"#
    }

    @Test("A proof is that of RFC 7616, as Python's hashlib computes it")
    func proofsCount() throws {
        var digest = try require(ShellyDigest(challenge: challenge("")))
        let first = digest.proof(password: "mypass", clientNonce: "abc")
        expect(
            first,
            equals: .object([
                "realm": .string("shellypro4pm-f008d1d8b8b8"), "username": .string("admin"),
                "nonce": .number(1_625_038_762), "cnonce": .string("abc"), "nc": .number(1),
                "response": .string("df6ad5216bcaf0c39a818ddd2b9bc5fc38a59f5fc0ca90d70cee139a81fee1b7"),
                "algorithm": .string("SHA-256"),
            ]))
        let second = digest.proof(password: "mypass", clientNonce: "abc")
        expect(second["nc"], equals: .number(2))
        expect(second["response"], equals: .string("69d67be442f08543ea0b8c49a370db71f85dfe9e5dd4b3935c3d7fdceae254f7"))
    }

    @Test(arguments: [
        "", "null", "{}", #"{"auth_type":"basic","nonce":1,"realm":"x"}"#,
        #"{"auth_type":"digest","nonce":1.5,"realm":"x"}"#, #"{"auth_type":"digest","nonce":1}"#,
        #"{"auth_type":"digest","nonce":1,"realm":"x","algorithm":"MD5"}"#,
    ])
    func otherChallengesAreRefused(text: String) {
        expect(ShellyDigest(challenge: text) == nil)
    }

    @Test func countsMayBeTextOrExtreme() throws {
        for (more, count) in [
            (#","nc":"7""#, 7.0), (#","nc":-9"#, 1), (#","nc":1e300"#, 1), (#","nc":9e15"#, 1_073_741_824),
        ] {
            var digest = try require(ShellyDigest(challenge: challenge(more)))
            expect(digest.proof(password: "", clientNonce: "")["nc"], equals: .number(count), "\(more)")
        }
    }
}
