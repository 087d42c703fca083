internal import HearthBase

/// The bytes of a body that are not sent, in their order. Large pieces stay as they came, and shared; small ones that wait
/// behind others are copied into one piece: a thousand arrays cost more than the copy.
struct BodyQueue {
    // Always the front; empty only when there is nothing at all. Then come `middle` and `last`.
    private var first: [UInt8] = []
    private var offset = 0
    private var middle = FIFO<[UInt8]>()
    /// Small pieces, gathered.
    private var last: [UInt8] = []

    /// Up to how many bytes a piece is small.
    static let small = 1 << 10

    var isEmpty: Bool { first.isEmpty }

    /// How many bytes there are.
    private(set) var count = 0

    mutating func append(_ piece: [UInt8]) {
        count += piece.count
        if first.isEmpty {
            first = piece
        } else if piece.count <= Self.small {
            if last.isEmpty { last.reserveCapacity(8 * piece.count) }  // in range: it is a small one
            last.append(contentsOf: piece)
        } else {
            if !last.isEmpty {
                middle.append(last)
                last = []
            }
            middle.append(piece)
        }
    }

    mutating func removeAll() {
        guard !isEmpty else { return }
        self = BodyQueue()
    }

    /// Copies what there is to `buffer`, as far as it has room; the answer is how much.
    mutating func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        while count < buffer.count, !first.isEmpty {
            let piece = first.withUnsafeBytes { bytes in
                let piece = min(bytes.count &- offset, buffer.count &- count)
                UnsafeMutableRawBufferPointer(rebasing: buffer[count..<(count &+ piece)])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset &+ piece)]))
                return piece
            }
            count &+= piece
            offset &+= piece
            if offset == first.count { advance() }
        }
        self.count &-= count
        return count
    }

    private mutating func advance() {
        offset = 0
        if let next = middle.popFirst() {
            first = next
        } else {
            first = last
            last = []
        }
    }
}
