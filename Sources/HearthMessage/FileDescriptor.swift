/// A `.proto` file as protobuf's tools and gRPC's server reflection exchange it: an encoded
/// `google.protobuf.FileDescriptorProto`, with the files it imports. Generated code holds one for each file.
public struct FileDescriptor: Sendable {
    /// Below the import root: "hearth/v1/home.proto".
    public let path: String
    /// The files it imports.
    public let dependencies: [FileDescriptor]
    private let content: @Sendable () -> [UInt8]

    /// A file whose bytes are made when they are asked for.
    public init(path: String, dependencies: [FileDescriptor], serialized: @escaping @Sendable () -> [UInt8]) {
        self.path = path
        self.dependencies = dependencies
        content = serialized
    }

    /// A file of generated code, which has the bytes in base64 (RFC 4648 §4); what is no letter of it is skipped.
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
