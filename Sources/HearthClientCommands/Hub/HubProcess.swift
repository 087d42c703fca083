internal import HearthSystem
internal import HearthTerminal

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A hub in a separate process.
final class HubProcess: Sendable {
    let address: String
    private let program: ChildProgram
    /// Kept open, so that the hub's later lines are no error.
    private let output: OpenFile

    var pid: Int32 { program.pid }

    private init(_ program: ChildProgram, _ output: OpenFile, address: String) {
        self.program = program
        self.output = output
        self.address = address
    }

    /// Starts this program with `serve --demo` and waits until it is listening.
    static func start(listen: String, store: String) async throws(CommandError) -> HubProcess {
        let (program, output) = try run(["serve", "--demo", "--listen", listen, "--store", store])
        for _ in 0..<50 {
            let text = String(decoding: (try? output.readAvailable(64 << 10)) ?? [], as: UTF8.self)
            for line in text.split(separator: "\n") {
                if let range = line.firstRange(of: "listening on ") {
                    return HubProcess(program, output, address: String(line[range.upperBound...]))
                }
            }
            if text.isEmpty { break }
        }
        throw CommandError(.cantStart, "the hub's process ended with status \(program.reap().number)")
    }

    private static func run(_ arguments: [String]) throws(CommandError) -> (ChildProgram, OpenFile) {
        do throws(SystemError) {
            let (reader, writer) = try OpenFile.pipe()
            let file = ThisProgram.file ?? CommandLine.arguments[0]
            return (try ChildProgram(file, arguments, output: writer), reader)
        } catch {
            throw CommandError(.cantStart, "the hub's process can't be started: \(error)")
        }
    }

    /// Kills it, to simulate a power failure.
    func kill() {
        program.send(SIGKILL)
        program.reap()
    }

    /// Asks it to end, and returns its exit status.
    func end() async -> Int32 {
        program.send(SIGTERM)
        return program.reap().number
    }
}
