/// The text of one schema file, as it was handed in: reading files is the caller's part.
public struct SourceText: Sendable {
    /// Shown in messages.
    public var file: String
    /// Meant to be UTF-8; what is not is reported, never a reason to stop.
    public var bytes: [UInt8]

    public init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
    }

    public init(file: String, _ text: String) {
        self.init(file: file, bytes: Array(text.utf8))
    }
}
