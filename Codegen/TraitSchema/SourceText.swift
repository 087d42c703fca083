/// The text of a schema file. The caller reads the file.
public struct SourceText: Sendable {
    /// The file's name in messages.
    public var file: String
    /// The bytes, expected to be UTF-8. Others are reported, but do not stop the parser.
    public var bytes: [UInt8]

    public init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
    }

    public init(file: String, _ text: String) {
        self.init(file: file, bytes: Array(text.utf8))
    }
}
