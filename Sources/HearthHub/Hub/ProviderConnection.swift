internal import HearthRPC
internal import HearthStore

/// The call by which a provider in another process is attached.
protocol ProviderConnection: AnyObject, Sendable {
    /// Ends the call, once: those who wait for it hear of it at once. nil for the provider's own end.
    func end(_ error: RPCError?)

    /// Ends the call, as the hub has no room for what it brings: the report that it is just taking does not count.
    func refuse(_ error: RPCError)

    /// Returns when the provider's devices are offline and another call may take its place; not before, even when
    /// cancelled.
    func waitUntilClosed() async

    /// The provider's reports are in the store, up to this one of the run.
    func saved(_ run: StoredRun)
}
