/// A `.proto` file in the form that protobuf's tools and gRPC's server reflection use: an encoded
/// `google.protobuf.FileDescriptorProto`, with the files it imports. Generated code has one for each file.
public struct FileDescriptor: Sendable {
    /// The path below the import root: "hearth/v1/home.proto".
    public let path: String
    /// The files it imports.
    public let dependencies: [FileDescriptor]
    private let content: @Sendable () -> [UInt8]

    /// Creates a file whose bytes are computed on demand.
    public init(path: String, dependencies: [FileDescriptor], serialized: @escaping @Sendable () -> [UInt8]) {
        self.path = path
        self.dependencies = dependencies
        content = serialized
    }

    /// Creates a file of generated code, with the bytes in base64 (RFC 4648, section 4). Other characters are skipped.
    public init(path: String, dependencies: [FileDescriptor], base64: StaticString) {
        self.init(path: path, dependencies: dependencies) { Self.decode("\(base64)") }
    }

    /// The encoded `google.protobuf.FileDescriptorProto`.
    public var serialized: [UInt8] { content() }

    private static func decode(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        for letter in text.utf8 {
            let value: UInt8
            switch letter {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = letter - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = letter - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = letter - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            default: continue
            }
            bits = bits << 6 | UInt32(value)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
        return result
    }
}
