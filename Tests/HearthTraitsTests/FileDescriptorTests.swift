internal import Foundation
internal import HearthMessage
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// A server's reflection of a trait equals protoc's output for the generator's exported file.
@Suite(.timeLimit(.minutes(5))) struct FileDescriptorTests {
    private static let compiler = ["/usr", "/usr/local", "/opt/homebrew"].first {
        FileManager.default.isExecutableFile(atPath: $0 + "/bin/protoc")
            && FileManager.default.fileExists(atPath: $0 + "/include/google/protobuf/any.proto")
    }.map { $0 + "/bin/protoc" }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Schemas/proto").path

    private static func protoc(_ arguments: [String], input: [UInt8] = []) async throws -> [UInt8] {
        let outcome = try await ChildProcess.run(try require(compiler), arguments, input: input)
        try require(outcome.status == 0, "\(outcome.error)")
        return outcome.outputBytes
    }

    /// The encoded files of a set by their paths.
    private static func compiled(_ paths: [String]) async throws -> [String: [UInt8]] {
        let set = try await protoc(["-I", root, "--include_imports", "--descriptor_set_out=/dev/stdout"] + paths)
        var result: [String: [UInt8]] = [:]
        for field in try RawFields(serialized: set.span.bytes).fields {
            let file = field.encoded.dropFirst().drop { $0 >= 0x80 }.dropFirst()
            let path = file.dropFirst(2).prefix(Int(file.dropFirst().first ?? 0))
            result[String(decoding: path, as: UTF8.self)] = Array(file)
        }
        return result
    }

    private static func text(_ file: [UInt8]) async throws -> [Substring] {
        let text = try await protoc(
            ["--decode=google.protobuf.FileDescriptorProto", "google/protobuf/descriptor.proto"], input: file)
        return String(decoding: text, as: UTF8.self).split(separator: "\n")
    }

    private func expectEqual(_ ours: FileDescriptor, _ theirs: [UInt8]?) async throws {
        let theirs = try require(theirs, "no schema gave \(ours.path)")
        guard ours.serialized != theirs else { return }
        let difference = try await Self.text(ours.serialized).difference(from: Self.text(theirs))
        Issue.record("\(ours.path): \(difference.prefix(12))")
    }

    @Test(.enabled(if: compiler != nil, "skipped: protoc or libprotobuf-dev is not installed"))
    func everyTraitAndAllItImportsEqualProtoc() async throws {
        let traits = StandardTraits.descriptors.map(\.fileDescriptor)
        let compiled = try await Self.compiled(traits.map(\.path))
        for file in traits { try await expectEqual(file, compiled[file.path]) }
        var seen: Set<String> = []
        var open = traits.flatMap(\.dependencies)
        while let file = open.popLast() {
            guard seen.insert(file.path).inserted else { continue }
            open += file.dependencies
            // It grows with each release of protobuf; ours is Debian 12's.
            if file.path == FileDescriptor.descriptorProto.path {
                try await expect(Self.text(file.serialized).contains("name: \"\(file.path)\""))
            } else {
                try await expectEqual(file, compiled[file.path])
            }
        }
        expect(compiled.count, equals: traits.count + seen.count)
    }

    @Test func pathsFollowThePackage() {
        expect(Matter.OnOffTrait.descriptor.protoPath, equals: "hearth/traits/matter/v1/on_off.proto")
    }
}
