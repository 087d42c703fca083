internal import Foundation
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// The verdict of Swift's compiler on bindings whose names are the language's keywords and the library's types.
///
/// All names are in one file, which is checked once for each language mode, because each check takes long.
@Suite(.disabled(if: SwiftCompiler.isMissing, SwiftCompiler.whyMissing), .timeLimit(.minutes(5)))
struct SwiftCompilerTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: ["6", "5"])
    func everyLegalNameCompilesWithoutWarnings(_ mode: String) async throws {
        let path = try folder.file("names.matter", NamesSchema.text)
        let bindings = folder.path + "/Names.swift"
        let bound = try await GeneratorProgram.run(
            "bind", "--module", "Names", "--output", bindings, "--standard", GeneratorProgram.package + "/Schemas", path
        )
        expect(bound.status, equals: 0, "\(bound.error.prefix(2_000))")
        expect(bound.error.isEmpty, "\(bound.error.prefix(2_000))")
        let checked = try await SwiftCompiler.check(bindings, mode: mode)
        expect(checked.status, equals: 0, "\(checked.error.prefix(4_000))")
        // The method of a command named Await is called.
        let swift = try String(contentsOfFile: bindings, encoding: .utf8)
        expect(swift.contains("case .`await`:\n            try await `await`(state)\n"))
    }
}

/// `swiftc` over the modules of this package's own build.
private enum SwiftCompiler {
    private static let folder = GeneratorProgram.url?.deletingLastPathComponent()
    private static let modules = folder?.appendingPathComponent("Modules")

    static let isMissing: Bool = {
        guard let modules else { return true }
        return !FileManager.default.fileExists(
            atPath: modules.appendingPathComponent("HearthTraitCore.swiftmodule").path)
    }()
    static let whyMissing: Comment = "skipped: HearthTraitCore is not built beside the tests"

    static func check(_ file: String, mode: String) async throws -> ChildProcess.Outcome {
        let package = GeneratorProgram.package
        let built = folder?.path ?? ""
        var words = ["-typecheck", "-parse-as-library", "-module-name", "Names", "-swift-version", mode]
        words += ["-warnings-as-errors", "-I", built + "/Modules"]
        for feature in ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"] {
            words += ["-enable-upcoming-feature", feature]
        }
        for option in [
            "-fmodule-map-file=\(built)/CHearthMessage.build/module.modulemap", "-I",
            package + "/Sources/CHearthMessage/include",
            "-fmodule-map-file=\(package)/Sources/CProtobufC/module.modulemap",
        ] {
            words += ["-Xcc", option]
        }
        return try await ChildProcess.run("swiftc", words + [file])
    }
}
