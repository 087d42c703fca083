internal import Expectations
internal import Foundation
internal import HearthTemplates
internal import ProcessTestSupport
internal import Testing

/// Jinja prints what we print.
@Suite(.timeLimit(.minutes(5))) struct OracleTests {
    private static let oracle = PythonProgram(
        "Oracle/oracle.py", in: "HearthTemplatesTests", needs: ["jinja2", "orjson"])

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// Templates of publishers' discovery messages, kept beside the package (not part of it).
    private static let recorded = folder.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "shared/data/ha-discovery/templates.json")

    private static func seed() -> UInt32 {
        let seed =
            ProcessInfo.processInfo.environment["HEARTH_SEED"].flatMap(UInt32.init) ?? UInt32.random(in: 0 ... .max)
        print("seed of templates: \(seed)")
        return seed
    }

    /// `python3 Tests/HearthTemplatesTests/Oracle/oracle.py golden FILE` renders the file's templates again.
    @Test func goldenTemplatesEqualJinja() throws {
        let text = try String(contentsOf: Self.folder.appending(path: "golden.jsonl"), encoding: .utf8)
        let cases = try OracleCase.cases(text)
        expect(cases.count, isAbove: 100)
        expect(cases.compactMap(\.difference), equals: [])
    }

    @Test(.enabled(if: oracle.isInstalled, "skipped: jinja2 and orjson are not installed (scripts/test --all does it)"))
    func randomTemplatesEqualJinja() async throws {
        let made = try await Self.oracle.run(["random", "\(Self.seed())", "\(FaultRounds.count(5_000))"])
        try require(made.status == 0, "\(made.error)")
        let cases = try OracleCase.cases(String(decoding: made.outputBytes, as: UTF8.self))
        expect(cases.count, isAbove: 100)
        expect(Array(cases.compactMap(\.difference).prefix(5)), equals: [])
    }

    @Test(
        .enabled(if: oracle.isInstalled, "skipped: jinja2 and orjson are not installed (scripts/test --all does it)"),
        .enabled(
            if: FileManager.default.fileExists(atPath: recorded.path),
            "skipped: shared/data/ha-discovery is not beside the package"))
    func templatesOfPublishersEqualJinja() async throws {
        let made = try await Self.oracle.run(["data", Self.recorded.path, "\(Self.seed())"])
        try require(made.status == 0, "\(made.error)")
        let cases = try OracleCase.cases(String(decoding: made.outputBytes, as: UTF8.self))
        var (all, uses, failed, failedUses) = (0, 0, [String: String](), 0)
        for (template, cases) in Dictionary(grouping: cases, by: \.template) {
            let count = cases[0].count
            (all, uses) = (all + 1, uses + count)
            guard let difference = cases.lazy.compactMap(\.difference).first else { continue }
            failed[template] = difference
            failedUses += count
        }
        print("templates of publishers: \(all - failed.count) of \(all), \(uses - failedUses) of \(uses) uses")
        expect(failed.count * 100, isBelow: all * 4, "\(failed.values.joined(separator: "\n\n"))")
        expect(failedUses * 100, isBelow: uses)
    }
}
