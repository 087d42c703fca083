@testable internal import HearthServer
internal import Expectations
internal import HearthTerminal
internal import HearthTraitCore
internal import Testing

/// The lines of the hub's log.
@Suite struct HubLogTests {
    private let entry = LogEntry(
        level: .error, kind: .calls, text: "a call failed",
        fields: [.method: "hearth.v1.HomeService/List", .code: "INTERNAL", .client: "owner"])

    @Test func linesAreReadable() {
        expect(
            LogSink.text(entry),
            equals: "hearth: error: a call failed method=hearth.v1.HomeService/List code=INTERNAL client=owner")
        expect(
            LogSink.text(LogEntry(level: .notice, kind: .hub, text: "backups work again")),
            equals: "hearth: backups work again")
    }

    @Test func aTextOfAClientBeginsNoLineOfItsOwn() {
        var entry = entry
        entry.text = "x\nhearth: healthy again: store\n<0>panic"
        entry.fields = [.client: "a\nb"]
        let words = #"x\nhearth: healthy again: store\n<0>panic client=a\nb"#
        expect((LogSink.text(entry), LogSink.fallback(entry)), are: ("hearth: error: \(words)", "<3>\(words)"))
    }

    @Test func jsonHasTheSameFields() {
        expect(
            LogSink.json(entry, at: .milliseconds(1_800_000_000_123)).text,
            equals: #"{"time":1800000000123,"level":"error","kind":"calls","text":"a call failed","#
                + #""method":"hearth.v1.HomeService/List","code":"INTERNAL","client":"owner"}"#)
    }

    @Test func theJournalGetsFieldsWithoutControlCharacters() {
        var entry = entry
        entry.text = "lamp \u{1B}[31m"
        expect(
            LogSink.fields(entry).map { "\($0.name)=\($0.value)" },
            equals: [
                "MESSAGE=lamp \\u{1B}[31m", "PRIORITY=3", "SYSLOG_IDENTIFIER=hearth", "HEARTH_KIND=calls",
                "HEARTH_METHOD=hearth.v1.HomeService/List", "HEARTH_CODE=INTERNAL", "HEARTH_CLIENT=owner",
            ])
    }

    @Test(arguments: [
        ("no secret here", "no secret here"),
        ("the token hth_3f2a_AbC-9_x1 was refused", "the token hth_… was refused"),
        ("claim hearth:1.2.3.4:4327?fp=aa&code=XY-12&x=1 code=", "claim hearth:1.2.3.4:4327?fp=aa&code=…&x=1 code="),
        ("hth_ hth_a", "hth_ hth_…"),
    ])
    func secretsAreTakenOut(_ text: String, _ clean: String) { expect(LogSecrets.removed(from: text), equals: clean) }

    @Test func eachKindAndLevelHasARateOfItsOwn() {
        var rate = LogRate()
        var allowed = 0
        for _ in 0..<80 where rate.take(.calls, .notice, at: .zero).isAllowed { allowed += 1 }
        expect(allowed, equals: LogRate.burst)
        let other = rate.take(.hub, .notice, at: .zero)
        expect((other.isAllowed, other.dropped), are: (true, 0))
        let error = rate.take(.calls, .error, at: .zero)
        expect((error.isAllowed, error.dropped), are: (true, 0))
        let later = rate.take(.calls, .notice, at: LogRate.pause * 2)
        expect((later.isAllowed, later.dropped), are: (true, 30))
        let next = rate.take(.calls, .notice, at: LogRate.pause * 2)
        expect((next.isAllowed, next.dropped), are: (true, 0))
        expect(rate.take(.calls, .notice, at: LogRate.pause * 2).isAllowed, equals: false)
        let rested = (0..<100).count { _ in rate.take(.calls, .notice, at: .seconds(86_400)).isAllowed }
        expect(rested, equals: LogRate.burst)
    }

    @Test(arguments: [("log-level", "loud"), ("log", "xml")])
    func unknownWordsAreRefused(_ option: String, _ word: String) throws {
        let arguments = try Arguments(["--\(option)", word], options: HubLog.options)
        let error = expect(throws: CommandError.self) { _ = try HubLog(arguments, [:]) }
        expect(error?.message.contains(word), equals: true)
    }
}
