internal import CZlib
internal import HearthRPC

/// Compresses messages with gzip (RFC 1952), each on its own. Callable from any thread.
///
/// Owns zlib's state, and is so the only file of this module that uses pointers.
package enum Gzip {
    /// The encodings that both ends can read, for `grpc-accept-encoding`.
    static let accepted = Array("identity,gzip".utf8)

    private static let gzipFormat: Int32 = 16
    /// The most that is inflated at once before the limit is checked again.
    private static let step = 64 << 10

    /// The message compressed, or unchanged where that does not make it smaller.
    static func deflated(_ frame: RPCFrame) -> RPCFrame {
        let length = frame.messageLength
        guard length > 32, length <= Int(Int32.max) else { return frame }
        // The window, and so zlib's memory, is no larger than the message needs: at most 256 KiB.
        var bits: Int32 = 9
        while bits < 15, 1 << Int(bits) < length { bits += 1 }
        let stream = Stream()
        guard stream.beginDeflating(windowBits: bits) else { return frame }
        var output = [UInt8](repeating: 0, count: RPCFrame.prefixLength)
        let result = stream.run(
            deflate, Z_FINISH, frame.bytes, from: RPCFrame.prefixLength, into: &output, room: length)
        return result.code == Z_STREAM_END ? RPCFrame(compressed: output) : frame
    }

    /// A file compressed as far as possible, for sending many times; nil where that does not make it smaller.
    package static func compressed(_ file: [UInt8]) -> [UInt8]? {
        guard !file.isEmpty, file.count <= Int(Int32.max) else { return nil }
        let stream = Stream()
        guard stream.beginDeflating(windowBits: 15, level: Z_BEST_COMPRESSION) else { return nil }
        var output: [UInt8] = []
        let result = stream.run(deflate, Z_FINISH, file, from: 0, into: &output, room: file.count - 1)
        return result.code == Z_STREAM_END ? output : nil
    }

    /// Inflates a compressed message. Its memory grows in steps up to the limit.
    /// - Throws: `RESOURCE_EXHAUSTED` if it exceeds the limit, `INTERNAL` if it is not gzip.
    static func inflated(_ frame: RPCFrame, limit: Int) throws(RPCError) -> RPCFrame {
        let stream = Stream()
        guard stream.beginInflating() else {
            throw RPCError(.resourceExhausted, "there is no memory for inflating a message")
        }
        var output = [UInt8](repeating: 0, count: RPCFrame.prefixLength)
        var position = RPCFrame.prefixLength
        while true {
            let length = output.count - RPCFrame.prefixLength
            guard length <= limit else {
                throw RPCError(
                    .resourceExhausted,
                    "a message of \(frame.messageLength) bytes inflates to more than the limit of \(limit) bytes")
            }
            // One byte more than the limit shows that the limit is exceeded.
            let growth = max(length, min(frame.messageLength &* 4, step), 256)
            let result = stream.run(
                inflate, Z_NO_FLUSH, frame.bytes, from: position, into: &output,
                room: min(growth, limit - length) &+ 1)
            position = frame.bytes.count - result.inputLeft
            if result.code == Z_STREAM_END, result.inputLeft == 0 {
                guard output.count - RPCFrame.prefixLength <= limit else { continue }
                return RPCFrame(inflated: output)
            }
            guard result.code == Z_OK, result.roomLeft == 0 else {
                throw RPCError(.internal, "a message marked as gzip cannot be inflated")
            }
        }
    }

    /// zlib's state for one message. It must not move in memory.
    private final class Stream {
        private let state = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        private var end: ((UnsafeMutablePointer<z_stream>) -> Int32)?

        init() { state.initialize(to: z_stream()) }

        deinit {
            _ = end?(state)
            state.deallocate()
        }

        func beginDeflating(windowBits: Int32, level: Int32 = Z_DEFAULT_COMPRESSION) -> Bool {
            let isReady =
                deflateInit2_(
                    state, level, Z_DEFLATED, windowBits + Gzip.gzipFormat, windowBits - 7,
                    Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
            if isReady { end = { deflateEnd($0) } }
            return isReady
        }

        func beginInflating() -> Bool {
            let isReady =
                inflateInit2_(state, 15 + Gzip.gzipFormat, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
            if isReady { end = { inflateEnd($0) } }
            return isReady
        }

        /// Appends at most `room` bytes to the output.
        func run(
            _ body: (z_streamp?, Int32) -> Int32, _ flush: Int32, _ input: [UInt8], from: Int,
            into output: inout [UInt8], room: Int
        ) -> (code: Int32, inputLeft: Int, roomLeft: Int) {
            var code = Z_STREAM_ERROR
            let room = min(room, Int(Int32.max))
            let before = output
            // A new array, because growing the old one would fill it with zeros first.
            output = [UInt8](unsafeUninitializedCapacity: before.count + room) { target, count in
                let target = UnsafeMutableRawBufferPointer(target)
                before.withUnsafeBytes { target.copyMemory(from: $0) }
                count = before.count
                input.withUnsafeBufferPointer { input in
                    guard let source = input.baseAddress, from <= input.count else { return }
                    state.pointee.next_in = UnsafeMutablePointer(mutating: source + from)
                    state.pointee.avail_in = UInt32(clamping: input.count - from)
                    state.pointee.next_out = target.baseAddress?.advanced(by: count).assumingMemoryBound(to: UInt8.self)
                    state.pointee.avail_out = UInt32(clamping: room)
                    code = body(state, flush)
                    count += room - Int(state.pointee.avail_out)
                }
            }
            return (code, Int(state.pointee.avail_in), Int(state.pointee.avail_out))
        }
    }
}
