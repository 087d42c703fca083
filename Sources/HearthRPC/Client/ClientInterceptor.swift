/// Surrounds every call of a client: it may inspect, measure, refuse or repeat it, and change its options. It does not
/// see messages. Around a streaming call it returns once the call has begun.
public protocol ClientInterceptor: Sendable {
    /// - Parameter next: runs the rest of the chain and the call.
    func intercept<R: Sendable>(
        _ method: MethodDescriptor, _ options: CallOptions,
        next: @escaping @Sendable (CallOptions) async throws(RPCError) -> R
    ) async throws(RPCError) -> R
}
