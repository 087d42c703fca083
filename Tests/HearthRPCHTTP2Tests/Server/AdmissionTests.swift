internal import Testing
@testable internal import HearthRPCHTTP2

@Suite struct AdmissionTests {
    private func admission(_ change: (inout HTTP2Server.Settings) -> Void) -> Admission {
        var settings = HTTP2Server.Settings()
        change(&settings)
        return Admission(settings)
    }

    @Test func thereIsALimitForAll() {
        var admission = admission { $0.maxConnections = 3 }
        #expect(admission.admit(nil, isLocal: true) == nil)
        #expect(admission.admit("127.0.0.1", isLocal: true) == nil)
        #expect(admission.admit("10.0.0.1", isLocal: false) == nil)
        #expect(admission.admit(nil, isLocal: true) == .tooMany(3))
        #expect(admission.refused == 1)
        admission.closed(nil)
        #expect(admission.admit("10.0.0.1", isLocal: false) == nil)
    }

    @Test func thereIsALimitForEachAddressOfOthers() {
        var admission = admission { $0.maxConnectionsPerAddress = 2 }
        for _ in 0..<2 { #expect(admission.admit("10.0.0.1", isLocal: false) == nil) }
        #expect(admission.admit("10.0.0.1", isLocal: false) == .tooManyOf("10.0.0.1", 2))
        #expect(admission.admit("10.0.0.2", isLocal: false) == nil)
        for _ in 0..<100 { #expect(admission.admit("127.0.0.1", isLocal: true) == nil) }
        admission.closed("10.0.0.1")
        #expect(admission.admit("10.0.0.1", isLocal: false) == nil)
        #expect(admission.admit("10.0.0.1", isLocal: false) != nil)
    }

    @Test func localAddressesMayHaveALimitToo() {
        var admission = admission { $0.maxConnectionsPerLocalAddress = 1 }
        #expect(admission.admit("127.0.0.1", isLocal: true) == nil)
        #expect(admission.admit("127.0.0.1", isLocal: true) == .tooManyOf("127.0.0.1", 1))
        for _ in 0..<5 { #expect(admission.admit(nil, isLocal: true) == nil) }
    }

    @Test func oneNoticeAMinute() {
        var limit = NoticeLimit()
        let start = ContinuousClock.now
        #expect(limit.due("a", at: start) == "a")
        for second in 1..<60 { #expect(limit.due("b", at: start + .seconds(second)) == nil) }
        let later = limit.due("c", at: start + .seconds(60))
        #expect(later?.hasPrefix("c") == true && later?.contains("59") == true)
    }
}
