internal import HearthBase
internal import HearthHTTP2
internal import HearthRPC
@testable internal import HearthRPCHTTP2

private let limit = 4096

/// The messages of a body, and whether decoding failed.
private func messages(_ body: [UInt8], in sizes: [Int], _ encoding: MessageEncoding) -> (
    frames: [[UInt8]], failed: Bool
) {
    var deframer = Deframer(limit: limit)
    deframer.encoding = encoding
    var frames: [[UInt8]] = []
    var (start, turn) = (0, 0)
    while start < body.count {
        let end = min(body.count, start + max(1, sizes[turn % sizes.count]))
        turn += 1
        let chunk = Array(body[start..<end])
        var position = 0
        pieces: while true {
            let before = position
            switch deframer.next(chunk.span.bytes, at: &position) {
            case .frame(let frame):
                must(position > before, "a message of no bytes")
                must(frame.bytes.count <= limit + RPCFrame.prefixLength, "a message beyond the limit")
                frames.append(frame.bytes)
                // A message without the flag is complete. With the flag it inflates to at most the limit, or fails.
                if frame.bytes[0] == 1, let whole = try? Gzip.inflated(frame, limit: limit) {
                    must(whole.bytes.count <= limit + RPCFrame.prefixLength, "inflated beyond the limit")
                    if let again = try? Gzip.inflated(Gzip.deflated(whole), limit: limit),
                        Gzip.deflated(whole).bytes[0] == 1
                    {
                        must(again.bytes == whole.bytes, "deflating and inflating changes it")
                    }
                }
            case .needsMore:
                must(position == chunk.count, "bytes were left")
                break pieces
            case .failure: return (frames, true)
            }
        }
        start = end
    }
    return (frames, false)
}

func fuzzDeframer(_ bytes: [UInt8]) {
    var pieces = Pieces(bytes)
    let encodings = [MessageEncoding.identity, .gzip, MessageEncoding("x")]
    let encoding = encodings[Int(pieces.byte()) % encodings.count]
    let sizes = [Int(pieces.byte()), Int(pieces.byte()), 7]
    let body = pieces.bytes(bytes.count)
    let whole = messages(body, in: [body.count], encoding)
    let cut = messages(body, in: sizes, encoding)
    must(whole.frames == cut.frames && whole.failed == cut.failed, "the result depends on the pieces")
}

func fuzzHeaderValues(_ bytes: [UInt8]) {
    if let duration = TimeoutCoding.decode(bytes[...]) {
        must(duration >= .zero, "a negative time")
        let again = TimeoutCoding.decode(TimeoutCoding.encode(duration)[...])
        // A duration of zero is written as the smallest possible one.
        must(
            again.map { $0 <= max(duration, .nanoseconds(1)) } ?? false,
            "a time that grew: \(duration) to \(String(describing: again))")
    }
    let text = PercentCoding.decode(bytes[...])
    must(PercentCoding.decode(PercentCoding.encode(text)[...]) == text, "percent-coding changes it")
    must(PercentCoding.encode(text).allSatisfy { $0 >= 0x20 && $0 <= 0x7E }, "more than printable ASCII")
    let coded = Base64.encode(bytes)
    must(Base64.decode(coded[...]) == bytes, "base64 changes it")
    if let decoded = Base64.decode(bytes[...]) {
        must(Base64.decode(Base64.encode(decoded)[...]) == decoded, "base64 changes it")
    }
    _ = MessageEncoding.acceptsGzip(bytes[...])
    // Decoding in pieces gives the same result as decoding at once.
    var (whole, pieces) = (Base64Stream(), Base64Stream())
    let atOnce = whole.decode(bytes.span.bytes)
    var byByte: [UInt8]? = []
    for byte in bytes {
        guard let more = pieces.decode([byte].span.bytes) else {
            byByte = nil
            break
        }
        byByte?.append(contentsOf: more)
    }
    must(atOnce == byByte, "decoding in pieces changes it")
}

func fuzzMetadata(_ bytes: [UInt8]) {
    let raw = HeaderBlock(bytes: bytes)
    _ = MetadataCoding.metadata(raw)
    _ = MetadataCoding.malformed(raw)
    _ = StatusCoding.status(raw, Metadata())
    var fields = Pieces(bytes)
    var block: [UInt8] = []
    while !fields.isEmpty {
        let (name, value) = (fields.bytes(Int(fields.byte() % 16)), fields.bytes(Int(fields.byte())))
        block += [UInt8(name.count), 0, UInt8(value.count), 0, 0, 0] + name + value
    }
    let whole = HeaderBlock(bytes: block)
    let metadata = MetadataCoding.metadata(whole)
    if MetadataCoding.malformed(whole) == nil {
        var again: [(name: String, value: [UInt8])] = []
        MetadataCoding.append(metadata, to: &again)
        must(again.count == metadata.entries.count, "fields were lost")
    }
    _ = StatusCoding.status(whole, metadata)
}
