internal import BindingEmitter
internal import Foundation
internal import Testing

/// Other implementations of protobuf take the exported files as they are.
struct ExportTests {
    private static let compiler = ["/usr/bin/protoc", "/usr/local/bin/protoc", "/opt/homebrew/bin/protoc"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(.enabled(if: compiler != nil, "protoc is not installed"))
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
