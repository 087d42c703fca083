internal import Dispatch
internal import Foundation
internal import Glibc
internal import Synchronization

/// A program that a test starts. It is killed when this object is released, or when the task that waits for it is
/// cancelled, as on a test's time limit.
///
/// Not Foundation's `Process`: up to Swift 6.3 its `run()` reads past the entries of /proc/self/fd, and with more than
/// some 1,300 open descriptors past the end of the memory (swiftlang/swift-corelibs-foundation#5472). Concurrent tests
/// have that many.
///
/// Blocking functions come in two forms: those that are not `async` block their thread.
package final class ChildProcess: Sendable {
    /// The output of a program, and its exit status.
    package struct Outcome: Sendable {
        /// The exit code; a signal's number plus 128, as in shells.
        package let status: Int32
        package let outputBytes: [UInt8]
        package let error: String

        package var output: String { String(decoding: outputBytes, as: UTF8.self) }
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        fileprivate init(_ what: String, _ code: Int32) {
            description = "\(what): \(String(cString: strerror(code)))"
        }
    }

    package let processIdentifier: Int32
    private let input: Mutex<Descriptor?>
    private let output: Mutex<Output>
    private let errors: Errors
    /// Nil until the process is reaped; from then on its number may be another's.
    private let status = Mutex<Int32?>(nil)

    /// Starts a program with pipes for its input, its output and its errors, and none of this process's descriptors.
    /// `line` and `wait` read its output; 64 KiB of unread output stay in the pipe, then the program blocks.
    /// - Parameters:
    ///   - name: A path, or a program in PATH.
    ///   - environment: Variables that are added to this process's, or replace them.
    package init(_ name: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
        // Writing to an ended program is an error and does not end the tests.
        signal(SIGPIPE, SIG_IGN)
        let (input, output, errors) = (try Descriptor.pipe(), try Descriptor.pipe(), try Descriptor.pipe())
        processIdentifier = try withExtendedLifetime((input, output, errors)) {
            try Self.spawn(
                [name] + arguments, environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
                streams: [input.reader.number, output.writer.number, errors.writer.number])
        }
        self.input = Mutex(input.writer)
        self.output = Mutex(Output(descriptor: output.reader))
        self.errors = Errors(errors.reader)
    }

    deinit {
        send(SIGKILL)
        _ = reap()
    }

    /// `posix_spawn_file_actions_addclosefrom_np`, which glibc has since 2.34 but does not expose to Swift.
    private static let addCloseFrom = unsafeBitCast(
        dlsym(nil, "posix_spawn_file_actions_addclosefrom_np"),
        to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32)?.self)

    private static func spawn(_ words: [String], environment: [String: String], streams: [Int32]) throws -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in streams.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }
        _ = addCloseFrom?(&actions, Int32(streams.count))

        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw Failure("\(words[0]) can't be started", code) }
        return process
    }

    /// Runs a program to its end.
    /// - Parameter input: Its input; the rest is dropped when it ends earlier.
    package static func run(
        _ name: String, _ arguments: [String] = [], environment: [String: String] = [:], input: [UInt8] = []
    ) throws -> Outcome {
        let child = try ChildProcess(name, arguments, environment: environment)
        child.feed(input)
        return child.wait()
    }

    package static func run(
        _ name: String, _ arguments: [String] = [], environment: [String: String] = [:], input: [UInt8] = []
    ) async throws -> Outcome {
        let child = try ChildProcess(name, arguments, environment: environment)
        child.feed(input)
        return await child.wait()
    }

    /// On a thread of its own, as the program may need its output to be read first.
    private func feed(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return closeInput() }
        Thread.detachNewThread {
            try? self.write(bytes)
            self.closeInput()
        }
    }

    /// Writes to its input, as fast as it reads it; throws when it has closed it.
    package func write(_ bytes: [UInt8]) throws {
        try input.withLock { input in
            var rest = bytes[...]
            while !rest.isEmpty {
                guard let input else { throw Failure("the input is closed", EPIPE) }
                let count = rest.withUnsafeBytes { Glibc.write(input.number, $0.baseAddress, $0.count) }
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno != EINTR {
                    throw Failure("the program has closed its input", errno)
                }
            }
        }
    }

    package func write(_ bytes: [UInt8]) async throws {
        try await inBackground { Result { try self.write(bytes) } }.get()
    }

    /// Closes its input.
    package func closeInput() { input.withLock { $0 = nil } }

    /// Closes its output, so that its writes fail.
    package func closeOutput() { output.withLock { $0.descriptor = nil } }

    /// The first matching line of its output; nil when that ends before.
    package func line(where matches: (Substring) -> Bool) -> String? {
        output.withLock { output in
            repeat {
                let text = String(decoding: output.bytes, as: UTF8.self)
                let whole = text[..<(text.lastIndex(of: "\n") ?? text.startIndex)]
                if let line = whole.split(separator: "\n").first(where: matches) { return String(line) }
            } while output.read()
            return nil
        }
    }

    package func line(where matches: @escaping @Sendable (Substring) -> Bool) async -> String? {
        await inBackground { self.line(where: matches) }
    }

    /// Sends it a signal, unless it has ended.
    package func send(_ signal: Int32) {
        status.withLock { if $0 == nil { kill(processIdentifier, signal) } }
    }

    /// Whether it has not ended yet. Does not wait.
    package var isRunning: Bool {
        status.withLock { status in
            guard status == nil else { return false }
            // Stays 0 while the process runs. The process is not reaped.
            var information = siginfo_t()
            _ = waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOWAIT | WNOHANG)
            return information.si_signo == 0
        }
    }

    /// Whether a process of another parent has ended. It may still be in the table until its parent looks.
    package static func hasEnded(_ process: Int32) -> Bool {
        guard kill(process, 0) == 0 else { return true }
        let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return state?.contains(") Z ") ?? true
    }

    /// Reads all of its output, and waits for its end.
    package func wait() -> Outcome {
        let bytes = output.withLock { output in
            while output.read() {}
            return output.bytes
        }
        let error = errors.text
        return Outcome(status: reap(), outputBytes: bytes, error: error)
    }

    package func wait() async -> Outcome {
        await inBackground { self.wait() }
    }

    private func reap() -> Int32 {
        if let status = status.withLock(\.self) { return status }
        // Waits without reaping the process, so that `send` need not wait as well.
        var information = siginfo_t()
        while waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        return status.withLock { status in
            if let status { return status }
            var raw: Int32 = 0
            while waitpid(processIdentifier, &raw, 0) == -1, errno == EINTR {}
            let signal = raw & 0x7F
            let result = signal == 0 ? raw >> 8 & 0xFF : 128 + signal
            status = result
            return result
        }
    }

    /// Blocking work must not occupy the tests' few threads.
    private func inBackground<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: body()) }
            }
        } onCancel: {
            send(SIGKILL)
        }
    }
}

private struct Output {
    /// Nil at the end.
    var descriptor: Descriptor?
    var bytes: [UInt8] = []

    /// Waits for more; false at the end.
    mutating func read() -> Bool {
        guard let more = descriptor?.read() else {
            descriptor = nil
            return false
        }
        bytes += more
        return true
    }
}

/// The error output of a program, read on a thread of its own, so that the program never blocks on it.
private final class Errors: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    private let end = DispatchGroup()

    init(_ descriptor: Descriptor) {
        end.enter()
        Thread.detachNewThread {
            while let more = descriptor.read() { self.bytes.withLock { $0 += more } }
            self.end.leave()
        }
    }

    /// All of it, at its end.
    var text: String {
        end.wait()
        return bytes.withLock { String(decoding: $0, as: UTF8.self) }
    }
}

/// One end of a pipe; closed with its last reference.
private final class Descriptor: Sendable {
    let number: Int32

    private init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// The available bytes, or the next ones; nil at the end.
    func read() -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            var result = 0
            repeat {
                result = Glibc.read(number, buffer.baseAddress, buffer.count)
            } while result == -1 && errno == EINTR
            count = max(0, result)
        }
        return bytes.isEmpty ? nil : bytes
    }

    static func pipe() throws -> (reader: Descriptor, writer: Descriptor) {
        var numbers: [Int32] = [0, 0]
        guard Glibc.pipe(&numbers) == 0 else { throw ChildProcess.Failure("no pipe to a program", errno) }
        // Swift does not expose `pipe2` either; a child that starts in between loses them by `addCloseFrom`.
        for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        return (Descriptor(numbers[0]), Descriptor(numbers[1]))
    }
}
