/// Another program that turns bytes into bytes, such as a decoder of what strangers send, and can do nothing else even if
/// they take it over. Linux only.
///
/// A filter of system calls (seccomp(2)) lets it read its input and the system's files, write its output, and have threads. It
/// opens no socket and no file to write, and starts and signals no other process. Where Linux has Landlock, it sees only
/// programs and libraries, no home and no other process. It gets no variables and no privileges by a file's owner.
package struct ConfinedProgram: Sendable {
    /// The path of its file, below `/usr`.
    package var file: String
    package var arguments: [String]
    /// The most bytes of its address space, with its libraries.
    package var memory = 1 << 30
    /// The most seconds of a processor.
    package var seconds = 5
    /// The longest time that it may run.
    package var limit: Duration
    /// The most bytes of its output. A program with more is ended.
    package var outputBytes: Int

    /// How a program ended.
    package enum End: Hashable, Sendable {
        case exited(Int32)
        case signalled(Int32)
        /// It was ended after ``limit``.
        case timedOut
        /// It was ended after ``outputBytes``.
        case tooMuchOutput
        case notStarted(SystemError)
    }

    package struct Outcome: Hashable, Sendable {
        package var end: End
        package var output: [UInt8]
        /// The beginning of its errors.
        package var errors: String

        package init(end: End, output: [UInt8] = [], errors: String = "") {
            self.end = end
            self.output = output
            self.errors = errors
        }
    }

    /// How much of its errors is kept, in bytes. The rest is read and dropped.
    private static let errorBytes = 2_048

    package init(_ file: String, _ arguments: [String], limit: Duration, outputBytes: Int) {
        self.file = file
        self.arguments = arguments
        self.limit = limit
        self.outputBytes = outputBytes
    }

    /// Runs it to its end.
    ///
    /// - Parameter input: what it can read on its standard input.
    package func run(_ input: [UInt8]) async -> Outcome {
        await withCheckedContinuation { continuation in
            // The thread waits in calls of the system. The program ends with it.
            let hasThread = SystemThread.start("confined") { continuation.resume(returning: perform(input)) }
            if !hasThread { continuation.resume(returning: Outcome(end: .notStarted(.noThread))) }
        }
    }

    private func perform(_ input: [UInt8]) -> Outcome {
        do throws(SystemError) {
            let (program, output, errors) = try start(input)
            defer {
                program.killGroup()
                program.reap()
            }
            return try follow(program, output, errors)
        } catch {
            return Outcome(end: .notStarted(error))
        }
    }

    /// Starts it. The pipes end with it.
    private func start(
        _ input: [UInt8]
    ) throws(SystemError) -> (program: ChildProgram, output: OpenFile, errors: OpenFile) {
        // Not a pipe: this process would wait for a program that does not read it.
        let given = try OpenFile.inMemory(input)
        let (output, outputWriter) = try OpenFile.pipe()
        let (errors, errorWriter) = try OpenFile.pipe()
        let program = try ChildProgram(
            confined: file, arguments, memory: memory, seconds: seconds, input: given, output: outputWriter,
            errors: errorWriter)
        return (program, output, errors)
    }

    private func follow(
        _ program: ChildProgram, _ output: OpenFile, _ errors: OpenFile
    ) throws(SystemError) -> Outcome {
        let deadline = ContinuousClock.now + limit
        var outcome = Outcome(end: .timedOut)
        var said: [UInt8] = []
        // It may close its streams and run on.
        let ended = try OpenFile.end(of: program.pid)
        var open = [output, errors, ended]
        while !open.isEmpty {
            let time = deadline - .now
            guard time > .zero else { break }
            var closed: [Int] = []
            for index in try OpenFile.ready(open, within: time) {
                let file = open[index]
                let piece = file === ended ? [] : try file.readAvailable(64 << 10)
                if file === output { outcome.output += piece }
                if file === errors { said += piece.prefix(Self.errorBytes - said.count) }
                if piece.isEmpty { closed.append(index) }
            }
            guard outcome.output.count <= outputBytes else {
                outcome.end = .tooMuchOutput
                break
            }
            for index in closed.reversed() { open.remove(at: index) }
        }
        if open.isEmpty {
            outcome.end =
                switch program.waitUntilEnd() {
                case .exited(let status): .exited(status)
                case .signalled(let signal): .signalled(signal)
                }
        }
        outcome.errors = String(decoding: said, as: UTF8.self)
        return outcome
    }
}
