internal import Foundation
internal import HearthBase
internal import Synchronization

/// Another program that the hub runs, with limits: whatever the program does, it ends in time, and its output takes
/// little memory.
struct BoundedProgram: Sendable {
    /// The path of its file.
    var file: String
    var arguments: [String] = []
    /// Added to the hub's own environment.
    var environment: [String: String] = [:]
    /// The longest time that it may run.
    var limit: Duration
    /// The most bytes of its output that are kept. The rest is read and dropped.
    var outputBytes: Int

    /// How a program ended.
    enum End: Hashable, Sendable {
        case exited(Int32)
        case signalled(Int32)
        case timedOut
        case notStarted(String)
    }

    struct Outcome: Hashable, Sendable {
        let end: End
        /// The beginning of its output and its errors.
        let output: String
    }

    /// How long its output may stay open after its end, by a child that still runs.
    private static let closing = Duration.milliseconds(500)

    /// Runs it to its end. Its children end as well.
    func run() async -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: file)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        let output = Output(most: outputBytes)
        let (ended, closed) = (OneShot<End>(), OneShot<Bool>())
        pipe.fileHandleForReading.readabilityHandler = { handle in
            guard !output.read(handle.fileDescriptor) else { return }
            handle.readabilityHandler = nil
            closed.set(true)
        }
        process.terminationHandler = { process in
            let status = process.terminationStatus
            ended.set(process.terminationReason == .uncaughtSignal ? .signalled(status) : .exited(status))
        }
        do { try process.run() } catch {
            pipe.fileHandleForReading.readabilityHandler = nil
            process.terminationHandler = nil
            return Outcome(end: .notStarted(error.localizedDescription), output: "")
        }
        let pid = process.processIdentifier
        Self.offer(pid)
        let alarm = Task { [limit] in
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            ended.set(.timedOut)
            Self.kill(pid)
        }
        let end = await ended.wait() ?? .timedOut
        alarm.cancel()
        let patience = Task {
            try? await Task.sleep(for: Self.closing)
            closed.set(false)
        }
        _ = await closed.wait()
        patience.cancel()
        pipe.fileHandleForReading.readabilityHandler = nil
        // Also children that outlive it, which may hold files open for ever. Its own number may be another's by now.
        Foundation.kill(-pid, SIGKILL)
        return Outcome(end: end, output: output.text)
    }

    /// Lets Linux end the process before the hub when memory runs out, and also its children from now on
    /// (proc_pid_oom_score_adj(5)).
    private static func offer(_ pid: Int32) {
        try? FileHandle(forWritingAtPath: "/proc/\(pid)/oom_score_adj")?.write(contentsOf: Array("1000".utf8))
    }

    /// Ends the process and its group, in which its children are.
    private static func kill(_ pid: Int32) {
        Foundation.kill(-pid, SIGKILL)
        Foundation.kill(pid, SIGKILL)
    }

    /// The kept part of a program's output.
    private final class Output: Sendable {
        private let most: Int
        private let bytes = Mutex<[UInt8]>([])

        init(most: Int) { self.most = most }

        /// Reads what is there. Returns false at the end.
        func read(_ descriptor: Int32) -> Bool {
            var piece = [UInt8](repeating: 0, count: 64 << 10)
            let count = Foundation.read(descriptor, &piece, piece.count)
            guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
            bytes.withLock { bytes in bytes += piece.prefix(min(count, max(0, most - bytes.count))) }
            return true
        }

        var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
    }
}
