internal import Expectations
internal import Foundation
internal import HearthJSON
internal import Testing
internal import TranscriptTestSupport

/// Which attributes the properties of recorded models become. `Goldens/meanings.txt` has a paragraph for each model, so that
/// a changed meaning is seen when it is reviewed. `HEARTH_RECORD=1` writes the meanings of its models again.
@Suite struct MeaningTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Goldens/meanings.txt")

    @Test func propertiesKeepTheirMeanings() throws {
        guard Recorded.isThere else { return print("skipped: \(Recorded.folder.path) is missing") }
        let definitions = try Self.definitions()
        let golden = try String(contentsOf: Self.file, encoding: .utf8).trimmingCharacters(in: .newlines)
        let expected = golden.components(separatedBy: "\n\n")
        let actual = try expected.map { paragraph in
            let model = String(paragraph.prefix { $0 != "\n" })
            let definition = try require(definitions[model], "the recorded models have none called \(model)")
            return ([model] + (try Meanings(definition)).lines).joined(separator: "\n")
        }
        guard !Transcript.isRecording else {
            return try (actual.joined(separator: "\n\n") + "\n").write(
                to: Self.file, atomically: true, encoding: .utf8)
        }
        for (actual, expected) in zip(actual, expected) { expect(actual, equals: expected) }
    }

    /// Definitions by the names of their models; of equal names the first.
    private static func definitions() throws -> [String: JSONValue] {
        let recorded = try ["devices-matterbridge.json", "devices-homebridge.json"].flatMap { name in
            try Recorded.json(name).items.compactMap { $0["definition"] }
        }
        let all = try recorded + Recorded.json("definitions-run.json").items
        return Dictionary(all.compactMap { one in one["model"]?.string.map { ($0, one) } }) { first, _ in first }
    }
}
