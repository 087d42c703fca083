/// A request to a camera (RFC 2326, section 6).
struct RTSPRequest: Hashable, Sendable {
    var method: String
    /// The target, as the first line has it.
    var uri: String
    /// Fields besides `CSeq`, `Authorization` and `User-Agent`.
    var fields: [RTSPResponse.Field] = []

    /// The bytes of the request.
    func bytes(sequence: Int, authorization: String?) -> [UInt8] {
        var lines = ["\(method) \(uri) RTSP/1.0", "CSeq: \(sequence)", "User-Agent: Hearth"]
        if let authorization { lines.append("Authorization: \(authorization)") }
        lines += fields.map { "\($0.name): \($0.value)" }
        // A line break in a value would begin another field, or another request.
        return [UInt8]((lines.map { $0.filter { !$0.isNewline } }.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
