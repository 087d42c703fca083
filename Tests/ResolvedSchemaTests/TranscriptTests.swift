internal import Expectations
internal import Foundation
internal import HearthBase
internal import ResolvedSchema
internal import Testing
internal import TraitSchema
internal import TranscriptTestSupport

/// Schemas in one line with their findings, compared with the files in Transcripts. HEARTH_RECORD=1 writes the files.
@Suite struct TranscriptTests {
    private static let files = ["Clusters", "Devices", "Fields", "Files", "Refinements", "Sentences"]
    private static let all: [(file: String, transcripts: [Transcript])] = files.map { ($0, read($0)) }
    private static let models = read("Models")

    /// The effects of an input of a file.
    private static func effects(of input: String, in file: String) -> [String] {
        switch file {
        // The bodies of a cluster, whose first line is line 2.
        case "Clusters", "Fields": findings(input).map(short)
        // After the clusters of DeviceTests, in line 11.
        case "Devices": resolve(DeviceTests.clusters + "    " + input).findings.map(short)
        case "Files": findingsOfFile(input)
        // Refinements of the cluster of RefinementTests.
        case "Refinements":
            resolve(RefinementTests.plain, "refine cluster OnOff {       \(input) }").findings
                .map { $0.replacing(/^b\.matter:/, with: "") }
        // An attribute and its sentence for documentation.
        default: [sentence(input)]
        }
    }

    /// The findings of parsing and resolving.
    private static func findingsOfFile(_ text: String) -> [String] {
        let (file, parsing) = SchemaParser.parse(SourceText(file: "a.matter", text))
        return (parsing + ModelResolver.resolve([file]).diagnostics).map { short($0.description) }
    }

    private static func read(_ name: String) -> [Transcript] {
        Transcript.read(name, in: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Transcripts"))
    }

    @Test(arguments: all.flatMap { name, transcripts in transcripts.map { (name, $0) } })
    func schemas(_ name: String, _ transcript: Transcript) { transcript.check { Self.line($0, name) } }

    /// The statements of a cluster's body, and at last the description of the cluster.
    @Test(.disabled(if: Transcript.isRecording, "skipped: the transcripts are being recorded"), arguments: models)
    func clusters(_ transcript: Transcript) {
        let play = Self.model()
        var last: String?
        transcript.check { input in
            last = input
            return play(input)
        }
        expect(last, equals: "described", "\(transcript.testDescription)")
    }

    @Test(.enabled(if: Transcript.isRecording, "only writes the transcripts")) func record() throws {
        for (name, transcripts) in Self.all { try Transcript.record(transcripts) { { Self.line($0, name) } } }
        try Transcript.record(Self.models) { Self.model() }
    }

    private static func line(_ input: String, _ name: String) -> String {
        ([input] + effects(of: input, in: name)).joined(separator: " | ")
    }

    private static func model() -> (String) -> String {
        var body = ""
        return { input in
            guard input == "described" else {
                body += input + "\n"
                return input
            }
            guard let cluster = try? cluster(body) else { return "there is no cluster" }
            let lines = TraitDescription(cluster, in: resolve(text(body)).model).text.components(separatedBy: "\n")
            let facts = lines.drop { $0 != "Features" }.filter { $0.hasPrefix("  ") }
            return ([input] + facts.map { $0.trimmingCharacters(in: .whitespaces) }).joined(separator: " | ")
        }
    }

    /// A finding without the name of the file that is always the same.
    private static func short(_ finding: String) -> String {
        finding.replacing(/^a\.matter:(11:)?/, with: "")
    }

    private static func sentence(_ schema: String) -> String {
        let resolved = resolve(
            """
            cluster C = 0xFC00 {
              enum KindEnum : enum8 { kA = 0; }
              struct StepStruct { int8u x = 0; }
              bitmap Feature : bitmap32 { kUp = 0x1; kDown = 0x2; kLeft = 0x4; }
              readonly attribute int8u b = 1;
              readonly attribute bitmap32 featureMap = 65532;
              \(schema)
            }
            """)
        let attributes = resolved.model.cluster(named: "C")?.attributes ?? []
        return attributes.first { $0.name == "a" }?.sentence() ?? "there is no attribute a"
    }
}
