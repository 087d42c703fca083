extension Hearth_V1_AccessClient {
    /// Keeps the client key that opened the connection from expiring: requests a renewal now and once a day, until the
    /// task is cancelled. The hub renews it when two thirds of its validity have passed.
    ///
    /// - Parameter sleep: returns after that duration, or when the task is cancelled.
    public func keepCredential(sleep: @Sendable (Duration) async -> Void) async {
        while !Task.isCancelled {
            // If the hub is unreachable or has no such key, the next request follows a day later.
            _ = try? await renewCredential(Hearth_V1_RenewCredentialRequest())
            await sleep(.seconds(86_400))
        }
    }
}
