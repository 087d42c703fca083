internal import BindingEmitter
internal import Foundation
internal import ProcessTestSupport
internal import Testing

/// Other implementations of protobuf take the exported files as they are.
@Suite(.timeLimit(.minutes(3))) struct ExportTests {
    /// With the files of google.protobuf beside it; on Debian they are a package of their own.
    private static let compiler = ["/usr", "/usr/local", "/opt/homebrew"].first {
        FileManager.default.isExecutableFile(atPath: $0 + "/bin/protoc")
            && FileManager.default.fileExists(atPath: $0 + "/include/google/protobuf/any.proto")
    }.map { $0 + "/bin/protoc" }

    @Test(.enabled(if: compiler != nil, "skipped: protoc or libprotobuf-dev is not installed"))
    func protocAcceptsEveryFile() async throws {
        let root = packageRoot.appendingPathComponent(StandardBindings.protoRoot)
        let files = (FileManager.default.subpaths(atPath: root.path) ?? []).filter { $0.hasSuffix(".proto") }
        #expect(files.contains { $0.hasPrefix("hearth/traits/") })
        let outcome = try await ChildProcess.run(
            try #require(Self.compiler), ["-I", root.path, "--descriptor_set_out=/dev/null"] + files)
        #expect(outcome.status == 0, "\(outcome.error)")
    }
}
