internal import Foundation
internal import ProcessTestSupport
internal import Testing

/// The built program `hearth-codegen`, run as a maker would.
enum GeneratorProgram {
    /// Beside the test bundle, or beside the bundle's folder.
    static let url: URL? = {
        let starts = [Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments.first ?? "")]
        for start in starts {
            var folder = start.resolvingSymlinksInPath()
            for _ in 0..<5 {
                let candidate = folder.appendingPathComponent("hearth-codegen")
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
    static let whyMissing: Comment = "skipped: the program hearth-codegen is not built beside the tests"

    static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    static let turntable = package + "/Examples/spinner/Sources/Turntable/Turntable.matter"

    static func run(_ words: String...) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(url?.path ?? "hearth-codegen", words)
    }
}
