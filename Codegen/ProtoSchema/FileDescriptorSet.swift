internal import HearthBase

/// The descriptors of a pool's files in protobuf's encoding, byte for byte as protoc writes them, for tools and gRPC
/// server reflection.
///
/// `google/protobuf/descriptor.proto` is left out: it is proto2, and every protobuf library contains it.
public struct FileDescriptorSet: Sendable {
    private let pool: DescriptorPool
    private let files: [String: ProtoFile]

    /// - Parameter pool: a pool without diagnostics; otherwise the descriptors have errors and gaps too.
    public init(_ pool: DescriptorPool) {
        self.pool = pool
        files = Dictionary(pool.files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The paths of the files and of all that they import, each after its own imports.
    public func paths(for roots: [String]) -> [String] {
        var result: [String] = []
        var known: Set<String> = [WellKnown.descriptorFile]
        // Without recursion, because a chain of imports may be of any length.
        var open = roots.reversed().map { (path: $0, isDone: false) }
        while let next = open.popLast() {
            if next.isDone {
                result.append(next.path)
            } else if known.insert(next.path).inserted, let file = files[next.path] {
                open.append((next.path, true))
                open += file.imports.reversed().map { ($0.path, false) }
            }
        }
        return result
    }

    /// The `google.protobuf.FileDescriptorProto` of a file; nil if the pool does not have it.
    public func descriptor(of path: String) -> [UInt8]? {
        guard path != WellKnown.descriptorFile, let file = files[path] else { return nil }
        var encoder = DescriptorEncoder(file, pool: pool)
        return encoder.encode()
    }

    /// A `google.protobuf.FileDescriptorSet` of the files and all that they import.
    public func bytes(for roots: [String]) -> [UInt8] {
        var writer = WireWriter()
        for path in paths(for: roots) {
            if let content = descriptor(of: path) { writer.delimited(1, content) }
        }
        return writer.bytes
    }
}
