internal import HearthRPC

extension InteropCase {
    static let metadataAndStatus: [InteropCase] = [
        InteropCase("custom_metadata") { run in
            var options = InteropRun.options()
            options.metadata.add(EchoedMetadata.initial, "test_initial_metadata_value")
            options.metadata.add(EchoedMetadata.trailing, [0xAB, 0xAB, 0xAB])
            let request = Grpc_Testing_SimpleRequest(
                responseSize: Int32(responseSize), payload: Grpc_Testing_Payload(zeros: requestSize))
            let response = try await run.client.call(
                Grpc_Testing_TestMethods.unaryCall, request.frame, options: options)
            try checkEcho(response.headers, response.trailers, "unary")

            let (writer, reader) = try await run.test.fullDuplexCall(options: options)
            try await writer.write(
                Grpc_Testing_StreamingOutputCallRequest(sizes: [responseSize], payload: requestSize))
            try check(try await reader.next()?.payload, has: responseSize, "the answer")
            writer.finish()
            try check(try await reader.next() == nil, "too many answers")
            try checkEcho(try await reader.headers(), reader.trailers ?? Metadata(), "duplex")
        },
        InteropCase("status_code_and_message") { run in
            try await status(run, "test status message")
        },
        InteropCase("special_status_message") { run in
            let text = "\t\ntest with whitespace\r\nand Unicode BMP \u{263A} and non-BMP \u{1F608}\t\n"
            let error = try await failure("the call") {
                try await run.test.unaryCall(
                    Grpc_Testing_SimpleRequest(responseStatus: Grpc_Testing_EchoStatus(code: 2, message: text)),
                    options: InteropRun.options())
            }
            try checkStatus(error, text)
        },
    ]

    private static func status(_ run: InteropRun, _ text: String) async throws {
        let wanted = Grpc_Testing_EchoStatus(code: 2, message: text)
        let unary = try await failure("the unary call") {
            try await run.test.unaryCall(
                Grpc_Testing_SimpleRequest(responseStatus: wanted), options: InteropRun.options())
        }
        try checkStatus(unary, text)
        let (writer, reader) = try await run.test.fullDuplexCall(options: InteropRun.options())
        try await writer.write(Grpc_Testing_StreamingOutputCallRequest(responseStatus: wanted))
        writer.finish()
        let duplex = try await failure("the duplex call") { try await reader.next() }
        try checkStatus(duplex, text)
    }

    private static func checkStatus(_ error: RPCError, _ text: String) throws {
        try check(error, is: .unknown, "the call")
        try check(
            error.message == text,
            "the status message is \(error.message.debugDescription), not \(text.debugDescription)")
    }

    private static func checkEcho(_ headers: Metadata, _ trailers: Metadata, _ what: String) throws {
        try check(
            headers[EchoedMetadata.initial] == "test_initial_metadata_value",
            "\(what): \(EchoedMetadata.initial) did not come back; the headers are \(headers.entries)")
        try check(
            trailers.binaries(EchoedMetadata.trailing) == [[0xAB, 0xAB, 0xAB]],
            "\(what): \(EchoedMetadata.trailing) did not come back; the trailers are \(trailers.entries)")
    }
}
