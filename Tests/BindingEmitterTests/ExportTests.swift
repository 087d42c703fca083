internal import BindingEmitter
internal import Foundation
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Other implementations of protobuf accept the exported files unchanged.
@Suite(.timeLimit(.minutes(5))) struct ExportTests {
    /// With the files of google.protobuf beside it; on Debian they are a package of their own.
    private static let compiler = ["/usr", "/usr/local", "/opt/homebrew"].first {
        FileManager.default.isExecutableFile(atPath: $0 + "/bin/protoc")
            && FileManager.default.fileExists(atPath: $0 + "/include/google/protobuf/any.proto")
    }.map { $0 + "/bin/protoc" }

    private static let root = packageRoot.appendingPathComponent(StandardBindings.protoRoot)
    private static let files = (FileManager.default.subpaths(atPath: root.path) ?? []).filter { $0.hasSuffix(".proto") }

    @Test(.enabled(if: compiler != nil, "skipped: protoc or libprotobuf-dev is not installed"))
    func protocAcceptsEveryFile() async throws {
        expect(Self.files.contains { $0.hasPrefix("hearth/traits/") })
        let outcome = try await ChildProcess.run(
            try require(Self.compiler), ["-I", Self.root.path, "--descriptor_set_out=/dev/null"] + Self.files)
        expect(outcome.status, equals: 0, "\(outcome.error)")
    }

    @Test func everyFileSaysWhatItIsInOtherLanguages() throws {
        for file in Self.files {
            let text = try String(contentsOf: Self.root.appendingPathComponent(file), encoding: .utf8)
            let isOurs = file.hasPrefix("hearth/")
            let names = isOurs ? ["csharp_namespace", "java_outer_classname", "objc_class_prefix"] : []
            for name in names + ["go_package", "java_package"] {
                expect(text.contains("\noption \(name) = \""), "\(file) has no \(name)")
            }
            expect(!isOurs || text.contains("\noption java_multiple_files = true;\n"), "\(file)")
        }
    }

    @Test(.enabled(if: compiler != nil, "skipped: protoc or libprotobuf-dev is not installed"))
    func protocWritesOtherLanguagesWithoutAWarning() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let languages = ["java", "csharp", "objc", "php", "ruby"]
        let ours = Self.files.filter { $0.hasPrefix("hearth/") }
        // C# writes everything into one folder unless it is told where its namespaces begin.
        let options = languages.map { "--\($0)_out=\(folder.path)" } + ["--csharp_opt=base_namespace="]
        let outcome = try await ChildProcess.run(try require(Self.compiler), ["-I", Self.root.path] + options + ours)
        expect(outcome.status, equals: 0, "\(outcome.error)")
        expect(outcome.error.isEmpty, "\(outcome.error)")
        for path in [
            "hearth/traits/matter/v1/OnOff.java", "Hearth/Traits/Matter/V1/OnOff.cs",
            "hearth/traits/matter/v1/OnOff.pbobjc.h",
        ] {
            expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path), "\(path)")
        }
    }
}
