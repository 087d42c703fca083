internal import HearthBase

/// The unsent bytes of a body, in order. Large pieces stay shared and uncopied. Small ones that wait behind others are
/// joined into one piece: a thousand arrays cost more than the copy.
struct BodyQueue {
    // Always the front; empty only when the queue is. `middle` and `last` follow.
    private var first: [UInt8] = []
    private var offset = 0
    private var middle = FIFO<[UInt8]>()
    /// Small pieces, joined.
    private var last: [UInt8] = []

    /// The largest size of a small piece, in bytes.
    static let small = 1 << 10

    var isEmpty: Bool { first.isEmpty }

    /// The number of queued bytes.
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

    /// Copies queued bytes to `buffer` as far as it has room; returns how many.
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
