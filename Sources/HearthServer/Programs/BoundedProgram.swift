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
    /// What it can read on its standard input.
    var input: [UInt8] = []
    /// The longest time that it may run.
    var limit: Duration
    /// The most bytes of its output that are kept. The rest is read and dropped.
    var outputBytes: Int

    /// How a program ended.
    enum End: Hashable, Sendable {
        case exited(Int32)
        case signalled(Int32)
        /// The hub ended it after this time, the longest that it may run.
        case timedOut(Duration)
        /// The hub ended it because the hub itself ends.
        case cancelled
        case notStarted(String)
    }

    struct Outcome: Hashable, Sendable {
        let end: End
        /// The beginning of its output and its errors.
        let output: String

        /// Why the program failed, as the end of a sentence that begins with its name, with the last line of its output;
        /// nil if it succeeded.
        var failure: String? {
            let reason: String
            switch end {
            case .exited(0): return nil
            case .exited(let status): reason = "ended with status \(status)"
            case .signalled(let signal): reason = "was ended by signal \(signal)"
            case .timedOut(let limit): reason = "timed out after \(limit.components.seconds) s"
            case .cancelled: reason = "was ended, as the hub ends"
            case .notStarted(let cause): reason = "can't be started: \(cause)"
            }
            let said = output.split(whereSeparator: \.isNewline).last.map { ": " + $0.prefix(200) } ?? ""
            return reason + said
        }
    }

    /// ``outputBytes`` for programs of which only ``Outcome/failure`` is read.
    static let outputOfFailures = 2_048

    /// How long a child may still run after its end, and keep its output open.
    private static let closing = Duration.milliseconds(500)

    /// Runs it to its end. Its children end as well.
    func run() async -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: file)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        guard let reader = reader() else {
            let folder = FileManager.default.temporaryDirectory.path
            return Outcome(end: .notStarted("no temporary file can be created in \(folder)"), output: "")
        }
        process.standardInput = reader
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
        Self.endChildren(of: pid)
        let alarm = Task { [limit] in
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            ended.set(.timedOut(limit))
            Self.kill(pid)
        }
        let end = await ended.wait() ?? .cancelled
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

    /// A file with the input, without a name: the hub would wait for a program that does not read a pipe. Nil if there can
    /// be no file.
    private func reader() -> FileHandle? {
        guard !input.isEmpty else { return .nullDevice }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-input-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let isMade = FileManager.default.createFile(
            atPath: file.path, contents: Data(input), attributes: [.posixPermissions: 0o600])
        return isMade ? try? FileHandle(forReadingFrom: file) : nil
    }

    /// Lets Linux end the process before the hub when memory runs out, and also its children from now on
    /// (proc_pid_oom_score_adj(5)).
    private static func offer(_ pid: Int32) {
        try? FileHandle(forWritingAtPath: "/proc/\(pid)/oom_score_adj")?.write(contentsOf: Array("1000".utf8))
    }

    /// Ends the children of a process once it has ended. Foundation would wait for them: it learns of an end by a socket,
    /// which children inherit.
    private static func endChildren(of pid: Int32) {
        Thread.detachNewThread {
            var information = siginfo_t()
            while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
            Task {
                try? await Task.sleep(for: closing)
                Foundation.kill(-pid, SIGKILL)
            }
        }
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
