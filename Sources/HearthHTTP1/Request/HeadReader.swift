internal import HearthBase

/// Parses the head of a request incrementally, line by line. Memory grows with the bytes received.
struct HeadReader {
    enum Step {
        case incomplete
        case whole(HTTP1Request, BodyReader)
    }

    private var options: HTTP1Options
    private var scan = LineScan()
    /// Bytes of the parsed lines.
    private var size = 0
    private var method: HTTP1Method?
    private var fields = 0
    private var block: [UInt8] = []

    // The fields about the connection and the body.
    private var hasHost = false
    private var contentLength: Int?
    private var transferEncoding: TransferEncoding?
    private var wantsClose = false
    private var expectsContinue = false

    private enum TransferEncoding {
        case chunked
        case other
    }

    init(_ options: HTTP1Options) {
        self.options = options
        // The block stores the length of a name in two bytes.
        self.options.maxHeadBytes = min(options.maxHeadBytes, 0xFFFF)
    }

    /// Whether any byte has arrived.
    var hasBegun: Bool { size > 0 || scan.length > 0 }

    /// Parses from `position`, and advances it past the parsed bytes.
    mutating func read(_ bytes: [UInt8], at position: inout Int) throws(HTTP1Error) -> Step {
        let classes = ByteClass.table
        while true {
            let line = scan.line(in: bytes, from: position)
            // Checked before the line itself, whether complete or not, so that the result does not depend on how the
            // bytes arrive.
            if method == nil, scan.length > options.maxTargetBytes &+ RequestLine.mostBesideTarget {
                throw RequestLine.tooLong(options)
            }
            guard size &+ scan.length <= options.maxHeadBytes else {
                throw HTTP1Error(431, "the request's head is larger than \(options.maxHeadBytes) bytes")
            }
            switch line {
            case .incomplete: return .incomplete
            case .bare: throw .bareLineFeed
            case .whole(let range):
                size &+= scan.length
                position &+= scan.length
                if let method {
                    guard !range.isEmpty else { return try finish(method) }
                    try field(bytes, range, classes)
                } else {
                    let line = try RequestLine(bytes, range, options, classes)
                    method = line.method
                    // Slightly more than the lines: each field has 6 bytes instead of a colon, a space and CRLF.
                    block.reserveCapacity(min(bytes.count &- range.lowerBound, options.maxHeadBytes) &+ 256)
                    append(":method", Array(line.method.rawValue.utf8), 0..<line.method.rawValue.utf8.count)
                    append(":path", bytes, line.target)
                }
            }
        }
    }

    // MARK: Fields

    private mutating func field(_ bytes: [UInt8], _ range: Range<Int>, _ classes: [UInt8]) throws(HTTP1Error) {
        fields &+= 1
        guard fields <= options.maxFields else {
            throw HTTP1Error(431, "the request has more than \(options.maxFields) header fields")
        }
        let line = try FieldLine(bytes, range, classes)
        let name = append(line, bytes, classes)
        // The length excludes most names without a comparison.
        switch line.name.count {
        case 4:
            guard isNamed("host", name) else { return }
            guard !hasHost else { throw .malformed("the request has two Host fields") }
            guard !line.value.isEmpty else { throw .malformed("the field Host is empty") }
            hasHost = true
            drop(name)
            append(":authority", bytes, line.value)
        case 6:
            if isNamed("expect", name) {
                try expect(bytes[line.value])
                drop(name)
            }
        case 7: if isNamed("upgrade", name) { drop(name) }
        case 10:
            if isNamed("connection", name) {
                if Self.hasClose(bytes[line.value]) { wantsClose = true }
                drop(name)
            } else if isNamed("keep-alive", name) {
                drop(name)
            }
        case 14:
            if isNamed("content-length", name) { try contentLength(bytes[line.value], line) }
        case 16: if isNamed("proxy-connection", name) { drop(name) }
        case 17:
            guard isNamed("transfer-encoding", name) else { return }
            let isChunked = bytes[line.value].elementsEqual("chunked".utf8) && !line.hasBlanksBehind
            transferEncoding = isChunked && transferEncoding == nil ? .chunked : .other
            drop(name)
        default: break
        }
    }

    /// `1*DIGIT` (RFC 9110, section 8.6). A number that exceeds `Int` is larger than any body may be.
    private mutating func contentLength(_ value: ArraySlice<UInt8>, _ line: FieldLine) throws(HTTP1Error) {
        guard contentLength == nil else { throw .malformed("the request has two Content-Length fields") }
        var length = 0
        for byte in value {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else {
                throw .malformed("the Content-Length is not a number")
            }
            let (product, overflow) = length.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int(byte &- UInt8(ascii: "0")))
            length = overflow || carry ? .max : sum
        }
        // Parsers differ in whether they ignore blanks here.
        guard !value.isEmpty, !line.hasBlanksBehind else { throw .malformed("the Content-Length is not a number") }
        contentLength = length
    }

    private mutating func expect(_ value: ArraySlice<UInt8>) throws(HTTP1Error) {
        guard Self.isEqual(value, "100-continue") else {
            throw HTTP1Error(417, "the only supported expectation is 100-continue")
        }
        expectsContinue = true
    }

    /// Whether a Connection field lists `close`.
    private static func hasClose(_ value: ArraySlice<UInt8>) -> Bool {
        if isEqual(value, "keep-alive") { return false }
        return value.split(separator: UInt8(ascii: ",")).contains { option in
            let start = option.firstIndex { !FieldLine.isBlank($0) } ?? option.endIndex
            let end = option.lastIndex { !FieldLine.isBlank($0) } ?? start
            return start < option.endIndex && isEqual(option[start...end], "close")
        }
    }

    /// Compares bytes with lower-case text, ignoring case.
    private static func isEqual(_ bytes: ArraySlice<UInt8>, _ text: StaticString) -> Bool {
        guard bytes.count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { text in zip(bytes, text).allSatisfy { $0 | 0x20 == $1 | 0x20 } }
    }

    private mutating func finish(_ method: HTTP1Method) throws(HTTP1Error) -> Step {
        guard hasHost else { throw .malformed("the field Host is missing") }
        let body: BodyReader
        switch (transferEncoding, contentLength) {
        case (.some, .some): throw .malformed("the request has both Content-Length and Transfer-Encoding")
        case (.other, nil): throw HTTP1Error(501, "the only supported transfer encoding is chunked")
        case (.chunked, nil): body = BodyReader(chunkedUpTo: options.maxBodyBytes)
        case (nil, let length):
            guard length ?? 0 <= options.maxBodyBytes else { throw .bodyTooLarge(options.maxBodyBytes) }
            body = BodyReader(length: length ?? 0)
        }
        let request = HTTP1Request(
            method: method, block: HeaderBlock(bytes: block), hasBody: !body.isWhole,
            expectsContinue: expectsContinue && !body.isWhole, wantsClose: wantsClose)
        return .whole(request, body)
    }

    // MARK: The block

    /// Appends a field with its name in lower case; returns the range of the name.
    private mutating func append(_ line: FieldLine, _ bytes: [UInt8], _ classes: [UInt8]) -> Range<Int> {
        appendLengths(name: line.name.count, value: line.value.count)
        let start = block.count
        block.append(contentsOf: bytes[line.name])
        let name = start..<block.count
        if line.hasUpperCase {
            for index in name where classes[Int(block[index])] & ByteClass.upperCase != 0 { block[index] |= 0x20 }
        }
        block.append(contentsOf: bytes[line.value])
        return name
    }

    private mutating func append(_ name: StaticString, _ bytes: [UInt8], _ value: Range<Int>) {
        appendLengths(name: name.utf8CodeUnitCount, value: value.count)
        name.withUTF8Buffer { block.append(contentsOf: $0) }
        block.append(contentsOf: bytes[value])
    }

    private mutating func appendLengths(name: Int, value: Int) {
        // In range: `init` limits the size of a head to what these can hold.
        block.append(UInt8(truncatingIfNeeded: name))
        block.append(UInt8(truncatingIfNeeded: name >> 8))
        block.append(UInt8(truncatingIfNeeded: value))
        block.append(UInt8(truncatingIfNeeded: value >> 8))
        block.append(UInt8(truncatingIfNeeded: value >> 16))
        block.append(UInt8(truncatingIfNeeded: value >> 24))
    }

    /// Whether a name in the block equals this text.
    private func isNamed(_ text: StaticString, _ name: Range<Int>) -> Bool {
        guard name.count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { text in
            var index = name.lowerBound
            for byte in text {
                if block[index] != byte { return false }
                index &+= 1
            }
            return true
        }
    }

    /// Removes the last field, given the range of its name.
    private mutating func drop(_ name: Range<Int>) {
        block.removeLast(block.count &- name.lowerBound &+ HeaderBlock.entryPrefix)
    }
}
