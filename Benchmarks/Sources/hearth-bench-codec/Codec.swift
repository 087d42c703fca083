internal import BenchMessages
internal import BenchSample
internal import HearthMessage

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Writes and reads generated messages on request: each line of input names a message, a direction and a count, and is
/// answered with the nanoseconds for one message.
@main struct Codec {
    static func main() throws {
        while let line = readLine() {
            let words = line.split(separator: " ")
            guard words.count == 3, let count = Int(words[2]) else { throw UnknownRequest(line: line) }
            switch (words[0], words[1]) {
            case ("scalar8", "encode"): print(encode(Bench_Scalar8.filled, count))
            case ("scalar8", "decode"): print(try decode(Bench_Scalar8.filled, count))
            case ("sample", "encode"): print(encode(Bench.SampleTrait.SampleStruct.filled, count))
            case ("sample", "decode"): print(try decode(Bench.SampleTrait.SampleStruct.filled, count))
            default: throw UnknownRequest(line: line)
            }
            fflush(nil)
        }
    }

    static func encode(_ message: some Message, _ count: Int) -> Double {
        var bytes = 0
        let start = now()
        for _ in 0..<count { bytes &+= message.serialized().count }
        let end = now()
        return bytes == 0 ? 0 : (end - start) / Double(count)
    }

    static func decode<M: Message>(_ message: M, _ count: Int) throws -> Double {
        let bytes = message.serialized()
        var last = M()
        let start = now()
        for _ in 0..<count { last = try M(serialized: bytes.span.bytes) }
        let end = now()
        guard last == message else { throw UnknownRequest(line: "encoding and decoding changed the message") }
        return (end - start) / Double(count)
    }

    /// The nanoseconds of CPU that this thread has used.
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

struct UnknownRequest: Error {
    var line: String
}
