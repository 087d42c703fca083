internal import BindingEmitter
internal import Foundation
internal import Testing

/// Other implementations of protobuf take the exported files as they are.
struct ExportTests {
    /// With the files of google.protobuf beside it; on Debian they are a package of their own.
    private static let compiler = ["/usr", "/usr/local", "/opt/homebrew"].first {
        FileManager.default.isExecutableFile(atPath: $0 + "/bin/protoc")
            && FileManager.default.fileExists(atPath: $0 + "/include/google/protobuf/any.proto")
    }.map { $0 + "/bin/protoc" }

    @Test(.enabled(if: compiler != nil, "skipped: protoc or libprotobuf-dev is not installed"))
    func protocAcceptsEveryFile() throws {
        let root = packageRoot.appendingPathComponent(StandardBindings.protoRoot)
        let files = (FileManager.default.subpaths(atPath: root.path) ?? []).filter { $0.hasSuffix(".proto") }
        #expect(files.contains { $0.hasPrefix("hearth/traits/") })
        let errors = Pipe()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.compiler))
        process.arguments = ["-I", root.path, "--descriptor_set_out=/dev/null"] + files
        process.standardError = errors
        try process.run()
        let output = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(String(decoding: output, as: UTF8.self))")
    }
}
