internal import HearthRPC
internal import HearthRPCTestSupport
internal import Testing

/// The error that a body throws; nil if it succeeds. Any error but an `RPCError` is a failure of the test.
func failure<R>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> sending R
) async -> RPCError? {
    do {
        _ = try await body()
        return nil
    } catch let error as RPCError {
        return error
    } catch {
        Issue.record("\(error) is no RPCError")
        return nil
    }
}

extension RPCClient {
    /// The answer to a unary call.
    func answer(
        _ method: MethodDescriptor, _ request: Blob, options: CallOptions = CallOptions()
    ) async throws -> Blob {
        try await unary(method, request, options: options)
    }

    /// The error of a unary call; nil if it succeeds.
    func failure(
        _ method: MethodDescriptor, _ request: Blob, options: CallOptions = CallOptions()
    ) async -> RPCError? {
        do throws(RPCError) {
            let _: Blob = try await unary(method, request, options: options)
            return nil
        } catch {
            return error
        }
    }
}
