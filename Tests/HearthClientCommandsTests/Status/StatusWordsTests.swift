@testable internal import HearthClientCommands
internal import Expectations
internal import Hearth
internal import HearthTraitCore
internal import HearthWire
internal import Testing

/// `hearth status` as text.
@Suite struct StatusWordsTests {
    private static let now = Duration.seconds(1_800_000_000)

    private func time(_ ago: Int64) -> Google_Protobuf_Timestamp {
        Google_Protobuf_Timestamp(sinceEpoch: Self.now - .seconds(ago))
    }

    /// The text without the dates, which depend on the machine's time zone.
    private func lines(_ words: StatusWords) -> [String] {
        words.text.split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0.replacing(/\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?/, with: "DATE"))
        }
    }

    @Test func allIsOnOneScreen() {
        let status = Hearth_V1_GetStatusResponse(
            version: "0.9.2",
            newVersion: .init(installed: "0.9.2", available: "0.9.3", command: "sudo apt upgrade"),
            startedAt: time(93_600),
            problems: [.init(part: .backups, isVital: false, reason: "the newest good backup is old")],
            listening: ["0.0.0.0:4327"],
            backups: .init(
                newestAt: time(39_600), failure: "",
                offSite: .init(newestAt: nil, failure: "10-copy ended with status 1")),
            store: .init(bytes: 12_345_678, freeBytes: 35_000_000_000),
            certificate: .init(expiresAt: time(-86_400 * 30), names: ["hub.local", "192.168.1.5"], isSelfSigned: true))
        let words = StatusWords(
            status: status,
            homes: [
                .init(name: "Home", devices: 22, offline: ["Hall Lamp (Hall)", "Door"]),
                .init(name: "Cabin", devices: 1, offline: []),
            ], integrations: [], now: Self.now)
        expect(
            lines(words),
            equals: [
                "Hearth 0.9.2, running for 1 d 2 h",
                "A newer version is available, 0.9.2 → 0.9.3:  sudo apt upgrade", "",
                "Health       degraded: the newest good backup is old",
                "Home         Home: 22 devices, 2 offline: Hall Lamp (Hall), Door", "Home         Cabin: 1 device",
                "Backup       DATE, 11 h ago", "Off site     none yet; 10-copy ended with status 1",
                "Store        12 MB, 35 GB free",
                "Certificate  until DATE, self-signed, for hub.local, 192.168.1.5", "Listens on   0.0.0.0:4327",
            ])
    }

    @Test func aHubThatSaysLittleTakesFewLines() {
        let words = StatusWords(status: .init(version: "1"), homes: [], integrations: [], now: Self.now)
        expect(
            lines(words),
            equals: ["Hearth 1", "", "Health       all is well", "Backup       none, the hub makes no backups"])
    }

    @Test(
        arguments: [
            (0, "0 s"), (59, "59 s"), (60, "1 min"), (3_599, "59 min"), (3_600, "1 h"), (7_500, "2 h 5 min"),
            (86_400, "1 d"), (93_600, "1 d 2 h"), (-5, "0 s"),
        ] as [(Int64, String)])
    func durationsHaveTwoUnits(_ seconds: Int64, _ text: String) {
        expect(StatusWords.duration(.seconds(seconds)), equals: text)
    }
}
