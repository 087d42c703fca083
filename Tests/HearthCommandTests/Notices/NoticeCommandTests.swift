@testable internal import HearthClientCommands
@testable internal import HearthServer
internal import Foundation
internal import HearthNoticeTargets
internal import HearthTerminal
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Notices that leave the hub by a command.
@Suite(.timeLimit(.minutes(5)))
struct NoticeCommandTests {
    private static let notice = PostedNotice(
        structureID: "s", structureName: "Home", id: 7, title: "Leak \"now\"\r\nX: 1", text: "In the\ncellar \\ $(rm)",
        urgency: .alarm, kind: "waterLeak", recipients: ["Anna"])

    private func run(_ command: String, within limit: Duration = NoticeCommand.limit) async -> String? {
        await NoticeCommand(command: command, say: { _ in }).run(Self.notice, within: limit)
    }

    @Test func commandGetsTheNoticeByEnvironmentAndInput() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("said")
        await expectNil(
            run(
                "{ printf '%s|%s|%s|%s\\n' \"$HEARTH_TITLE\" \"$HEARTH_TEXT\" \"$HEARTH_URGENCY\" \"$HEARTH_HOME\"; cat; } >'\(file)'"
            ))
        try expect(
            String(contentsOfFile: file, encoding: .utf8),
            equals: "Leak \"now\"  X: 1|In the cellar \\ $(rm)|alarm|Home\n\(NoticeForm.json(Self.notice))\n")
    }

    @Test func aCommandThatFailsOrHangsIsNamed() async {
        await expect(run("exit 3"), equals: "the command ended with status 3")
        await expect(run("echo no route >&2; exit 3"), equals: "the command ended with status 3: no route")
        await expect(run("kill -9 $$"), equals: "the command was ended by signal 9")
        await expect(run("sleep 100", within: .milliseconds(50)), equals: "the command timed out after 0 s")
    }

    @Test func aCommandThatRunsAtTheHubsEndIsNamed() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("begun")
        let failure = Task { await run("touch '\(file)'; sleep 100") }
        try await until("the command runs") { FileManager.default.fileExists(atPath: file) }
        failure.cancel()
        await expect(failure.value, equals: "the command was ended, as the hub ends")
    }

    /// A child that outlives the command would keep one for each notice.
    @Test func whatACommandLeavesRunningEndsWithIt() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("pid")
        await expectNil(run("sleep 100 & echo $! >'\(file)'"))
        let child = try require(Int32(String(contentsOfFile: file, encoding: .utf8).dropLast()))
        try await until("the child of the command ends") { ChildProcess.hasEnded(child) }
    }

    @Test func aCommandNeedsAShell() throws {
        let arguments = try Arguments(["--notify-command", "true"], options: NoticeOptions.all)
        try expect(NoticeOptions.sinks(arguments, say: { _ in }).count, equals: 1)
        let error = expect(throws: CommandError.self) {
            _ = try NoticeOptions.sinks(arguments, shell: "/missing/sh", say: { _ in })
        }
        expect(
            error?.message,
            equals: "--notify-command needs the shell /missing/sh, which this system does not have, such as the "
                + "container's image; use --notify-url, or an image of your own with a shell")
    }

    @Test func hostSaysTheKindOfATarget() throws {
        for (url, word, kind) in [
            ("https://ntfy.sh/t", nil, "ntfy"), ("https://NTFY.example:81/t", nil, "ntfy"),
            ("https://h.example/ntfy", nil, "webhook"), ("https://h.example/t", "ntfy", "ntfy"),
        ] {
            try expect(NoticeTargetsCommand.kind(of: url, word), equals: kind)
        }
        expect(throws: CommandError.self) { try NoticeTargetsCommand.kind(of: "ntfy.sh", nil) }
        expect(throws: CommandError.self) { try NoticeTargetsCommand.kind(of: "https://h", "mail") }
    }
}
