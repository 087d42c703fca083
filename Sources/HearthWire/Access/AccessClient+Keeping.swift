extension Hearth_V1_AccessClient {
    /// Keeps the client key that opened the connection from coming to its end: asks for that now and once a day, until
    /// the task is cancelled. The hub renews it when two thirds of its time are over.
    ///
    /// - Parameter sleep: returns after that time, or when the task is cancelled.
    public func keepCredential(sleep: @Sendable (Duration) async -> Void) async {
        while !Task.isCancelled {
            // A hub that has no such key, or is away, is asked again tomorrow.
            _ = try? await renewCredential(Hearth_V1_RenewCredentialRequest())
            await sleep(.seconds(86_400))
        }
    }
}
