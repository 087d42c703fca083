internal import BindingEmitter
internal import BindingPlan
internal import Foundation
internal import ProcessTestSupport
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

/// The verdict of TypeScript's compiler on the types of all standard traits, and on a page that uses them.
@Suite(.disabled(if: TypeScriptCompiler.isMissing, TypeScriptCompiler.whyMissing), .timeLimit(.minutes(5)))
struct TypeScriptCompilerTests {
    /// The types of all standard traits, and the problems of the schemas.
    private static let standardTraits = Result {
        let folder = packageRoot.appendingPathComponent("Schemas")
        func text(_ path: String) throws -> String {
            try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
        }
        let paths = (FileManager.default.subpaths(atPath: folder.path) ?? []).filter { $0.hasSuffix(".matter") }
        let trees = try paths.sorted().map { SchemaParser.parse(SourceText(file: $0, try text($0))).0 }
        var bindings = TypeScriptBindings(
            overrides: try Overrides(json: try text("Overrides.json"), path: "Overrides.json"))
        bindings.add(ModelResolver.resolve(trees).0)
        return (text: bindings.text, problems: bindings.diagnostics)
    }

    /// Compiles modules beside `traits.d.ts`.
    private func compile(_ modules: [String: String]) async throws -> ChildProcess.Outcome {
        let traits = try Self.standardTraits.get()
        expect(traits.problems.isEmpty)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-tsc-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = modules.merging(["traits.d.ts": traits.text]) { own, _ in own }
        for (name, text) in files {
            try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        let options = ["--strict", "--exactOptionalPropertyTypes", "--noEmit", "--target", "es2022", "--lib", "es2022"]
        return try await ChildProcess.run(
            "tsc", options + files.keys.sorted().map { folder.appendingPathComponent($0).path })
    }

    private static let head = """
        import type { Matter, TraitMap, TraitName } from "./traits";
        declare const home: {
          device(id: string): {
            trait<Name extends TraitName>(
              name: Name
            ): TraitMap[Name]["commands"] & { attributes: TraitMap[Name]["attributes"] };
          };
        };
        const lamp = home.device("1").trait("LevelControl");

        """

    @Test func allStandardTraitsAndAPageAreAccepted() async throws {
        let page =
            Self.head + """
                export async function dim(): Promise<string> {
                  await lamp.moveToLevel({ level: 127, transitionTime: 20 });
                  await lamp.move({ moveMode: "up" });
                  await lamp.stop();
                  await lamp.stop({ optionsMask: undefined });
                  const level: number | null = lamp.attributes.currentLevel;
                  const frequency: number | undefined = lamp.attributes.currentFrequency;
                  const energy = home.device("2").trait("ElectricalEnergyMeasurement").attributes.cumulativeEnergyImported;
                  const used: bigint = energy ? energy.energy : 0n;
                  const state = home.device("3").trait("Matter.DoorLock").attributes.lockState;
                  const event: Matter.DoorLock.DoorLockAlarmEvent["alarmCode"] = "lockJammed";
                  const updates: TraitMap["LevelControl"]["updates"] = { onLevel: null };
                  return `${level} ${frequency} ${used} ${state === "locked"} ${event} ${updates.onLevel}`;
                }
                """
        let outcome = try await compile(["page.ts": page])
        expect(outcome.status, equals: 0, "\(outcome.output)")
    }

    private static let mistakes = [
        ("lamp.moveToLevel({ level: true });", "'boolean' is not assignable to type 'number'"),
        ("lamp.moveToLevel({ transitionTime: 20 });", "'level' is missing"),
        ("lamp.moveToLevel({ level: 1, speed: 2 });", "'speed' does not exist"),
        ("lamp.moveToLevel();", "Expected 1 arguments"),
        ("lamp.move({ moveMode: \"sideways\" });", "'\"sideways\"' is not assignable to type 'MoveModeEnum'"),
        ("lamp.move({ moveMode: 7 });", "'number' is not assignable to type 'MoveModeEnum'"),
        ("lamp.explode();", "'explode' does not exist"),
        ("home.device(\"1\").trait(\"LevelKontrol\");", "'\"LevelKontrol\"' is not assignable"),
        ("const level: number = lamp.attributes.currentLevel;", "'number | null' is not assignable"),
        ("const most: number = lamp.attributes.maxLevel;", "'number | undefined' is not assignable"),
        ("const updates: TraitMap[\"OnOff\"][\"updates\"] = { onOff: true };", "'onOff' does not exist"),
    ]

    /// In one run, as the compiler reads a megabyte of types first; each in a module of its own.
    @Test func mistakesAreFound() async throws {
        let modules = Self.mistakes.enumerated().map { ("mistake-\($0).ts", Self.head + $1.0) }
        let outcome = try await compile(Dictionary(uniqueKeysWithValues: modules))
        expect(outcome.status, equals: 2)
        // A line that begins with a space continues the error before it.
        let told = outcome.output.replacingOccurrences(of: "\n ", with: " ").split(separator: "\n")
        for (index, (line, message)) in Self.mistakes.enumerated() {
            let found = told.contains { $0.contains("mistake-\(index).ts(") && $0.contains(message) }
            expect(found, "\(line)\n\(outcome.output)")
        }
    }
}

private enum TypeScriptCompiler {
    static let isMissing = !(ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/tsc")
    }
    static let whyMissing: Comment = "skipped: tsc is not installed (Debian has it as node-typescript)"
}
