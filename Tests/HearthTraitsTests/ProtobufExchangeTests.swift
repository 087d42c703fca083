internal import Foundation
internal import HearthMessage
internal import HearthTraits
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Every generated message against Google's protobuf for Python: random values, extremes of every width, numbers too
/// wide for the type in Swift, nulls, unknown enum values and fields, text with NUL. Interop/protobuf_peer.py
/// (`settle`) describes the values that Swift keeps.
@Suite(.timeLimit(.minutes(5))) struct ProtobufExchangeTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    private static let peer = PythonProgram("protobuf_peer.py", needs: ["grpc_tools.protoc", "google.protobuf"])

    /// Messages after lengths of four bytes.
    private static func split(_ file: URL) throws -> [ArraySlice<UInt8>] {
        let bytes = [UInt8](try Data(contentsOf: file))
        var messages: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while rest.count >= 4 {
            let size = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            messages.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return messages
    }

    private static func join(_ messages: [[UInt8]]) -> Data {
        var data = Data()
        for message in messages {
            withUnsafeBytes(of: UInt32(message.count).littleEndian) { data.append(contentsOf: $0) }
            data.append(contentsOf: message)
        }
        return data
    }

    /// Each `.proto` file of the home is in the list, and each message has a type in Swift.
    @Test func everyMessageIsThere() throws {
        let folder = Self.tests.deletingLastPathComponent().appendingPathComponent("Schemas/proto/hearth/v1")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let listed = ExchangedMessage.files.map(\.path).filter { $0.hasPrefix("hearth/v1/") }.map { $0.dropFirst(10) }
        expect(listed.map(String.init), equals: files)
        let names = try ExchangedMessage.all().map(\.name)
        expect(Set(names).count, equals: names.count)
    }

    @Test(.enabled(if: peer.isInstalled, "skipped: Python's protobuf and grpcio-tools are not installed"))
    func everyMessageSurvivesGooglesProtobuf() async throws {
        let seed = "\(UInt32.random(in: .min ... .max))"
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("exchange-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let types = try ExchangedMessage.all()
        let list = types.map { "\($0.name) \($0.rules)\n" }.joined()
        try list.write(to: folder.appendingPathComponent("messages.txt"), atomically: false, encoding: .utf8)

        let protos = Self.tests.deletingLastPathComponent().appendingPathComponent("Schemas/proto").path
        let make = try await Self.peer.run(["make", protos, folder.path, seed])
        try require(make.status == 0, "seed \(seed): \(make.output)\(make.error)")
        let made = try Self.split(folder.appendingPathComponent("made.bin"))
        let each = made.count / types.count
        try require(each > 1 && made.count == each * types.count)
        var written: [[UInt8]] = []
        for (index, bytes) in made.enumerated() { written.append(try types[index / each].rewritten(bytes)) }
        try Self.join(written).write(to: folder.appendingPathComponent("written.bin"))

        let check = try await Self.peer.run(["check", protos, folder.path, seed])
        expect(check.status, equals: 0, "seed \(seed): \(check.output)\(check.error)")
        expect(check.output.hasPrefix("ok \(made.count) messages"), "\(check.output)")
        let returned = try Self.split(folder.appendingPathComponent("returned.bin"))
        try require(returned.count == made.count)
        for (index, bytes) in returned.enumerated() {
            let type = types[index / each]
            try expect(type.rewritten(bytes), equals: written[index], "seed \(seed), \(type.name)")
        }
    }
}
