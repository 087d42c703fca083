internal import HearthMessage
internal import HearthRPC

extension InteropCase {
    static let (requestSize, responseSize) = (271_828, 314_159)

    /// Calls with one request and one response, and calls of unknown methods.
    static let unary: [InteropCase] = [
        InteropCase("empty_unary") { run in
            let answer = try await run.test.emptyCall(Grpc_Testing_Empty(), options: InteropRun.options())
            try check(answer.unknownFields.isEmpty, "the answer is not empty")
        },
        InteropCase("large_unary") { run in try await largeUnary(run.client) },
    ]

    static func largeUnary(_ client: RPCClient) async throws {
        let request = Grpc_Testing_SimpleRequest(
            responseSize: Int32(responseSize), payload: Grpc_Testing_Payload(zeros: requestSize))
        let answer = try await Grpc_Testing_TestClient(client).unaryCall(request, options: InteropRun.options())
        try check(answer.payload, has: responseSize, "large unary")
    }

    static let unimplemented: [InteropCase] = [
        InteropCase("unimplemented_method") { run in
            let error = try await failure("UnimplementedCall") {
                try await run.test.unimplementedCall(Grpc_Testing_Empty(), options: InteropRun.options())
            }
            try check(error, is: .unimplemented, "UnimplementedCall")
        },
        InteropCase("unimplemented_service") { run in
            let error = try await failure("UnimplementedService") {
                try await Grpc_Testing_UnimplementedClient(run.client)
                    .unimplementedCall(Grpc_Testing_Empty(), options: InteropRun.options())
            }
            try check(error, is: .unimplemented, "UnimplementedService")
        },
    ]
}
