internal import HearthBase

/// The output queue: heads and messages between answers, and the body of the answer in progress. Pieces of a body stay
/// shared and uncopied until they are taken; the pieces between two takings form one chunk.
struct AnswerQueue {
    /// Sent before the body.
    private var text: [UInt8] = []
    /// Sent after the answer in progress.
    private var behind: [UInt8] = []
    private var pieces = FIFO<[UInt8]>()
    /// The bytes of the first piece that are already taken.
    private var offset = 0
    private var isChunked = false
    /// Whether an answer has begun and its end is not taken.
    private(set) var isInAnswer = false
    private var isEnded = false

    /// Queued bytes of the body.
    private(set) var bodyBytes = 0

    var isEmpty: Bool { text.isEmpty && !isInAnswer }
    /// Whether there is something to take.
    var hasOutput: Bool { !text.isEmpty || bodyBytes > 0 || isInAnswer && isEnded }
    /// Approximate number of queued bytes.
    var waitingBytes: Int { text.count + behind.count + bodyBytes }

    mutating func beginAnswer(chunked: Bool, _ head: (inout [UInt8]) -> Void) {
        head(&text)
        isInAnswer = true
        isEnded = false
        isChunked = chunked
    }

    mutating func append(body piece: [UInt8]) {
        guard isInAnswer, !isEnded, !piece.isEmpty else { return }
        bodyBytes += piece.count
        pieces.append(piece)
    }

    mutating func endAnswer() { isEnded = true }

    /// Appends a message between answers: at once, or after the answer in progress.
    mutating func appendMessage(_ message: (inout [UInt8]) -> Void) {
        if isInAnswer { message(&behind) } else { message(&text) }
    }

    /// Ends the answer in progress without its proper end.
    mutating func cut() {
        isInAnswer = false
        behind = []
        pieces.removeAll()
        bodyBytes = 0
        offset = 0
    }

    /// The result of a taking.
    struct Taken {
        /// The number of body bytes in it.
        var bodyBytes = 0
        /// Whether it includes the answer's end.
        var endsAnswer = false
    }

    /// Appends the queued output to `out`; body bytes only until `out` has `limit` bytes.
    mutating func take(into out: inout [UInt8], limit: Int) -> Taken {
        var taken = Taken()
        takeText(into: &out)
        let count = min(bodyBytes, max(limit - out.count, 0))
        if count > 0 {
            taken.bodyBytes = count
            if isChunked {
                out.append(contentsOf: String(count, radix: 16).utf8)
                Self.appendLineEnd(to: &out)
            }
            takeBody(count, into: &out)
            if isChunked { Self.appendLineEnd(to: &out) }
        }
        guard isInAnswer, isEnded, bodyBytes == 0 else { return taken }
        if isChunked { out.append(contentsOf: "0\r\n\r\n".utf8) }
        isInAnswer = false
        taken.endsAnswer = true
        swap(&text, &behind)
        takeText(into: &out)
        return taken
    }

    private mutating func takeText(into out: inout [UInt8]) {
        guard !text.isEmpty else { return }
        out.append(contentsOf: text)
        text.removeAll(keepingCapacity: text.capacity <= 1 << 10)
    }

    private mutating func takeBody(_ count: Int, into out: inout [UInt8]) {
        var left = count
        while left > 0, let piece = pieces.first {
            let end = min(offset + left, piece.count)
            out.append(contentsOf: piece[offset..<end])
            left -= end - offset
            offset = end
            guard end == piece.count else { break }
            _ = pieces.popFirst()
            offset = 0
        }
        bodyBytes -= count
    }

    private static func appendLineEnd(to out: inout [UInt8]) {
        out.append(UInt8(ascii: "\r"))
        out.append(UInt8(ascii: "\n"))
    }
}
