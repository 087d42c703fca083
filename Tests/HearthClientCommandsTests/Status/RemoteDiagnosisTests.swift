@testable internal import HearthClientCommands
internal import Expectations
internal import Testing

/// `hearth doctor --remote`, as tables of addresses.
@Suite struct RemoteDiagnosisTests {
    private static func own(_ addresses: [(interface: String, host: [UInt8])]) -> [OwnAddress] {
        addresses.compactMap { OwnAddress(interface: $0.interface, host: $0.host) }
    }

    private static let home = own([("eth0", [192, 168, 1, 5]), ("wg0", [10, 9, 0, 1])])

    private func diagnosis(
        _ listening: [String], _ own: [OwnAddress] = home, names: [String] = ["192.168.1.5", "10.9.0.1"]
    ) -> RemoteDiagnosis {
        RemoteDiagnosis(
            listening: listening, certificateNames: names, certificateEnd: .seconds(2_000_000_000),
            isSelfSigned: false, own: own, now: .seconds(1_800_000_000))
    }

    @Test func aHubForAllAddressesIsReachable() {
        let diagnosis = diagnosis(["0.0.0.0:4327", "unix:/run/hearth/hub.sock"])
        expect(diagnosis.problems, equals: [])
        expect(
            diagnosis.remarks,
            equals: [
                "the hub listens on 0.0.0.0:4327", "the hub listens on unix:/run/hearth/hub.sock",
                "the certificate is valid for 192.168.1.5, 10.9.0.1",
                "wg0 has 10.9.0.1, a private network of yours: the hub is there",
                "nothing was sent to other machines for this",
            ])
    }

    @Test func aHubForThisMachineOnlyIsAProblem() {
        let diagnosis = diagnosis(["127.0.0.1:4327"])
        expect(
            diagnosis.problems.map(\.what),
            equals: ["no other machine can reach the hub, as it listens for this machine only"])
        expect(
            diagnosis.remarks.contains("wg0 has 10.9.0.1, a private network of yours: the hub does not listen there"))
    }

    @Test func publicAddressesAndMissingNamesAreProblems() {
        let public6: [UInt8] = [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [7]
        let local6: [UInt8] = [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1]
        let own = Self.own([("eth0", [203, 0, 113, 9]), ("eth0", public6), ("eth0", local6)])
        let diagnosis = diagnosis(["[::]:4327"], own, names: ["2001:db8::7", "hub.local"])
        expect(
            diagnosis.problems.map(\.what),
            equals: [
                "the hub listens on 203.0.113.9 (eth0), which may be reachable from the whole internet",
                "the hub listens on 2001:db8::7 (eth0), which may be reachable from the whole internet",
                "the certificate is not valid for 203.0.113.9 (eth0), so browsers warn there",
            ])
    }

    @Test func aCertificateThatEndsSoonIsAProblem() {
        let end = Duration.seconds(1_800_000_000)
        let problems = { (now: Duration, isSelfSigned: Bool) in
            RemoteDiagnosis(
                listening: ["192.168.1.5:4327"], certificateNames: ["192.168.1.5"], certificateEnd: end,
                isSelfSigned: isSelfSigned, own: Self.home, now: now
            ).problems
        }
        let restart = "restart the hub, which renews its own certificate; renew one of --tls-cert yourself"
        let renew = "renew the files of --tls-cert and --tls-key; the hub takes the new ones by itself"
        let soon = "the certificate ends in less than two weeks"
        expect(problems(end - .seconds(14 * 86_400), true), equals: [])
        expect(problems(end - .seconds(14 * 86_400 - 1), true), equals: [.init(what: soon, wayOut: restart)])
        expect(problems(end - .seconds(1), false), equals: [.init(what: soon, wayOut: renew)])
        expect(problems(end, false), equals: [.init(what: "the certificate has ended", wayOut: renew)])
    }
}
