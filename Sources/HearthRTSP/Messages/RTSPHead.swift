/// The head of a message: its first line and fields.
struct RTSPHead: Hashable, Sendable {
    var firstLine: String
    var fields: [RTSPResponse.Field]
    /// The bytes of the body that follows.
    var bodyBytes: Int

    private static let mostFields = 64

    /// Reads a head. Lines that are no fields are left out, because cameras send them.
    ///
    /// - Parameters:
    ///   - bytes: the lines up to the empty one.
    ///   - mostBody: the most bytes of a body.
    init(_ bytes: ArraySlice<UInt8>, mostBody: Int) throws(RTSPError) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)[...]
        firstLine = Self.trimmed(lines.popFirst() ?? [])
        fields = []
        for line in lines {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            guard fields.count < Self.mostFields else {
                throw RTSPError(
                    .malformed, "the camera's answer has more than \(Self.mostFields) fields", wayOut: "try again")
            }
            let name = Self.trimmed(line[..<colon]).lowercased()
            fields.append(RTSPResponse.Field(name: name, value: Self.trimmed(line[(colon + 1)...])))
        }
        bodyBytes = 0
        guard let length = fields.first(where: { $0.name == "content-length" })?.value else { return }
        guard let count = Int(length), count >= 0, count <= mostBody else {
            throw RTSPError(
                .malformed, "the camera's answer has a body longer than \(mostBody) bytes", wayOut: "try again")
        }
        bodyBytes = count
    }

    /// The status and its words, if this is a response.
    var status: (code: Int, reason: String)? {
        let parts = firstLine.split(separator: " ", maxSplits: 2)
        guard parts.count >= 2, parts[0].hasPrefix("RTSP/1."), parts[1].utf8.count == 3, let code = Int(parts[1]),
            code >= 100
        else { return nil }
        return (code, parts.count > 2 ? String(decoding: parts[2].utf8.prefix(100), as: UTF8.self) : "")
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
        var bytes = bytes.drop(while: isSpace)
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
