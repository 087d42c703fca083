internal import HearthRPC

extension InteropCase {
    /// Many calls, and slow readers.
    static let load: [InteropCase] = [
        InteropCase("rpc_soak") { run in
            try await soak(run) { run.client }
        },
        InteropCase("channel_soak") { run in
            try await soak(run, run.connect, close: true)
        },
        InteropCase("concurrent_large_unary") { run in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<run.concurrentCalls { group.addTask { try await largeUnary(run.client) } }
                try await group.waitForAll()
            }
        },
        InteropCase("slow_consumer") { run in
            let sizes = [Int](repeating: 1030, count: run.slowAnswers)
            let reader = try await run.test.streamingOutputCall(
                Grpc_Testing_StreamingOutputCallRequest(sizes: sizes), options: InteropRun.options())
            for index in 0..<run.slowAnswers {
                try check(try await reader.next()?.payload, has: 1030, "answer \(index + 1)")
                try await Task.sleep(for: .milliseconds(1))
            }
            try check(try await reader.next() == nil, "too many answers")
        },
    ]

    /// Makes large calls one after the other. None may fail or take too long.
    private static func soak(
        _ run: InteropRun, _ channel: @Sendable () throws -> RPCClient, close: Bool = false
    ) async throws {
        var problems: [String] = []
        for index in 1...max(run.soakCalls, 1) {
            let client = try channel()
            let start = ContinuousClock.now
            do {
                try await largeUnary(client)
                let time = ContinuousClock.now - start
                if time > run.soakLatency { problems.append("call \(index) took \(time)") }
            } catch {
                problems.append("call \(index): \(error)")
            }
            if close { await client.close() }
        }
        try check(problems.isEmpty, "\(problems.count) of \(run.soakCalls): \(problems.joined(separator: "; "))")
    }
}
