internal import BenchMessages
internal import HearthRPC
internal import Synchronization

/// Serves bench.Bench through the generated stubs and the public API.
final class BenchService: Bench_BenchService {
    private struct Subscribers {
        var streams: [Int: RPCStream<Bench_Event>] = [:]
        var nextID = 0
    }

    private let subscribers = Mutex(Subscribers())

    func echo(_ request: Bench_Blob, context: ServerContext) async throws -> Bench_Blob { request }

    func stream(
        _ request: Bench_StreamReq, writer: RPCWriter<Bench_Event>, context: ServerContext
    ) async throws {
        var event = Bench_Event(pad: [UInt8](repeating: UInt8(ascii: "x"), count: Int(request.size)))
        guard request.count > 0 else { return }
        for number in 1...request.count {
            event.seq = number
            event.tNs = number
            try await writer.write(event)
        }
    }

    /// Hands over the stream, which then needs a record but no task.
    func subscribe(
        _ request: Bench_StreamReq, writer: RPCWriter<Bench_Event>, context: ServerContext
    ) async throws {
        let stream = try writer.handOver()
        let id = subscribers.withLock { subscribers in
            subscribers.nextID += 1
            subscribers.streams[subscribers.nextID] = stream
            return subscribers.nextID
        }
        stream.onEnd { [weak self] _ in self?.subscribers.withLock { _ = $0.streams.removeValue(forKey: id) } }
    }

    /// Encodes the event once; all streams share the bytes.
    func publish(_ request: Bench_Event, context: ServerContext) async throws -> Bench_Ack {
        let frame = request.frame
        let streams = subscribers.withLock { $0.streams }
        for stream in streams.values { stream.write(encoded: frame) }
        return Bench_Ack(n: UInt64(streams.count))
    }
}
