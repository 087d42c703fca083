internal import HearthBase
internal import Foundation
internal import ProtoSchema
internal import Expectations
internal import Testing

/// Our output equals protoc's byte for byte, file by file.
@Suite(.enabled(if: Protoc.path != nil, "protoc is not installed"), .timeLimit(.minutes(5)))
struct FileDescriptorSetTests {
    /// Real files that are not proto3, with the only diagnostic for each.
    private static let outside = [
        "google/protobuf/compiler/plugin.proto": "syntax 'proto2' is not read, only proto3 is"
    ]

    @Test(.enabled(if: !ProtoRoot.all.isEmpty, "no .proto files are installed"), arguments: ProtoRoot.all)
    func realFilesEqualProtoc(root: ProtoRoot) async throws {
        var equal = 0
        for path in root.paths where path != WellKnown.descriptorFile {
            let pool = DescriptorPool(root.sources(for: path))
            if let refusal = Self.outside[path] {
                expect(pool.diagnostics.map(\.message), equals: [refusal])
                continue
            }
            let (set, complaint) = try await Protoc.descriptors([path], roots: [root.folder, "/usr/include"])
            guard let set else {
                // The only errors are imports that no package here provides.
                expect(complaint.contains("File not found"), "\(complaint)")
                expect(!pool.diagnostics.isEmpty, "\(path)")
                expect(pool.diagnostics.allSatisfy { $0.message.hasSuffix("was not found") }, "\(path)")
                continue
            }
            expect(pool.diagnostics, equals: [], "\(path)")
            try await expectEqual(FileDescriptorSet(pool), set, for: path)
            equal += 1
        }
        expect(equal, isAbove: 0)
    }

    @Test(.enabled(if: ProtoRoot.protobuf != nil, "protobuf's own files are not installed"))
    func builtInFilesEqualProtoc() async throws {
        let root = try require(ProtoRoot.protobuf)
        for path in WellKnown.messageFiles where root.paths.contains(path) {
            let set = try require(try await Protoc.descriptors([path], roots: [root.folder]).set)
            try await expectEqual(FileDescriptorSet(DescriptorPool([], adding: [path])), set, for: path)
        }
    }

    @Test(
        .enabled(if: ProtoRoot.protobuf != nil, "protobuf's own files are not installed"),
        arguments: Corners.texts.keys.sorted())
    func cornersEqualProtoc(path: String) async throws {
        let text = try require(Corners.texts[path])
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(text.utf8).write(to: folder.appending(path: path))
        let (set, complaint) = try await Protoc.descriptors([path], roots: [folder.path, "/usr/include"])
        let pool = DescriptorPool([ProtoSource(path: path, text: text)])
        expect(pool.diagnostics, equals: [])
        try await expectEqual(FileDescriptorSet(pool), try require(set, "\(complaint)"), for: path)
    }

    @Test func descriptorProtoIsLeftToOthers() {
        let text = "syntax = \"proto3\"; import \"\(WellKnown.descriptorFile)\";"
        let set = FileDescriptorSet(DescriptorPool([ProtoSource(path: "a.proto", text: text)]))
        expect(set.paths(for: ["a.proto"]), equals: ["a.proto"])
        expectNil(set.descriptor(of: WellKnown.descriptorFile))
        expectNil(set.descriptor(of: "b.proto"))
    }

    /// Whole files are equal, in the same order, except `descriptor.proto`, which we do not write.
    private func expectEqual(_ ours: FileDescriptorSet, _ set: [UInt8], for path: String) async throws {
        let all = Protoc.files(in: set)
        let theirs = all.filter { Protoc.path(of: $0) != WellKnown.descriptorFile }
        expect(ours.paths(for: [path]), equals: theirs.map(Protoc.path))
        for file in theirs {
            let own = ours.descriptor(of: Protoc.path(of: file)) ?? []
            guard own != file else { continue }
            let difference = try await Protoc.text(own).difference(from: Protoc.text(file))
            Issue.record("\(Protoc.path(of: file)) of \(path): \(difference.prefix(12))")
        }
        if theirs.count == all.count { expect(ours.bytes(for: [path]), equals: set) }
    }
}
