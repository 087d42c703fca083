internal import Foundation
internal import ProtoSchema
internal import Testing

/// A folder of `.proto` files of this package or another.
struct ProtoRoot: Sendable, CustomTestStringConvertible {
    let folder: String
    let paths: [String]

    var testDescription: String { folder }

    init?(_ folder: String, below: String = "") {
        let below = below.isEmpty ? folder : folder + "/" + below
        guard let found = FileManager.default.enumerator(atPath: below) else { return nil }
        let prefix = below == folder ? "" : below.dropFirst(folder.count + 1) + "/"
        self.folder = folder
        paths = found.compactMap { $0 as? String }.filter { $0.hasSuffix(".proto") }.map { prefix + $0 }.sorted()
        if paths.isEmpty { return nil }
    }

    func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: folder + "/" + path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Those of Debian's `libprotobuf-dev` and `grpc-proto`, and our own.
    static let all: [ProtoRoot] = [protobuf, ProtoRoot("/usr/share/grpc-proto"), schemas].compactMap { $0 }

    static let protobuf = ProtoRoot("/usr/include", below: "google/protobuf")

    static let schemas = ProtoRoot(
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Schemas/proto").path)

    /// A file and its imports, as far as these folders have them.
    func sources(for path: String) -> [ProtoSource] {
        var result: [ProtoSource] = []
        var known: Set<String> = []
        var open = [path]
        while let next = open.popLast() {
            guard known.insert(next).inserted, let text = text(next) ?? Self.protobuf?.text(next) else { continue }
            result.append(ProtoSource(path: next, text: text))
            open += ProtoSource.imports(in: text, path: next)
        }
        return result
    }
}
