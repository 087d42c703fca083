/// Stands around every call of a server: it may look, measure, refuse, and set response metadata. It does not see
/// messages.
public protocol ServerInterceptor: Sendable {
    /// - Parameter next: runs the rest of the chain and the handler; called at most once. Not calling it, and throwing
    ///   instead, refuses the call.
    func intercept(_ context: ServerContext, next: () async throws -> Void) async throws
}
