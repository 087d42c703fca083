internal import Foundation
internal import Synchronization

/// The built program `hearth`, run as a person would.
enum HearthProgram {
    struct Outcome {
        let output: String
        let error: String
        /// The exit code; a signal's number plus 128, as shells say it.
        let status: Int32
    }

    /// Beside the test bundle, or beside what holds it.
    static let url: URL? = {
        let starts = [Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments.first ?? "")]
        for start in starts {
            var folder = start.resolvingSymlinksInPath()
            for _ in 0..<5 {
                let candidate = folder.appendingPathComponent("hearth")
                var isFolder: ObjCBool = false
                if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder), !isFolder.boolValue {
                    return candidate
                }
                folder.deleteLastPathComponent()
            }
        }
        return nil
    }()

    static let isMissing = url == nil
    static let whyMissing = "skipped: the program hearth is not built beside the tests"

    static func process(
        _ words: [String], _ environment: [String: String] = [:]
    ) -> (process: Process, output: FileHandle, error: FileHandle) {
        let process = Process()
        process.executableURL = url
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let (output, error) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = error
        process.standardInput = FileHandle.nullDevice
        return (process, output.fileHandleForReading, error.fileHandleForReading)
    }

    /// Runs it to its end.
    static func run(_ words: [String], _ environment: [String: String] = [:]) async throws -> Outcome {
        try await inBackground {
            let (process, output, error) = process(words, environment)
            try process.run()
            let text = String(decoding: try output.readToEnd() ?? Data(), as: UTF8.self)
            let complaint = String(decoding: try error.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            return Outcome(output: text, error: complaint, status: status(process))
        }
    }

    static func status(_ process: Process) -> Int32 {
        process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
    }

    /// Whatever blocks must not hold up the tests' few threads.
    static func inBackground<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result(catching: body)) }
        }
    }
}

/// A program that keeps running: a hub or a watch. Ends with this object.
final class RunningProgram: Sendable {
    private struct State {
        let process: Process
        let output: FileHandle
        let error: FileHandle
        let input: FileHandle
        var read = ""
    }

    private let state: Mutex<State>

    init(_ words: [String], _ environment: [String: String] = [:]) throws {
        let (process, output, error) = HearthProgram.process(words, environment)
        let input = Pipe()
        process.standardInput = input
        try process.run()
        state = Mutex(State(process: process, output: output, error: error, input: input.fileHandleForWriting))
    }

    /// As if a person typed it.
    func type(_ line: String) throws {
        try state.withLock { try $0.input.write(contentsOf: Data((line + "\n").utf8)) }
    }

    deinit {
        state.withLock { if $0.process.isRunning { kill($0.process.processIdentifier, SIGKILL) } }
    }

    /// Reads on until a line matches; nil when the program ends before.
    func line(where matches: @escaping @Sendable (Substring) -> Bool) async throws -> String? {
        try await HearthProgram.inBackground {
            self.state.withLock { state in
                while true {
                    let end = state.read.lastIndex(of: "\n") ?? state.read.startIndex
                    let lines = state.read[..<end].split(separator: "\n")
                    if let line = lines.first(where: matches) { return String(line) }
                    let data = state.output.availableData
                    if data.isEmpty { return nil }
                    state.read += String(decoding: data, as: UTF8.self)
                }
            }
        }
    }

    /// Nobody reads what it says any more.
    func closeOutput() throws { try state.withLock { try $0.output.close() } }

    func send(_ signal: Int32) { state.withLock { _ = kill($0.process.processIdentifier, signal) } }

    /// Waits for its end.
    func wait() async throws -> (status: Int32, error: String) {
        try await HearthProgram.inBackground {
            try self.state.withLock { state in
                let complaint = String(decoding: try state.error.readToEnd() ?? Data(), as: UTF8.self)
                state.process.waitUntilExit()
                return (HearthProgram.status(state.process), complaint)
            }
        }
    }
}

/// A hub with the virtual home in a process and a folder of its own.
final class HubUnderTest: Sendable {
    let program: RunningProgram
    let address: String

    init(store: String, listen: String = "127.0.0.1:0", _ more: [String] = []) async throws {
        program = try RunningProgram(["serve", "--demo", "--store", store, "--listen", listen] + more)
        let line = try await program.line { $0.contains(" listening on ") }
        guard let word = line?.split(separator: " ").last else {
            throw HubDidNotStart(complaint: try await program.wait().error)
        }
        address = String(word)
    }

    func run(_ words: String...) async throws -> HearthProgram.Outcome {
        try await HearthProgram.run(words + ["--hub", address])
    }

    struct HubDidNotStart: Error { let complaint: String }
}

/// A folder that is gone when the test is over.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let name = "hearth-\(UUID().uuidString.prefix(8))"
        path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }
}
