internal import Foundation
internal import HearthNoticeTargets

/// Runs a shell command for each of a hub's notices, one after the other. A failed one is tried twice more; then the
/// failure is logged.
struct NoticeCommand: Sendable {
    let command: String
    let say: @Sendable (String) -> Void

    private static let pauses: [Duration] = [.seconds(5), .seconds(60)]
    /// The timeout of a run.
    static let timeLimit = Duration.seconds(30)

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

    /// Runs the command for a notice. Returns nil if it ended with 0 in time, else the reason of the failure.
    func run(_ notice: PostedNotice, within limit: Duration = timeLimit) async -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        // Text from devices and people is in the environment, never in the command itself.
        process.environment = ProcessInfo.processInfo.environment.merging([
            "HEARTH_TITLE": NoticeForm.line(notice.title), "HEARTH_TEXT": NoticeForm.line(notice.text),
            "HEARTH_URGENCY": notice.urgency.word, "HEARTH_HOME": NoticeForm.line(notice.structureName),
        ]) { _, new in new }
        // Input from a file: a full pipe would block if the program doesn't read.
        let input = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-notice-\(UUID().uuidString)")
        guard
            FileManager.default.createFile(
                atPath: input.path, contents: Data((NoticeForm.json(notice) + "\n").utf8),
                attributes: [.posixPermissions: 0o600]),
            let reader = try? FileHandle(forReadingFrom: input)
        else { return "no temporary file can be created in \(FileManager.default.temporaryDirectory.path)" }
        try? FileManager.default.removeItem(at: input)
        process.standardInput = reader
        process.standardOutput = FileHandle.nullDevice
        return await withCheckedContinuation { continuation in
            process.terminationHandler = { ended in
                let isKilled = ended.terminationReason == .uncaughtSignal
                let status = ended.terminationStatus
                continuation.resume(
                    returning: status == 0 && !isKilled
                        ? nil
                        : isKilled
                            ? "it timed out after \(limit.components.seconds) s, or was ended by signal \(status)"
                            : "the command ended with status \(status)")
            }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(returning: "the command can't be started: \(error.localizedDescription)")
                return
            }
            let pid = process.processIdentifier
            Task.detached {
                try? await Task.sleep(for: limit)
                guard process.isRunning else { return }
                // Kill the process group, so that the command's children end as well.
                kill(-pid, SIGKILL)
                kill(pid, SIGKILL)
            }
        }
    }
}
