@testable internal import HearthStore
internal import Expectations
internal import Testing

struct RequestKeyTests {
    /// The next process computes the same digest: hashing is not seeded.
    @Test func digestsAreTheSameInEachProcess() {
        let digest = RequestDigest(of: [Array("owner".utf8), Array("k".utf8)])
        expect(digest.bytes, equals: [135, 60, 175, 50, 192, 126, 72, 14, 217, 151, 14, 134, 164, 170, 233, 251])
        expect(digest, differsFrom: RequestDigest(of: [Array("own".utf8), Array("erk".utf8)]))
        let key = RequestKey(key: digest, request: RequestDigest(of: []))
        expect(RequestKey(key.bytes), equals: key)
        expectNil(RequestKey(Array(key.bytes.dropLast())))
    }
}
