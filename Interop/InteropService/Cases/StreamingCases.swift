internal import HearthRPC

extension InteropCase {
    private static let requestSizes = [27182, 8, 1828, 45904]
    private static let answerSizes = [31415, 9, 2653, 58979]

    static let streaming: [InteropCase] = [
        InteropCase("client_streaming") { run in
            let answer = try await run.test.streamingInputCall(options: InteropRun.options()) { writer in
                for size in requestSizes {
                    try await writer.write(
                        Grpc_Testing_StreamingInputCallRequest(payload: Grpc_Testing_Payload(zeros: size)))
                }
            }
            try check(
                answer.aggregatedPayloadSize == 74922, "the size is \(answer.aggregatedPayloadSize), not 74922")
        },
        InteropCase("server_streaming") { run in
            let reader = try await run.test.streamingOutputCall(
                Grpc_Testing_StreamingOutputCallRequest(sizes: answerSizes), options: InteropRun.options())
            try await read(answerSizes, from: reader)
        },
        InteropCase("ping_pong") { run in
            let (writer, reader) = try await run.test.fullDuplexCall(options: InteropRun.options())
            for (request, answer) in zip(requestSizes, answerSizes) {
                try await writer.write(Grpc_Testing_StreamingOutputCallRequest(sizes: [answer], payload: request))
                try check(try await reader.next()?.payload, has: answer, "the answer to \(request) bytes")
            }
            writer.finish()
            try check(try await reader.next() == nil, "too many answers")
        },
        InteropCase("half_duplex") { run in
            let (writer, reader) = try await run.test.halfDuplexCall(options: InteropRun.options())
            for (request, answer) in zip(requestSizes, answerSizes) {
                try await writer.write(Grpc_Testing_StreamingOutputCallRequest(sizes: [answer], payload: request))
            }
            writer.finish()
            try await read(answerSizes, from: reader)
        },
        InteropCase("empty_stream") { run in
            let (writer, reader) = try await run.test.fullDuplexCall(options: InteropRun.options())
            writer.finish()
            try check(try await reader.next() == nil, "an answer to nothing")
        },
    ]

    private static func read(
        _ sizes: [Int], from reader: RPCReader<Grpc_Testing_StreamingOutputCallResponse>
    ) async throws {
        for (index, size) in sizes.enumerated() {
            guard let answer = try await reader.next() else {
                throw InteropFailure("\(index) answers came, not \(sizes.count)")
            }
            try check(answer.payload, has: size, "answer \(index + 1)")
        }
        try check(try await reader.next() == nil, "too many answers")
    }
}
