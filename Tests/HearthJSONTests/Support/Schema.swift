internal import Foundation
internal import HearthJSON
internal import ProtoSchema
internal import Expectations
internal import Testing

/// Pools for tests, from `.proto` texts.
enum Schema {
    /// Every kind of field that proto3 has: `Tests/JSON/every_kind.proto`.
    static let everyKind: HearthJSON.DescriptorPool = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "JSON/every_kind.proto")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return HearthJSON.DescriptorPool() }
        return (try? pool(text)) ?? HearthJSON.DescriptorPool()
    }()

    /// The encoded files of a text and its imports.
    static func files(_ text: String, path: String = "test.proto") throws -> [[UInt8]] {
        let sources = ProtoSchema.DescriptorPool([ProtoSource(path: path, text: text)])
        try require(sources.diagnostics.isEmpty, "\(sources.diagnostics)")
        let set = FileDescriptorSet(sources)
        return set.paths(for: [path]).compactMap { set.descriptor(of: $0) }
    }

    static func pool(_ text: String) throws -> HearthJSON.DescriptorPool {
        var pool = HearthJSON.DescriptorPool()
        for file in try files(text) { try pool.add(file) }
        return pool
    }
}

/// Of `every_kind.proto`: short, for tables of cases.
func json(_ type: String, _ bytes: [UInt8]) throws -> String {
    let whole = type.contains(".") ? type : "hearth.test.json." + type
    return String(decoding: try JSONTranscoder(Schema.everyKind).json(from: bytes[...], of: whole), as: UTF8.self)
}

func bytes(_ type: String, _ json: String) throws -> [UInt8] {
    let whole = type.contains(".") ? type : "hearth.test.json." + type
    return try JSONTranscoder(Schema.everyKind).message(from: Array(json.utf8)[...], of: whole)
}

/// JSON that is read and written again.
func again(_ type: String, _ text: String) throws -> String { try json(type, try bytes(type, text)) }

/// The error for refused JSON.
func refusal(_ type: String, _ text: String) -> JSONError? {
    do {
        _ = try bytes(type, text)
        return nil
    } catch {
        return error as? JSONError
    }
}

/// The error for refused bytes.
func refusal(_ type: String, _ content: [UInt8]) -> JSONError? {
    do {
        _ = try json(type, content)
        return nil
    } catch {
        return error as? JSONError
    }
}
