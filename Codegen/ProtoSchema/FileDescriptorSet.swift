/// The descriptors of a pool's files in protobuf's own form, byte for byte as protoc writes them: what tools and
/// gRPC server reflection exchange.
///
/// `google/protobuf/descriptor.proto` is left out: it is proto2, and every protobuf library has it built in.
public struct FileDescriptorSet: Sendable {
    private let pool: DescriptorPool
    private let files: [String: ProtoFile]

    /// - Parameter pool: has no diagnostics, or what is wrong in it is wrong or missing in the descriptors too.
    public init(_ pool: DescriptorPool) {
        self.pool = pool
        files = Dictionary(pool.files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The paths of the files and of all they import, each after what it imports itself.
    public func paths(for roots: [String]) -> [String] {
        var result: [String] = []
        var known: Set<String> = [WellKnown.descriptorFile]
        // Without recursion: a chain of imports may be as long as its author likes.
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

    /// The `google.protobuf.FileDescriptorProto` of one file; nil for a file that the pool does not have.
    public func descriptor(of path: String) -> [UInt8]? {
        guard path != WellKnown.descriptorFile, let file = files[path] else { return nil }
        var encoder = DescriptorEncoder(file, pool: pool)
        return encoder.encode()
    }

    /// A `google.protobuf.FileDescriptorSet` of the files and all they import.
    public func bytes(for roots: [String]) -> [UInt8] {
        var writer = WireWriter()
        for path in paths(for: roots) {
            if let content = descriptor(of: path) { writer.delimited(1, content) }
        }
        return writer.bytes
    }
}
