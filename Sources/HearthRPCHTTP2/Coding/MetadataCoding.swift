internal import HearthBase
internal import HearthHTTP2
internal import HearthRPC

/// How metadata stands among header fields.
enum MetadataCoding {
    /// The most bytes of metadata, counted as HTTP/2 does, that are sent beside the fields of gRPC itself. The library
    /// makes no header block of more than 64 KiB, and a stream whose block it refuses would stay open without an answer.
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

    /// Why a request's metadata cannot be sent; nil when it can.
    static func failure(_ metadata: Metadata) -> RPCError? {
        metadata.isEmpty ? nil : tooLarge(size(metadata))
    }

    /// What a response ends with whose metadata cannot be sent; nil when it can. An error stays, without its metadata.
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

    /// The fields that are an application's. What is not as it must be is left out: see ``malformed(_:)``.
    static func metadata(_ block: HeaderBlock) -> Metadata {
        var metadata = Metadata()
        var position = 0
        while let field = block.field(at: &position) {
            guard block.bytes[field.name.lowerBound..<field.name.upperBound].first != UInt8(ascii: ":") else {
                continue
            }
            let name = block.text(field.name)
            if name.hasSuffix("-bin") {
                // Several values of one name may have been joined (gRPC over HTTP/2, "Custom-Metadata").
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

    /// The name of a `-bin` field whose value is not base64.
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
