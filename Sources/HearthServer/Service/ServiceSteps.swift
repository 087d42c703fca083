internal import HearthBase
internal import HearthSystem
internal import HearthTerminal

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Performs the steps of a ``ServicePlan``.
enum ServiceSteps {
    /// Performs the steps in order and prints each. Ends at the first that fails.
    static func perform(_ steps: [ServicePlan.Step]) throws(CommandError) {
        for step in steps {
            try perform(step)
            try printLine(step.words)
        }
    }

    /// Performs the steps in order and prints each, or why it failed. A failed step does not end it.
    static func attempt(_ steps: [ServicePlan.Step]) throws(CommandError) {
        for step in steps {
            do throws(CommandError) { try perform(step) } catch {
                printError("hearth: \(error.message)")
                continue
            }
            try printLine(step.words)
        }
    }

    private static func perform(_ step: ServicePlan.Step) throws(CommandError) {
        switch step {
        case .write(let text, let path): try write(text, path)
        case .delete(let path):
            // A symbolic link is deleted even if it points nowhere; a missing file is as good as a deleted one.
            guard unlink(path) == 0 || errno == ENOENT else {
                throw CommandError(.cantStart, "\(path) can't be deleted: \(SystemError.ofLastCall)")
            }
        case .run(let command):
            let outcome = try output(of: command)
            guard outcome.status == 0 else {
                throw CommandError(.cantStart, "\(command.joined(separator: " ")) failed: \(outcome.text)")
            }
        }
    }

    private static func write(_ text: String, _ path: String) throws(CommandError) {
        let folder = PathText.folder(of: path)
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        } catch {
            throw CommandError(.cantStart, "\(path) can't be written: \(reason(of: error))")
        }
    }

    /// Runs a program of the system, and returns its exit status and what it printed.
    static func output(of command: [String]) throws(CommandError) -> (status: Int32, text: String) {
        let (program, output) = try start(command)
        let bytes = (try? output.readToEnd()) ?? []
        let status = program.reap().number
        // env(1): the program is not found.
        guard status != 127 else {
            throw CommandError(
                .cantStart,
                "\(command[0]) is not installed, so there is no systemd; let your service manager run hearth serve")
        }
        return (status, String(decoding: bytes, as: UTF8.self).withoutOuterSpace)
    }

    /// Starts a program of the system. The pipe with its output ends with it.
    private static func start(_ command: [String]) throws(CommandError) -> (ChildProgram, OpenFile) {
        do throws(SystemError) {
            let (reader, writer) = try OpenFile.pipe()
            let program = try ChildProgram(
                "/usr/bin/env", command, input: .null(), output: writer, errors: writer)
            return (program, reader)
        } catch {
            throw CommandError(.cantStart, "\(command[0]) can't be run: \(error)")
        }
    }
}
