internal import Foundation
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// The results for a maker's files, valid and invalid.
@Suite(.disabled(if: GeneratorProgram.isMissing, GeneratorProgram.whyMissing), .timeLimit(.minutes(5)))
struct FilesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func bind(_ path: String) async throws -> ChildProcess.Outcome {
        try await GeneratorProgram.run(
            "bind", "--module", "M", "--output", folder.path + "/M.swift", "--standard",
            GeneratorProgram.package + "/Schemas", path)
    }

    @Test func aFileWithoutMistakesIsBoundWithoutAWord() async throws {
        let outcome = try await bind(GeneratorProgram.turntable)
        expect(outcome.status, equals: 0, "\(outcome.error)")
        expect(outcome.error.isEmpty, "\(outcome.error)")
        expect(outcome.output.isEmpty, "\(outcome.error)")
        let swift = try String(contentsOfFile: folder.path + "/M.swift", encoding: .utf8)
        expect(swift.contains("OnOffExtensionTrait"))
        expect(swift.contains("SpinnerTrait"))
    }

    /// Bindings that are committed beside their schemas, in modules that don't use the plugin.
    struct CommittedBindings: CustomTestStringConvertible {
        var module: String
        /// The module's folder.
        var folder: String
        var schema: String
        /// The folder from which the schema is found.
        var root = "."

        var testDescription: String { module }

        static let all = [
            CommittedBindings(
                module: "ExampleMaker", folder: "Tests/ExampleMaker",
                schema: "Tests/ExampleMaker/ExampleOrganization.matter"),
            CommittedBindings(
                module: "BenchSample", folder: "Benchmarks/Sources/BenchSample",
                schema: "Benchmarks/Sources/BenchSample/Sample.matter"),
            CommittedBindings(
                module: "BenchMessages", folder: "Benchmarks/Sources/BenchMessages", schema: "bench.proto",
                root: "Benchmarks/Sources/BenchMessages"),
        ]
    }

    @Test("Committed bindings are those of their schema", arguments: CommittedBindings.all)
    func committedBindingsAreCurrent(_ committed: CommittedBindings) async throws {
        // In the package's folder, because the files begin with the schema's path as it was given.
        let script = """
            cd "$1" && "$2" bind --module "$4" --root "$5" --output "$3/Generated" --standard Schemas "$6" && \
            diff -r "$7/Generated" "$3/Generated"
            """
        let outcome = try await ChildProcess.run(
            "sh",
            [
                "-c", script, "sh", GeneratorProgram.package, GeneratorProgram.url?.path ?? "", folder.path,
                committed.module, committed.root, committed.schema, committed.folder,
            ])
        expect(outcome.output + outcome.error, equals: "", "copy the folder that `hearth-codegen bind` writes")
        expect(outcome.status, equals: 0)
    }

    @Test func ignoredPartsAreReportedAndTheRestIsBound() async throws {
        let path = try folder.file(
            "a.matter",
            "vendor Acme = 0xFFF1;\ncluster Kettle = 7 { }\ncluster Own = 0xFFF1FC01 { attribute int8u a = 0; }\n")
        let outcome = try await bind(path)
        expect(outcome.status, equals: 0)
        expect(outcome.error.hasPrefix("\(path):2:9: warning: cluster 'Kettle' has the number 7"), "\(outcome.error)")
        expect(outcome.error.split(separator: "\n").count, equals: 1)
        let swift = try String(contentsOfFile: folder.path + "/M.swift", encoding: .utf8)
        expect(swift.contains("OwnTrait"))
        expect(!swift.contains("Kettle"))
    }

    @Test(arguments: [["print"], ["describe", "OnOff"], ["diff", GeneratorProgram.turntable]])
    func aFileThatIsNoSchemaIsOneSentence(_ words: [String]) async throws {
        let outcome = try await ChildProcess.run(GeneratorProgram.url?.path ?? "", words + ["/etc/passwd"])
        expect(outcome.status, equals: 65)
        expect(outcome.error.hasPrefix("/etc/passwd:1:1: error: this is no schema"), "\(outcome.error)")
        expect(outcome.error.split(separator: "\n").count, equals: 1)
    }

    @Test func typesForPagesAreOfAMakersTraitsAndTheStandardOnes() async throws {
        let path = folder.path + "/traits.d.ts"
        let words = ["typescript", "--standard", GeneratorProgram.package + "/Schemas", GeneratorProgram.turntable]
        let written = try await ChildProcess.run(GeneratorProgram.url?.path ?? "", words + ["--output", path])
        expect(written.status, equals: 0, "\(written.error)")
        expect(written.error.isEmpty, "\(written.error)")
        expect(written.output.isEmpty, "\(written.error)")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        expect(text.contains("  Spinner: "))
        expect(text.contains("  OnOffExtension: "))
        expect(text.components(separatedBy: "export namespace Matter.OnOff {").count, equals: 2)
        let printed = try await ChildProcess.run(GeneratorProgram.url?.path ?? "", words)
        expect(printed.status, equals: 0)
        expect(printed.output, equals: text)

        let alone = try await GeneratorProgram.run("typescript", GeneratorProgram.turntable)
        expect(alone.status, equals: 0)
        expect(alone.output.contains("  Spinner: "))
        expect(!alone.output.contains("DoorLock"))
    }

    @Test func badFileOrEmptyFolderWritesNoPageTypes() async throws {
        let path = try folder.file("a.matter", "cluster C = 0xFFF1FC01 { attribute int16q a = 0; }\n")
        let bad = try await GeneratorProgram.run("typescript", "--output", folder.path + "/t.d.ts", path)
        expect(bad.status, equals: 65, "\(bad.error)")
        expect(bad.error.hasPrefix("\(path):1:36: error: "), "\(bad.error)")
        expect(!FileManager.default.fileExists(atPath: folder.path + "/t.d.ts"))
        let empty = try await GeneratorProgram.run("typescript", "--standard", folder.path)
        expect(empty.status, equals: 65, "\(empty.error)")
        expect(empty.error.contains("has no schemas"), "\(empty.error)")
    }

    /// As the plugin and the simulator: several files, names beside them, device types that name standard clusters.
    @Test func describeAndDiffReadWhatThePluginReads() async throws {
        func release(_ name: String, _ speed: String) throws -> String {
            let place = folder.path + "/" + name
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            _ = try folder.file(name + "/bindings.json", #"{"vendors": {"0xFFF1": "Acme"}}"#)
            _ = try folder.file(
                name + "/pump.matter",
                """
                cluster Pump = 0xFFF1FC40 { revision 1; attribute int16u \(speed) = 0; }
                cluster OnOff = 6 { revision 6; readonly attribute boolean onOff = 0; attribute int8u mood = 0xFFF10000; }
                device type Fountain = 0xFFF10012, version 1 { server cluster Pump; server cluster LevelControl; }
                """)
            _ = try folder.file(name + "/lid.matter", "cluster Lid = 0xFFF1FC41 { attribute boolean open = 0; }\n")
            return place
        }
        let (old, new) = (try release("old", "speed"), try release("new", "turns"))
        let pump = try await GeneratorProgram.run("describe", "PumpTrait", old)
        expect(pump.status, equals: 0, "\(pump.error)")
        expect(pump.output.contains("speed"), "\(pump.error)")
        expect(pump.output.contains("Acme"), "\(pump.error)")
        let lid = try await GeneratorProgram.run("describe", "Lid", old + "/pump.matter", old + "/lid.matter")
        expect(lid.status, equals: 0, "\(lid.error)")
        expect(lid.output.contains("open"), "\(lid.error)")
        let addition = try await GeneratorProgram.run("describe", "OnOffExtension", old)
        expect(addition.status, equals: 0, "\(addition.error)")
        expect(addition.output.contains("mood"), "\(addition.error)")
        let standard = try await GeneratorProgram.run("describe", "LevelControl", old)
        expect(standard.status, equals: 0, "\(standard.error)")
        expect(standard.output.contains("currentLevel"), "\(standard.error)")
        let unknown = try await GeneratorProgram.run("describe", "Pumpe", old)
        expect(unknown.status, equals: 1, "\(unknown.error)")
        expect(unknown.error.contains("(did you mean 'Pump'?)"), "\(unknown.error)")

        let changed = try await GeneratorProgram.run("diff", old, new)
        expect(changed.status, equals: 1, "\(changed.output)")
        expect(changed.output.hasSuffix("1 breaking, 0 compatible\n"), "\(changed.output)")
        expect(changed.output.contains("Pump.turns: renamed (speed → turns)"), "\(changed.output)")
        let same = try await GeneratorProgram.run("diff", old, old)
        expect(same.status, equals: 0, "\(same.output)\(same.error)")
        expect(same.output, equals: "0 breaking, 0 compatible\n", "\(same.output)\(same.error)")
        let empty = try await GeneratorProgram.run("diff", old, folder.path + "/none")
        expect(empty.status, equals: 65, "\(empty.error)")
        expect(empty.error.contains("none cannot be read"), "\(empty.error)")
    }

    @Test func anOptionIsNoValueOfTheOneBeforeIt() async throws {
        let outcome = try await GeneratorProgram.run(
            "describe", "--names", "--json", "Spinner", GeneratorProgram.turntable)
        expect(outcome.status, equals: 64, "\(outcome.error)")
        expect(outcome.error.contains("--names needs a value"), "\(outcome.error)")
    }

    @Test func onlyTheFirstOfManyMistakesAreReported() async throws {
        let lines = (0..<50).map { "  attribute int16q a\($0) = \($0);" }.joined(separator: "\n")
        let path = try folder.file("many.matter", "cluster C = 0xFFF1FC01 {\n\(lines)\n}\n")
        let outcome = try await bind(path)
        expect(outcome.status, equals: 65)
        let told = outcome.error.split(separator: "\n")
        expect(told.count, equals: 21, "\(outcome.error)")
        expect(told.last, equals: "… and 30 more", "\(outcome.error)")
    }

    @Test func filesThatCantBeReadOrWritten() async throws {
        let missing = try await GeneratorProgram.run("print", folder.path + "/none.matter")
        expect(missing.status, equals: 65, "\(missing.error)")
        expect(missing.error.contains("none.matter cannot be read"), "\(missing.error)")
        let blocked = try await GeneratorProgram.run(
            "bind", "--module", "M", "--output", "/dev/null/x", GeneratorProgram.turntable)
        expect(blocked.status, equals: 73, "\(blocked.error)")
        expect(blocked.error.contains("cannot be written"), "\(blocked.error)")
    }

    @Test func arrowsOfRenamesPointFromOldToNew() async throws {
        let text = try String(contentsOfFile: GeneratorProgram.turntable, encoding: .utf8)
        let old = try folder.file("old.matter", text)
        let new = try folder.file(
            "new.matter",
            text.replacingOccurrences(of: "maxSpeed", with: "topSpeed")
                .replacingOccurrences(of: "kClockwise", with: "kRight")
                .replacingOccurrences(of: "cluster Spinner", with: "cluster Motor")
                .replacingOccurrences(of: "Spin(SpinRequest)", with: "Go(SpinRequest)"))
        let outcome = try await GeneratorProgram.run("diff", old, new)
        expect(outcome.status, equals: 1)
        for arrow in ["(maxSpeed → topSpeed)", "(kClockwise → kRight)", "(Spinner → Motor)", "(Spin → Go)"] {
            expect(outcome.output.contains("renamed \(arrow)"), "\(outcome.output)")
        }
        let back = try await GeneratorProgram.run("diff", new, old)
        expect(back.output.contains("renamed (topSpeed → maxSpeed)"), "\(back.output)")
    }
}
