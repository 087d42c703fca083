/// Surrounds every call of a server: the context gives it method, principal, peer and headers; it may measure, refuse,
/// and change the response's headers and trailers. It does not see messages.
public protocol ServerInterceptor: Sendable {
    /// - Parameter next: runs the rest of the chain and the handler; called at most once. Not calling it, and throwing
    ///   instead, refuses the call.
    func intercept(_ context: ServerContext, next: () async throws -> Void) async throws
}
