internal import Foundation
internal import HearthJSON
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Our JSON equals that of Google's library, both ways, for random messages of every type of the schemas: a thousand,
/// or ten thousand with scripts/test --all.
@Suite(.timeLimit(.minutes(15))) struct JSONOracleTests {
    private static let oracle = PythonProgram(
        "oracle.py", in: "JSON", needs: ["google.protobuf", "grpc_tools.protoc"])

    /// Parts, each after its length in four bytes.
    private static func parts(_ bytes: [UInt8]) -> [[UInt8]] {
        var (parts, rest) = ([[UInt8]](), bytes[...])
        while rest.count >= 4 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            parts.append(Array(rest.dropFirst(4).prefix(length)))
            rest = rest.dropFirst(4 + length)
        }
        return parts
    }

    private static func part(_ content: [UInt8]) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: content.count >> $0) } + content
    }

    /// The files of a `google.protobuf.FileDescriptorSet`, whose only field is 1.
    private static func files(_ set: [UInt8]) -> [[UInt8]] {
        var (files, rest) = ([[UInt8]](), set[...])
        while rest.popFirst() == 0x0A {
            var (length, shift) = (0, 0)
            while let byte = rest.popFirst() {
                length |= Int(byte & 0x7F) << shift
                shift += 7
                if byte < 0x80 { break }
            }
            files.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return files
    }

    @Test(
        .enabled(
            if: oracle.isInstalled,
            "skipped: Python's protobuf and grpcio-tools are not installed (scripts/test --all does it)"))
    func googleReadsAndWritesTheSameJSON() async throws {
        let seed =
            ProcessInfo.processInfo.environment["HEARTH_SEED"].flatMap(UInt32.init) ?? UInt32.random(in: 0 ... .max)
        print("seed of JSON: \(seed)")
        let schemas = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Schemas/proto")
        let count = FaultRounds.count(10_000)
        let made = try await Self.oracle.run(["make", schemas.path(), "\(seed)", "\(count)"])
        try require(made.status == 0, "\(made.error)")
        let given = Self.parts(made.outputBytes)
        try require(given.count == 1 + 3 * count)

        var pool = DescriptorPool()
        for file in Self.files(given[0]) { try pool.add(file) }
        let transcoder = JSONTranscoder(pool)
        var answer = Self.part(given[0])
        for start in stride(from: 1, to: given.count, by: 3) {
            let (type, message, text) = (given[start], given[start + 1], given[start + 2])
            let name = String(decoding: type, as: UTF8.self)
            do {
                let ourText = try transcoder.json(from: message[...], of: name)
                let ourMessage = try transcoder.message(from: text[...], of: name)
                for part in [type, message, text, ourText, ourMessage] { answer += Self.part(part) }
            } catch {
                Issue.record("\(name): \(error); \(String(decoding: text, as: UTF8.self))")
            }
        }
        let checked = try await Self.oracle.run(["check"], input: answer)
        expect(checked.status, equals: 0, "\(checked.output)\(checked.error)")
    }
}
