internal import Foundation
internal import HearthTerminal
internal import Synchronization

/// A hub in a separate process.
final class HubProcess: Sendable {
    let address: String
    let pid: Int32
    private let process: Mutex<Process>

    private init(_ process: Process, address: String) {
        self.address = address
        pid = process.processIdentifier
        self.process = Mutex(process)
    }

    /// Starts this program with `serve --demo` and waits until it is listening.
    static func start(listen: String, store: String) async throws(CommandError) -> HubProcess {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["serve", "--demo", "--listen", listen, "--store", store]
        let output = Pipe()
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            throw CommandError(.cantStart, "the hub's process can't be started: \(error.localizedDescription)")
        }
        for _ in 0..<50 {
            let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            for line in text.split(separator: "\n") {
                if let range = line.range(of: "listening on ") {
                    return HubProcess(process, address: String(line[range.upperBound...]))
                }
            }
            if text.isEmpty { break }
        }
        process.waitUntilExit()
        throw CommandError(.cantStart, "the hub's process ended with status \(process.terminationStatus)")
    }

    /// Kills it, to simulate a power failure.
    func kill() {
        Foundation.kill(pid, SIGKILL)
        process.withLock { $0.waitUntilExit() }
    }

    /// Asks it to end, and returns its exit status.
    func end() async -> Int32 {
        process.withLock { process in
            process.terminate()
            process.waitUntilExit()
            return process.terminationStatus
        }
    }
}
