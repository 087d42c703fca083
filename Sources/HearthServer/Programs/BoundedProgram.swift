internal import Dispatch
internal import HearthBase
internal import HearthSystem
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
        let folder = ThisUser.temporaryFolder
        let given: OpenFile
        // Not a pipe: the hub would wait for a program that does not read it.
        do throws(SystemError) { given = try input.isEmpty ? .null() : .unnamed(input, in: folder) } catch {
            return Outcome(
                end: .notStarted("no temporary file can be created in \(folder): \(error)"), output: "")
        }
        do throws(SystemError) {
            let (program, output) = try start(given)
            return await follow(program, Output(output, most: outputBytes))
        } catch {
            return Outcome(end: .notStarted("\(error)"), output: "")
        }
    }

    /// Starts it. The pipe with its output ends with it and its children.
    private func start(_ input: OpenFile) throws(SystemError) -> (ChildProgram, OpenFile) {
        let (reader, writer) = try OpenFile.pipe()
        let program = try ChildProgram(
            file, arguments, environment: ThisUser.environment.merging(environment) { _, new in new }, input: input,
            output: writer, errors: writer)
        return (program, reader)
    }

    private func follow(_ program: ChildProgram, _ output: Output) async -> Outcome {
        Self.offer(program.pid)
        let ended = OneShot<End>()
        let mayReap = DispatchSemaphore(value: 0)
        let hasThread = SystemThread.start("program") {
            switch program.waitUntilEnd() {
            case .exited(let status): ended.set(.exited(status))
            case .signalled(let signal): ended.set(.signalled(signal))
            }
            mayReap.wait()
            program.reap()
        }
        guard hasThread else {
            program.killGroup()
            program.reap()
            return Outcome(end: .notStarted("the system has no thread left"), output: "")
        }
        let source = output.open()
        defer { source.cancel() }
        let alarm = Task { [limit] in
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            ended.set(.timedOut(limit))
            program.killGroup()
        }
        let end = await ended.wait() ?? .cancelled
        alarm.cancel()
        await output.waitUntilClosed(Self.closing)
        // Also children that outlive it, which may hold files open for ever. Until it is reaped, the number of its group is
        // not another's.
        program.killGroup()
        mayReap.signal()
        return Outcome(end: end, output: output.text)
    }

    /// Lets Linux end the process before the hub when memory runs out, and also its children from now on
    /// (proc_pid_oom_score_adj(5)).
    private static func offer(_ pid: Int32) {
        try? OpenFile.overwriting("/proc/\(pid)/oom_score_adj").write("1000")
    }

    /// What a program writes, of which the beginning is kept.
    private final class Output: Sendable {
        private let file: OpenFile
        private let most: Int
        private let bytes = Mutex<[UInt8]>([])
        private let closed = OneShot<Void>()

        init(_ file: OpenFile, most: Int) {
            self.file = file
            self.most = most
        }

        /// Begins to read. Until the source is cancelled, it keeps this object.
        func open() -> any DispatchSourceRead {
            let source = DispatchSource.makeReadSource(fileDescriptor: file.descriptor)
            source.setEventHandler { [self] in
                guard let piece = try? file.readAvailable(64 << 10), !piece.isEmpty else {
                    source.cancel()
                    return closed.open()
                }
                bytes.withLock { bytes in bytes += piece.prefix(max(0, most - bytes.count)) }
            }
            // The descriptor stays open until nothing waits for it any more.
            source.setCancelHandler { [self] in withExtendedLifetime(file) {} }
            source.activate()
            return source
        }

        /// Waits for the end of the output, at most for a while.
        func waitUntilClosed(_ patience: Duration) async {
            let alarm = Task { [closed] in
                try? await Task.sleep(for: patience)
                closed.open()
            }
            await closed.wait()
            alarm.cancel()
        }

        var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
    }
}
