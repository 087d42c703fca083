@testable internal import HearthServer
@testable internal import HearthHub
internal import Foundation
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Notices that leave the hub, by a POST or a command.
@Suite(.timeLimit(.minutes(5)))
struct NoticeSinkTests {
    private static let notice = HubNotice(
        structureID: "s", structureName: "Home", id: 7, title: "Leak \"now\"\r\nX: 1", text: "In the\ncellar \\ $(rm)",
        urgency: 2, recipients: ["Anna"])

    private static let json =
        #"{"title":"Leak \"now\"\r\nX: 1","text":"In the\ncellar \\ $(rm)","urgency":"alarm","home":"Home","#
        + #""id":7,"recipients":["Anna"]}"#

    @Test func aPostCarriesTheNoticeAndNothingOfItBecomesASetting() {
        let post = NoticeSink.post(url: "https://ntfy.example/a\"b", isText: true).job(for: Self.notice)
        expect(
            post,
            equals: .init(
                name: "curl", program: "/usr/bin/env", arguments: ["curl", "--config", "-"],
                input: #"""
                    fail
                    silent
                    show-error
                    url = "https://ntfy.example/a\"b"
                    request = "POST"
                    max-time = "25"
                    proto = "=http,https"
                    output = "/dev/null"
                    header = "Content-Type: text/plain; charset=utf-8"
                    header = "Title: Leak \"now\"  X: 1"
                    header = "Priority: 5"
                    data-raw = "In the\ncellar \\ $(rm)"

                    """#))
        let body = NoticeSink.post(url: "http://h", isText: false).job(for: Self.notice).input
        expect(NoticeSink.json(Self.notice), equals: Self.json)
        expect(body.contains(#"data-raw = "{\"title\":\"Leak \\\"now\\\"\\r\\nX: 1\""#))
    }

    /// A character may hold several scalars, and curl reads bytes.
    @Test func noPartOfACharacterEndsASetting() {
        let notice = HubNotice(
            structureID: "s", structureName: "Home", id: 7, title: "\"\u{301}", text: "a\r\nb\\\u{301}\"\u{301}",
            urgency: 0, recipients: [])
        let input = NoticeSink.post(url: "http://h", isText: true).job(for: notice).input
        let lines = input.unicodeScalars.split(separator: "\n").suffix(3).map { String($0) }
        expect(
            lines.map { Array($0.utf8) },
            equals: [
                "header = \"Title: \\\"\u{301}\"", "header = \"Priority: 3\"",
                "data-raw = \"a\\r\\nb\\\\\u{301}\\\"\u{301}\"",
            ].map { Array($0.utf8) })
    }

    @Test func commandGetsTheNoticeByEnvironmentAndInput() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("said")
        let job = NoticeSink.command(
            "{ printf '%s|%s|%s|%s\\n' \"$HEARTH_TITLE\" \"$HEARTH_TEXT\" \"$HEARTH_URGENCY\" \"$HEARTH_HOME\"; cat; } >'\(file)'"
        ).job(for: Self.notice)
        await expectNil(NoticeDelivery.failure(of: job))
        try expect(
            String(contentsOfFile: file, encoding: .utf8),
            equals: "Leak \"now\"  X: 1|In the cellar \\ $(rm)|alarm|Home\n\(Self.json)\n")
    }

    @Test func aCommandThatFailsOrHangsIsNamed() async {
        await expect(
            NoticeDelivery.failure(of: NoticeSink.command("exit 3").job(for: Self.notice)),
            equals: "the command ended with status 3")
        await expect(
            NoticeDelivery.failure(
                of: NoticeSink.command("sleep 100").job(for: Self.notice), within: .milliseconds(50)),
            equals: "it timed out after 0 s, or was ended by signal 9")
    }
}
