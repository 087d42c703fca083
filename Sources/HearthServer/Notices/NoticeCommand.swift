internal import HearthNoticeTargets

/// Runs a shell command for each of a hub's notices, one after the other. A failed one is tried twice more; then the
/// failure is logged.
struct NoticeCommand: Sendable {
    /// The path of the shell.
    static let shell = "/bin/sh"

    let command: String
    let say: @Sendable (String) -> Void

    private static let pauses: [Duration] = [.seconds(5), .seconds(60)]
    /// The longest time of a run.
    static let limit = Duration.seconds(30)

    /// Runs until the task is cancelled.
    func run(_ notices: AsyncStream<PostedNotice>) async {
        for await notice in notices {
            var failure: String?
            for pause in [nil] + Self.pauses.map(Optional.some) {
                if let pause {
                    guard (try? await Task.sleep(for: pause)) != nil else { return }
                }
                failure = await run(notice)
                if failure == nil { break }
            }
            if let failure { say("the notice \"\(notice.title)\" could not be delivered: \(failure)") }
        }
    }

    /// Runs the command for a notice.
    ///
    /// - Returns: why it failed; nil if it succeeded.
    func run(_ notice: PostedNotice, within limit: Duration = Self.limit) async -> String? {
        // Text from devices and people is in the environment, never in the command itself.
        let program = BoundedProgram(
            file: Self.shell, arguments: ["-c", command],
            environment: [
                "HEARTH_TITLE": NoticeForm.line(notice.title), "HEARTH_TEXT": NoticeForm.line(notice.text),
                "HEARTH_URGENCY": notice.urgency.word, "HEARTH_HOME": NoticeForm.line(notice.structureName),
            ], input: Array((NoticeForm.json(notice) + "\n").utf8), limit: limit,
            outputBytes: BoundedProgram.outputOfFailures)
        return await program.run().failure.map { "the command \($0)" }
    }
}
