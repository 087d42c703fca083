internal import Foundation
internal import ProcessTestSupport

/// protobuf's own compiler, where it is installed.
enum Protoc {
    static let path: String? = ["/usr/bin/protoc", "/usr/local/bin/protoc", "/opt/homebrew/bin/protoc"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// The `FileDescriptorSet` of a file and its imports; nil if protoc refuses it, with the reason in `complaint`.
    static func descriptors(_ files: [String], roots: [String]) async throws -> (set: [UInt8]?, complaint: String) {
        let output = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID()).pb")
        defer { try? FileManager.default.removeItem(at: output) }
        let result = try await run(
            roots.map { "-I" + $0 } + ["--include_imports", "--descriptor_set_out=" + output.path] + files)
        return (result.status == 0 ? [UInt8](try Data(contentsOf: output)) : nil, result.error)
    }

    /// A readable form of a `FileDescriptorProto`.
    static func text(_ descriptor: [UInt8]) async throws -> [Substring] {
        let result = try await run(
            ["--decode=google.protobuf.FileDescriptorProto", "google/protobuf/descriptor.proto"], input: descriptor)
        return result.output.split(separator: "\n")
    }

    private static func run(_ arguments: [String], input: [UInt8] = []) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(path ?? "protoc", arguments, input: input)
    }

    /// The files of a `FileDescriptorSet`: its only field, of number 1.
    static func files(in set: [UInt8]) -> [[UInt8]] {
        var result: [[UInt8]] = []
        var rest = set[...]
        while rest.popFirst() == 0x0A {
            var length = 0
            var shift = 0
            while let byte = rest.popFirst() {
                length |= Int(byte & 0x7F) << shift
                shift += 7
                if byte < 0x80 { break }
            }
            result.append([UInt8](rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return result
    }

    /// The path at the beginning of a `FileDescriptorProto`.
    static func path(of descriptor: [UInt8]) -> String {
        guard descriptor.count > 1 else { return "" }
        return String(decoding: descriptor.dropFirst(2).prefix(Int(descriptor[1])), as: UTF8.self)
    }
}
