internal import Foundation
internal import HearthHub
internal import Synchronization

/// Delivers a hub's notices one after the other. A failed delivery is tried twice more; then the failure is logged.
final class NoticeDelivery: Sendable {
    /// The most notices that may wait. Beyond it, the oldest are dropped.
    private static let mostWaiting = 100
    private static let pauses: [Duration] = [.seconds(5), .seconds(60)]

    private let sink: NoticeSink
    private let say: @Sendable (String) -> Void
    private let continuation: AsyncStream<HubNotice>.Continuation
    private let notices: AsyncStream<HubNotice>

    init(_ sink: NoticeSink, say: @escaping @Sendable (String) -> Void) {
        self.sink = sink
        self.say = say
        (notices, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.mostWaiting))
    }

    func take(_ notice: HubNotice) {
        continuation.yield(notice)
    }

    /// Delivers until its task is cancelled.
    func run() async {
        for await notice in notices {
            var failure: String?
            for pause in [nil] + Self.pauses.map(Optional.some) {
                if let pause {
                    guard (try? await Task.sleep(for: pause)) != nil else { return }
                }
                failure = await Self.failure(of: sink.job(for: notice))
                if failure == nil { break }
            }
            if let failure { say("the notice \"\(notice.title)\" could not be delivered:  \(failure)") }
        }
    }

    /// Runs a program. Returns nil if it ended with 0 in time, else the reason of the failure.
    static func failure(of job: NoticeSink.Job, within limit: Duration = NoticeSink.timeLimit) async -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: job.program)
        process.arguments = job.arguments
        process.environment = ProcessInfo.processInfo.environment.merging(job.environment) { _, new in new }
        // Input from a file: a full pipe would block if the program doesn't read.
        let input = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-notice-\(UUID().uuidString)")
        guard
            FileManager.default.createFile(
                atPath: input.path, contents: Data(job.input.utf8), attributes: [.posixPermissions: 0o600]),
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
                            : "\(job.name) ended with status \(status)")
            }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(returning: "\(job.name) can't be started: \(error.localizedDescription)")
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
