/// The head of an answer: its status and fields (RFC 9112, sections 4 and 5).
package struct HTTP1Response: Hashable, Sendable {
    /// From 100 to 599.
    package var status: Int
    /// The values of fields by their names in lower case; those of repeated fields are joined with commas (RFC 9110,
    /// section 5.3).
    package var fields: [String: String]

    package init(status: Int, fields: [String: String] = [:]) {
        self.status = status
        self.fields = fields
    }

    /// The words of a field that is a list, in lower case.
    package func words(_ field: String) -> [String] {
        (fields[field] ?? "").lowercased().split(separator: ",").map { word in
            let start = word.drop { $0 == " " || $0 == "\t" }
            return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
        }
    }
}

/// Parses the head of an answer incrementally, line by line.
package struct ResponseHeadReader: Sendable {
    /// The longest head in bytes, and the most fields.
    static let maxBytes = 16 << 10
    static let maxFields = 100

    private var scan = LineScan()
    /// Bytes of the parsed lines.
    private var size = 0
    private var fieldCount = 0
    private var response: HTTP1Response?

    package init() {}

    /// Whether any byte has arrived.
    var hasBegun: Bool { size > 0 || scan.length > 0 }

    /// Parses from `position`, and advances it past the parsed bytes. Returns nil when it needs more bytes.
    package mutating func read(_ bytes: [UInt8], at position: inout Int) throws(HTTP1ClientError) -> HTTP1Response? {
        while true {
            let line = scan.line(in: bytes, from: position)
            guard size &+ scan.length <= Self.maxBytes else {
                throw HTTP1ClientError(.tooLarge, "the head of the answer exceeds \(Self.maxBytes) bytes")
            }
            switch line {
            case .incomplete: return nil
            case .bare: throw HTTP1ClientError(.malformed, HTTP1Error.bareLineFeed.message)
            case .whole(let range):
                size &+= scan.length
                position &+= scan.length
                guard response != nil else {
                    response = HTTP1Response(status: try Self.status(bytes[range]))
                    continue
                }
                guard !range.isEmpty else { return response.take() }
                try field(bytes, range)
            }
        }
    }

    /// `HTTP/1.1 200 OK`; the reason may be missing.
    private static func status(_ line: ArraySlice<UInt8>) throws(HTTP1ClientError) -> Int {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        let version = parts.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard parts.count >= 2, ["HTTP/1.1", "HTTP/1.0"].contains(version), parts[1].count == 3,
            let status = Int(String(decoding: parts[1], as: UTF8.self)), (100...599).contains(status)
        else { throw HTTP1ClientError(.malformed, "the server does not answer in HTTP/1.1") }
        return status
    }

    private mutating func field(_ bytes: [UInt8], _ range: Range<Int>) throws(HTTP1ClientError) {
        fieldCount &+= 1
        guard fieldCount <= Self.maxFields else {
            throw HTTP1ClientError(.tooLarge, "the answer has more than \(Self.maxFields) header fields")
        }
        let line: FieldLine
        do throws(HTTP1Error) {
            line = try FieldLine(bytes, range, ByteClass.table)
        } catch {
            throw HTTP1ClientError(.malformed, error.message)
        }
        let name = String(decoding: bytes[line.name], as: UTF8.self).lowercased()
        let value = String(decoding: bytes[line.value], as: UTF8.self)
        let former = response?.fields[name]
        response?.fields[name] = former.map { "\($0), \(value)" } ?? value
    }
}
