internal import Expectations
internal import Foundation
internal import ProcessTestSupport
internal import Testing

/// The built program `hearth`, run as a person would.
enum HearthProgram {
    /// Beside the test bundle, or beside the bundle's folder.
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

    private static let path = url?.path ?? "hearth"

    /// Runs for as long as this object exists, as a hub or a watch.
    ///
    /// - Parameter launcher: A program with its arguments that executes this one, such as prlimit.
    static func start(
        _ words: [String], _ environment: [String: String] = [:], by launcher: [String] = []
    ) throws -> ChildProcess {
        let line = launcher + [path] + words
        return try ChildProcess(line[0], Array(line.dropFirst()), environment: environment)
    }

    /// Runs it to its end.
    static func run(
        _ words: [String], _ environment: [String: String] = [:], by launcher: [String] = [], input: String = ""
    ) async throws -> ChildProcess.Outcome {
        let line = launcher + [path] + words
        return try await ChildProcess.run(
            line[0], Array(line.dropFirst()), environment: environment, input: Array(input.utf8))
    }
}

/// A hub with the virtual home in a process and a folder of its own.
final class HubUnderTest: Sendable {
    let program: ChildProcess
    let address: String

    init(
        store: String, listen: String = "127.0.0.1:0", _ more: [String] = [], by launcher: [String] = []
    ) async throws {
        program = try HearthProgram.start(
            ["serve", "--demo", "--store", store, "--listen", listen] + more, by: launcher)
        let line = await program.line { $0.contains(" listening on ") }
        guard let word = line?.split(separator: " ").last else {
            throw HubDidNotStart(complaint: await program.wait().error)
        }
        address = String(word)
    }

    func run(_ words: String...) async throws -> ChildProcess.Outcome {
        try await HearthProgram.run(words + ["--hub", address])
    }

    /// Asks it to end, which succeeds.
    @discardableResult func stop() async -> ChildProcess.Outcome {
        program.send(SIGTERM)
        let outcome = await program.wait()
        expect(outcome.status, equals: 0, "\(outcome.error)")
        return outcome
    }

    /// Kills it, unless it has ended by itself, and returns its exit status.
    @discardableResult func kill() async -> Int32 {
        program.send(SIGKILL)
        return await program.wait().status
    }

    struct HubDidNotStart: Error { let complaint: String }
}
