internal import Foundation
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// The plugin's program reports folders that make no page.
@Suite(.disabled(if: EmbedProgram.isMissing, EmbedProgram.whyMissing), .timeLimit(.minutes(5)))
struct EmbedProgramTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-web-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("lib"), withIntermediateDirectories: true)
        try Data("<p>".utf8).write(to: folder.appendingPathComponent("index.html"))
    }

    private func embed() async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(EmbedProgram.url?.path ?? "", [folder.path, output.path])
    }

    private var output: URL { folder.appendingPathComponent("Embedded.swift") }

    @Test func upToDateOutputIsNotRewritten() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await expect(embed().status, equals: 0)
        let first = try String(contentsOf: output, encoding: .utf8)
        let old = Date(timeIntervalSince1970: 1_000_000)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: output.path)
        try await expect(embed().status, equals: 0)
        try expect(FileManager.default.attributesOfItem(atPath: output.path)[.modificationDate] as? Date == old)
        try Data("1".utf8).write(to: folder.appendingPathComponent("main.js"))
        try await expect(embed().status, equals: 0)
        try expect(String(contentsOf: output, encoding: .utf8), differsFrom: first)
    }

    @Test func aFileThatIsNoTextIsNamed() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data([0x61, 0xFF]).write(to: folder.appendingPathComponent("lib/bad.js"))
        try await expectError("lib/bad.js:1:1: error: the file is not UTF-8; pages are text only\n")
    }

    @Test func aScriptThatCannotBeJoinedIsNamedWithItsLine() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("// first\nimport all from \"./b.js\";".utf8).write(to: folder.appendingPathComponent("lib/a.js"))
        try await expectError("lib/a.js:2:1: error: imports are written: import { name } from \"./path.js\";\n")
    }

    @Test func aPathThatReadsOtherwiseInAURLIsNamed() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data().write(to: folder.appendingPathComponent("lib/a b.js"))
        try await expectError("lib/a b.js:1:1: error: the path of a page's file may contain only letters")
    }

    @Test func aFolderWithoutAnIndexIsNoPage() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.removeItem(at: folder.appendingPathComponent("index.html"))
        try await expectError("index.html:1:1: error: there is no such file")
    }

    @Test func wrongArgumentsPrintTheUsage() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let outcome = try await ChildProcess.run(EmbedProgram.url?.path ?? "", [folder.path])
        expect(outcome.status, equals: 1)
        expect(outcome.error, equals: "usage: hearth-embed-web FOLDER OUTPUT.swift\n")
    }

    private func expectError(_ text: String) async throws {
        let outcome = try await embed()
        expect(outcome.status, equals: 1, "\(outcome.error)")
        expect(outcome.error.contains(text), "\(outcome.error)")
        expect(!FileManager.default.fileExists(atPath: output.path))
    }
}

/// The built program `hearth-embed-web`, under its name as a plugin's tool or its own.
private enum EmbedProgram {
    private static let names = ["hearth-embed-web-tool", "hearth-embed-web"]

    /// Beside the test bundle, or beside the bundle's folder.
    static let url: URL? = {
        let starts = [Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments.first ?? "")]
        for start in starts {
            var folder = start.resolvingSymlinksInPath()
            for _ in 0..<5 {
                let candidates = names.map { folder.appendingPathComponent($0) }
                if let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) {
                    return found
                }
                folder.deleteLastPathComponent()
            }
        }
        return nil
    }()

    static let isMissing = url == nil
    static let whyMissing: Comment = "skipped: the program hearth-embed-web is not built beside the tests"
}
