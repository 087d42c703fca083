internal import HearthCameraMedia
internal import HearthRPC
internal import HearthStore
internal import HearthWire

/// The call by which a provider in another process is attached.
protocol ProviderConnection: AnyObject, Sendable {
    /// Ends the call, once; requests that wait for the provider fail at once. nil if the provider ended it.
    func end(_ error: RPCError?)

    /// Ends the call because the hub has no room for the devices. The report that is being taken is dropped.
    func refuse(_ error: RPCError)

    /// Returns when the provider's devices are offline and another call may take its place; not before, even when
    /// cancelled.
    func waitUntilClosed() async

    /// Notes that the provider's reports are in the store, up to the one that the run names.
    func saved(_ run: StoredRun)

    /// Whether it would open the hub's own cameras, but does not get their passwords (``CameraPasswords``).
    var isRefusedPasswords: Bool { get }

    /// Opens a stream of a camera that the hub has added itself, or takes a picture of it.
    func open(_ address: CameraAddress) async throws -> CameraViewer

    /// Opens a stream of such a camera that the client with an offer of SDP gets over WebRTC, past the hub.
    func connect(_ address: CameraAddress, offer: String) async throws -> CameraSession

    /// Opens the loudspeaker of such a camera, for a client that can send some codecs.
    func openSpeaker(at address: CameraAddress, among codecs: [String]) async throws -> OpenedSpeaker

    /// Reads a live stream that the hub has asked the provider for, to its end.
    ///
    /// - Throws: ``RPCError`` `.notFound` for a stream that it was not asked for.
    func feed(
        _ id: UInt64, of principal: Principal, _ requests: RPCReader<Hearth_V1_FeedRequest>,
        _ writer: RPCWriter<Hearth_V1_FeedResponse>
    ) async throws
}
