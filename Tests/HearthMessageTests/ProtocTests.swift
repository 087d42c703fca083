internal import Foundation
internal import HearthMessage
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Google's own compiler reads our output, and we read its output.
@Suite(.timeLimit(.minutes(5))) struct ProtocTests {
    static let protoc: URL? = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
        .map { URL(filePath: $0).appending(path: "protoc") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path()) }

    private static let schema = """
        syntax = "proto3";
        package test;
        enum Choice { ZERO = 0; SEVEN = -7; }
        message Scalars {
          optional bool flag = 1; optional int32 int32 = 2; optional sint32 sint32 = 3; optional uint32 uint32 = 4;
          optional int64 int64 = 5; optional sint64 sint64 = 6; optional uint64 uint64 = 7;
          optional fixed32 fixed32 = 8; optional sfixed32 sfixed32 = 9; optional fixed64 fixed64 = 10;
          optional sfixed64 sfixed64 = 11; optional float float = 12; optional double double = 13;
          optional string text = 14; optional bytes octets = 100; optional Choice choice = 536870911;
        }
        message Lists {
          repeated bool flags = 1; repeated int32 int32s = 2; repeated sint32 sint32s = 3; repeated uint32 uint32s = 4;
          repeated int64 int64s = 5; repeated sint64 sint64s = 6; repeated uint64 uint64s = 7;
          repeated fixed32 fixed32s = 8; repeated fixed64 fixed64s = 9; repeated float floats = 10;
          repeated double doubles = 11; repeated string texts = 12; repeated bytes octets = 13;
          repeated Scalars items = 14; repeated uint32 singly = 20 [packed = false];
        }
        message Tree {
          Tree child = 1; repeated Tree children = 2;
          oneof content {
            string text = 3; uint32 number = 4; Scalars content_leaf = 6; bytes octets = 7; double real = 8;
          }
          map<string, sint32> counts = 5; Scalars leaf = 9;
        }
        """

    private func run(_ arguments: [String], in folder: URL, _ input: [UInt8]) async throws -> [UInt8] {
        let outcome = try await ChildProcess.run(
            try require(Self.protoc).path(), arguments + ["--proto_path=\(folder.path())", "test.proto"],
            input: input)
        expect(outcome.status, equals: 0, "\(outcome.error)")
        return outcome.outputBytes
    }

    @Test(
        .enabled(if: protoc != nil, "protoc is not installed"),
        arguments: [
            ("Scalars", Scalars.full.serialized()), ("Scalars", Scalars.zero.serialized()),
            ("Lists", Lists.full.serialized()), ("Tree", Tree.full.serialized()),
        ])
    func protocReadsAndWritesTheSameBytes(_ name: String, _ bytes: [UInt8]) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-message-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(Self.schema.utf8).write(to: folder.appending(path: "test.proto"))
        let text = try await run(["--decode=test.\(name)"], in: folder, bytes)
        // A line that begins with a number is a field unknown to protoc.
        let unknown = String(decoding: text, as: UTF8.self).split(separator: "\n").filter {
            $0.drop { $0 == " " }.first?.isNumber == true
        }
        expect(unknown, equals: [])
        let again = try await run(["--encode=test.\(name)", "--deterministic_output"], in: folder, text)
        switch name {
        case "Scalars": try expect(Scalars(again), equals: Scalars(bytes))
        case "Lists": try expect(Lists(again), equals: Lists(bytes))
        default: try expect(Tree(again), equals: Tree(bytes))
        }
        expect(again, equals: bytes)
    }
}
