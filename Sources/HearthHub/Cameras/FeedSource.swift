internal import HearthCameraMedia
internal import HearthTraitCore
internal import HearthWire

/// What a stream of a provider in another process shows.
enum FeedSource: Hashable, Sendable {
    /// A camera of the provider's own.
    case camera(CameraRequest)
    /// A camera that the hub has added itself, or a picture of it.
    case address(CameraAddress)

    /// The request to the provider for the stream with an ID.
    ///
    /// - Parameters:
    ///   - offer: a client's offer of SDP, for a session over WebRTC; nil for a stream through the hub.
    ///   - codecs: those that a client can send, for the camera's loudspeaker; empty for a stream.
    func message(feedID: UInt64, offer: String? = nil, codecs: [String] = []) -> Hearth_V1_OpenFeed {
        switch self {
        case .camera(let request):
            let target = TraitTarget(deviceID: request.device, endpoint: request.endpoint)
            return Hearth_V1_OpenFeed(
                feedID: feedID, target: Hearth_V1_Target(target), quality: Hearth_V1_CameraQuality(request.quality),
                offerSdp: offer, speakerCodecs: codecs)
        case .address(let address):
            return Hearth_V1_OpenFeed(
                feedID: feedID, address: Hearth_V1_CameraAddress(address), offerSdp: offer, speakerCodecs: codecs)
        }
    }
}
