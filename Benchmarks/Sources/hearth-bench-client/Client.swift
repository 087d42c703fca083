internal import BenchMessages
internal import HearthEventLoop
internal import HearthRPC
internal import HearthRPCHTTP2

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// `hearth-bench-client PORT STREAMS COUNT`: makes unary calls through the generated client, STREAMS at a time on one
/// connection. The tasks prefer the connection's loop, as in a program that mostly makes calls.
@main
struct Client {
    static func main() async throws {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        guard numbers.count == 3, numbers.allSatisfy({ $0 > 0 }) else {
            print("usage: hearth-bench-client PORT STREAMS COUNT")
            return
        }
        let loop = try EventLoop.shared.get()
        let transport = try HTTP2Transport(connectingTo: "127.0.0.1:\(numbers[0])", loop: loop)
        let bench = Bench_BenchClient(RPCClient(transport: transport))
        do {
            try await measure(bench, loop, streams: numbers[1], count: numbers[2])
        } catch {
            print("hearth-bench-client: \(error)")
            exit(1)
        }
        await transport.close()
    }

    static func measure(_ bench: Bench_BenchClient, _ loop: EventLoop, streams: Int, count: Int) async throws {
        try await run(bench, loop, streams: streams, count: count / 10 + streams)
        let (start, used) = (ContinuousClock.now, cpu())
        try await run(bench, loop, streams: streams, count: count)
        let (time, cpuTime) = (start.duration(to: .now), cpu() - used)
        let made = Double(count / streams * streams)
        print("{\"rate\": \(made / (time / .seconds(1))), \"cpu\": \(cpuTime / made * 1e6)}")
    }

    static func run(_ bench: Bench_BenchClient, _ loop: EventLoop, streams: Int, count: Int) async throws {
        let request = Bench_Blob(body: [UInt8](repeating: UInt8(ascii: "e"), count: 30))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<streams {
                group.addTask(executorPreference: loop) {
                    for _ in 0..<(count / streams) {
                        guard try await bench.echo(request) == request else { throw WrongAnswer() }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// The seconds of CPU that this process has used.
    static func cpu() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

struct WrongAnswer: Error {}
