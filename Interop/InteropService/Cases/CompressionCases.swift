internal import HearthRPC

extension InteropCase {
    /// Compressed and uncompressed messages in both directions.
    static let compression: [InteropCase] = [
        InteropCase("client_compressed_unary") { run in
            let error = try await failure("an uncompressed request that says it is compressed") {
                try await unary(run, expectCompressed: true, .none)
            }
            try check(error, is: .invalidArgument, "the probe")
            try await unary(run, expectCompressed: true, .gzip)
            try await unary(run, expectCompressed: false, .none)
        },
        InteropCase("server_compressed_unary") { run in
            for compressed in [true, false] {
                let request = Grpc_Testing_SimpleRequest(
                    responseSize: Int32(responseSize), payload: Grpc_Testing_Payload(zeros: requestSize),
                    responseCompressed: Grpc_Testing_BoolValue(value: compressed))
                let response = try await run.client.call(
                    Grpc_Testing_TestMethods.unaryCall, request.frame, options: InteropRun.options())
                try checkFlag(response.frame, wasCompressed: compressed)
                try check(
                    try Grpc_Testing_SimpleResponse(frame: response.frame).payload, has: responseSize,
                    "the response, compressed: \(compressed)")
            }
        },
        InteropCase("client_compressed_streaming") { run in
            let probe = try await failure("an uncompressed request that says it is compressed") {
                try await upload(run, [(27182, says: true, is: false)])
            }
            try check(probe, is: .invalidArgument, "the probe")
            let size = try await upload(run, [(27182, says: true, is: true), (45904, says: false, is: false)])
            try check(size == 73086, "the size is \(size), not 73086")
        },
        InteropCase("server_compressed_streaming") { run in
            let wanted = [(31415, true), (92653, false)]
            let request = Grpc_Testing_StreamingOutputCallRequest(
                responseParameters: wanted.map { size, compressed in
                    Grpc_Testing_ResponseParameters(
                        size: Int32(size), compressed: Grpc_Testing_BoolValue(value: compressed))
                })
            let reader: RPCReader<RPCFrame> = try await run.client.serverStreaming(
                Grpc_Testing_TestMethods.streamingOutputCall, request, options: InteropRun.options())
            for (size, compressed) in wanted {
                guard let frame = try await reader.next() else { throw InteropFailure("too few answers") }
                try checkFlag(frame, wasCompressed: compressed)
                try check(
                    try Grpc_Testing_StreamingOutputCallResponse(frame: frame).payload, has: size,
                    "the answer, compressed: \(compressed)")
            }
            try check(try await reader.next() == nil, "too many answers")
        },
    ]

    private static func unary(_ run: InteropRun, expectCompressed: Bool, _ compression: Compression) async throws {
        let request = Grpc_Testing_SimpleRequest(
            responseSize: Int32(responseSize), payload: Grpc_Testing_Payload(zeros: requestSize),
            expectCompressed: Grpc_Testing_BoolValue(value: expectCompressed))
        let answer = try await run.test.unaryCall(request, options: InteropRun.options(compression))
        try check(answer.payload, has: responseSize, "the answer to \(compression)")
    }

    private static func upload(_ run: InteropRun, _ parts: [(Int, says: Bool, is: Bool)]) async throws -> Int32 {
        let answer: Grpc_Testing_StreamingInputCallResponse = try await run.client.clientStreaming(
            Grpc_Testing_TestMethods.streamingInputCall, options: InteropRun.options(.gzip)
        ) { (writer: RPCWriter<Grpc_Testing_StreamingInputCallRequest>) in
            for (size, says, compress) in parts {
                try await writer.write(
                    Grpc_Testing_StreamingInputCallRequest(
                        payload: Grpc_Testing_Payload(zeros: size),
                        expectCompressed: Grpc_Testing_BoolValue(value: says)),
                    compress: compress)
            }
        }
        return answer.aggregatedPayloadSize
    }

    private static func checkFlag(_ frame: RPCFrame, wasCompressed: Bool) throws {
        try check(
            frame.wasCompressed == wasCompressed,
            wasCompressed ? "a message that was to be compressed is not" : "a message is compressed and was not to be")
    }
}
