internal import HearthRPC

extension InteropCase {
    /// Cancellation and deadlines.
    static let givingUp: [InteropCase] = [
        InteropCase("cancel_after_begin") { run in
            // The upload is opened as a duplex call, so that it can be cancelled before anything is written.
            let (_, reader): (RPCWriter<Grpc_Testing_StreamingInputCallRequest>, RPCReader<RPCFrame>) =
                try await run.client.bidirectional(
                    Grpc_Testing_TestMethods.streamingInputCall, options: InteropRun.options())
            try await cancelled("the upload") { try await reader.next() }
        },
        InteropCase("cancel_after_first_response") { run in
            let (writer, reader) = try await run.test.fullDuplexCall(options: InteropRun.options())
            try await writer.write(Grpc_Testing_StreamingOutputCallRequest(sizes: [31415], payload: 27182))
            try check(try await reader.next()?.payload, has: 31415, "the first answer")
            try await cancelled("the duplex call") { try await reader.next() }
        },
        InteropCase("timeout_on_sleeping_server") { run in
            var options = InteropRun.options()
            options.timeout = .milliseconds(1)
            let error = try await failure("the call") {
                let (writer, reader) = try await run.test.fullDuplexCall(options: options)
                // The deadline may pass before this; then the reader throws.
                try? await writer.write(Grpc_Testing_StreamingOutputCallRequest(sizes: [], payload: 27182))
                return try await reader.next()
            }
            try check(error, is: .deadlineExceeded, "the call")
        },
    ]

    /// Waits in a separate task, and cancels it.
    private static func cancelled<R: Sendable>(
        _ what: String, _ wait: @escaping @Sendable () async throws -> R
    ) async throws {
        let task = Task { try await failure(what, wait) }
        task.cancel()
        try check(try await task.value, is: .cancelled, what)
    }
}
