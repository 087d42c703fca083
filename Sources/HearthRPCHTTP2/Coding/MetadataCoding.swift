internal import HearthBase
internal import HearthHTTP2
internal import HearthRPC

/// Converts metadata to and from header fields.
enum MetadataCoding {
    /// The largest metadata, counted as HTTP/2 does, beside gRPC's own fields. nghttp2 encodes no header block of more
    /// than 64 KiB, and a stream whose block it refuses would stay open without an answer.
    static let maxBytes = 56 << 10

    private static func size(_ metadata: Metadata?) -> Int {
        guard let metadata else { return 0 }
        return metadata.entries.reduce(0) { size, entry in
            let value =
                switch entry.value {
                case .text(let text): text.utf8.count
                case .binary(let bytes): bytes.count / 3 * 4 + 4
                }
            return size + entry.name.utf8.count + value + 32
        }
    }

    /// The error for a request's metadata that is too large; nil otherwise.
    static func failure(_ metadata: Metadata) -> RPCError? {
        metadata.isEmpty ? nil : tooLarge(size(metadata))
    }

    /// The error for a response whose metadata is too large; nil otherwise. An error of the call keeps its status,
    /// without its metadata.
    static func failure(headers: Metadata?, trailers: Metadata?, _ error: RPCError?) -> RPCError? {
        let sizes = max(size(headers), size(trailers) + size(error?.metadata))
        guard let failure = tooLarge(sizes) else { return nil }
        return error.map { RPCError($0.code, $0.message, details: $0.details) } ?? failure
    }

    private static func tooLarge(_ size: Int) -> RPCError? {
        guard size > maxBytes else { return nil }
        return RPCError(
            .resourceExhausted, "metadata of \(size) bytes cannot be sent; the limit is \(maxBytes) bytes")
    }

    static func append(_ metadata: Metadata, to fields: inout [(name: String, value: [UInt8])]) {
        for entry in metadata.entries {
            switch entry.value {
            case .text(let text): fields.append((entry.name, Array(text.utf8)))
            case .binary(let bytes): fields.append((entry.name, Base64.encode(bytes, isPadded: false)))
            }
        }
    }

    /// The application's fields. Malformed ones are left out: see ``malformed(_:)``.
    static func metadata(_ block: HeaderBlock) -> Metadata {
        var metadata = Metadata()
        var position = 0
        while let field = block.field(at: &position) {
            guard block.bytes[field.name.lowerBound..<field.name.upperBound].first != UInt8(ascii: ":") else {
                continue
            }
            let name = block.text(field.name)
            if name.hasSuffix("-bin") {
                // Several values of one name may be joined (gRPC over HTTP/2, "Custom-Metadata").
                for part in block.bytes[field.value].split(
                    separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
                {
                    if let bytes = Base64.decode(trimmed(part)) { metadata.add(name, bytes) }
                }
            } else {
                metadata.add(name, block.text(field.value))
            }
        }
        return metadata
    }

    /// The name of the first `-bin` field whose value is not base64, or nil.
    static func malformed(_ block: HeaderBlock) -> String? {
        var position = 0
        while let field = block.field(at: &position) {
            let name = block.bytes[field.name]
            guard name.count > 4, name.suffix(4).elementsEqual("-bin".utf8) else { continue }
            let parts = block.bytes[field.value].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            if !parts.allSatisfy({ Base64.decode(trimmed($0)) != nil }) { return block.text(field.name) }
        }
        return nil
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text
        while text.first == UInt8(ascii: " ") { text.removeFirst() }
        while text.last == UInt8(ascii: " ") { text.removeLast() }
        return text
    }
}
