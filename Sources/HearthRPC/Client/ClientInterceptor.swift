/// Stands around every call of a client: it may look, measure, refuse, try again, and change the call's options. It
/// does not see messages. For a streaming call the chain is left once the call has begun.
public protocol ClientInterceptor: Sendable {
    /// - Parameter next: runs the rest of the chain and the call.
    func intercept<R: Sendable>(
        _ method: MethodDescriptor, _ options: CallOptions,
        next: @escaping @Sendable (CallOptions) async throws(RPCError) -> R
    ) async throws(RPCError) -> R
}
