internal import Expectations
internal import HearthHTTPDigest
internal import Testing

@Suite struct HTTPAuthenticationTests {
    private let mufasa = HTTPCredentials(user: "Mufasa", password: "Circle of Life")
    private let clientNonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"

    private func challenge(_ algorithm: String) -> String {
        "Digest realm=\"http-auth@example.org\", qop=\"auth, auth-int\", algorithm=\(algorithm), "
            + "nonce=\"7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v\", "
            + "opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\""
    }

    @Test(
        "Proofs are those of RFC 7616, section 3.9.1, and RFC 2069, section 2.4 with its erratum",
        arguments: [
            ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
            ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
        ])
    func proofsFollowTheExamples(algorithm: String, response: String) throws {
        var proof = try require(HTTPAuthentication([challenge(algorithm)], allowsBasic: false))
        func next() -> String {
            proof.authorization(mufasa, method: "GET", uri: "/dir/index.html", clientNonce: clientNonce)
        }
        expect(
            next(),
            equals: "Digest username=\"Mufasa\", realm=\"http-auth@example.org\", "
                + "nonce=\"7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v\", uri=\"/dir/index.html\", "
                + "response=\"\(response)\", qop=auth, nc=00000001, cnonce=\"\(clientNonce)\", algorithm=\(algorithm), "
                + "opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\"")
        expect(next().contains("nc=00000002"))
    }

    @Test func oldChallengesGetAnOldProof() throws {
        let old = #"Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093""#
        var proof = try require(HTTPAuthentication([old], allowsBasic: false))
        expect(
            proof.authorization(
                HTTPCredentials(user: "Mufasa", password: "CircleOfLife"), method: "GET", uri: "/dir/index.html",
                clientNonce: ""),
            equals: #"Digest username="Mufasa", realm="testrealm@host.com", "#
                + #"nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", uri="/dir/index.html", "#
                + #"response="1949323746fe6a43ef61f9606e7febea""#)
    }

    @Test func theStrongestChallengeIsAnswered() throws {
        let fields = ["Basic realm=\"x\", \(challenge("MD5"))", challenge("SHA-256"), "Negotiate"]
        var proof = try require(HTTPAuthentication(fields, allowsBasic: true))
        let text = proof.authorization(mufasa, method: "GET", uri: "/", clientNonce: "a")
        expect(text.contains("algorithm=SHA-256"))
    }

    @Test func basicIsForThoseWhoAllowIt() throws {
        expectNil(HTTPAuthentication([#"Basic realm="x""#], allowsBasic: false))
        var proof = try require(HTTPAuthentication([#"Basic realm="x""#], allowsBasic: true))
        expect(
            proof.authorization(mufasa, method: "GET", uri: "/", clientNonce: ""),
            equals: "Basic TXVmYXNhOkNpcmNsZSBvZiBMaWZl")
    }

    @Test(arguments: [
        "", "Digest", #"Digest realm="x""#, #"Digest realm="x", nonce="""#, #"Digest nonce="x""#,
        #"Digest realm="x", nonce="y", algorithm=MD5-sess"#, #"Digest realm="x", nonce="y", qop="auth-int""#,
        "Digest realm=\"x\r\nCSeq: 1\", nonce=\"y\"", #"realm="x", nonce="y""#,
        "Digest realm=\"\(String(repeating: "x", count: 5_000))\", nonce=\"y\"",
    ])
    func otherChallengesAreRefused(field: String) {
        expectNil(HTTPAuthentication([field], allowsBasic: false))
    }

    @Test func quotesAreEscapedAgain() throws {
        var proof = try require(
            HTTPAuthentication([#"Digest realm="a\"b\\c", nonce="y", stale=TRUE"#], allowsBasic: false))
        expect(proof.isStale)
        let text = proof.authorization(mufasa, method: "GET", uri: "/", clientNonce: "")
        expect(text.contains(#"realm="a\"b\\c""#))
    }

    @Test func aQuoteBeforeAMarkIsEscaped() throws {
        var proof = try require(
            HTTPAuthentication(["Digest realm=\"a\\\"\u{301}\", nonce=\"y\""], allowsBasic: false))
        let text = proof.authorization(mufasa, method: "GET", uri: "/", clientNonce: "")
        expect(Array(text.utf8).contains(Array("realm=\"a\\\"\u{301}\"".utf8)))
    }

    @Test func passwordsAreNotPrinted() {
        expect("\(mufasa) \(String(reflecting: mufasa))", equals: "Mufasa:… Mufasa:…")
    }
}
