internal import Foundation

/// A Python program as the peer in a test: a file in a folder of `Tests`, or some lines in the test.
package struct PythonProgram: Sendable {
    /// Whether Python and the modules that it needs are installed.
    package let isInstalled: Bool
    private let words: [String]

    /// - Parameters:
    ///   - name: A file in the folder.
    ///   - folder: A folder in `Tests`.
    ///   - modules: Modules that have to be installed beside Python.
    package init(_ name: String, in folder: String = "Interop", needs modules: [String]) {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        self.init(words: [tests.appending(path: folder).appending(path: name).path], needs: modules)
    }

    /// - Parameters:
    ///   - lines: The program itself.
    ///   - modules: Modules that have to be installed beside Python.
    package init(lines: String, needs modules: [String] = []) { self.init(words: ["-c", lines], needs: modules) }

    private init(words: [String], needs modules: [String]) {
        // Without the bytecode that Python would leave beside a file.
        self.words = ["-B"] + words
        let check = modules.map { "import " + $0 }.joined(separator: "; ")
        isInstalled = (try? ChildProcess.run("python3", ["-c", check]))?.status == 0
    }

    /// Starts it.
    package func start(_ arguments: [String] = []) throws -> ChildProcess {
        try ChildProcess("python3", words + arguments)
    }

    /// Runs it to its end.
    /// - Parameter input: Its input.
    package func run(_ arguments: [String] = [], input: [UInt8] = []) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run("python3", words + arguments, input: input)
    }
}
