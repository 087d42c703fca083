internal import HearthCameraTraits
internal import HearthDeviceBehaviors
internal import HearthMessage
internal import HearthTraitCore

/// The options of a connection of PushAvStreamTransport, with the rules that they must meet (Matter Application
/// Clusters 1.5, Push AV Stream Transport Cluster, TransportOptionsStruct and TransportTriggerOptionsStruct).
struct PushOptions {
    typealias T = Matter.PushAvStreamTransportTrait

    private let options: T.TransportOptionsStruct

    init(_ options: T.TransportOptionsStruct) { self.options = options }

    static func failure(_ status: T.StatusCodeEnum, _ message: String) -> TraitError {
        TraitError(.failure, message, clusterStatus: UInt8(clamping: status.rawValue))
    }

    /// - Throws: `TraitError` that says which member is wrong.
    func check(_ context: EndpointContext) throws(TraitError) {
        guard options.videoStreamID != .absent || options.audioStreamID != .absent else {
            throw Self.lacking(
                "videoStreamID",
                "a connection needs a video stream or an audio stream; null lets the "
                    + "camera choose")
        }
        try checkTrigger()
        guard options.containerOptions.cmafContainerOptions != nil else {
            throw Self.lacking("CMAFContainerOptions", "the container CMAF needs its options")
        }
        guard options.url.hasPrefix("https://") else {
            throw Self.failure(.invalidURL, "recordings are sent by HTTPS only; the URL has to begin with https://")
        }
        let usages = context.sibling(Matter.CameraAvStreamManagementTrait.self)?.supportedStreamUsages ?? []
        guard usages.contains(where: { $0.rawValue == options.streamUsage.rawValue }) else {
            throw Self.failure(.invalidStreamUsage, "the camera has no streams for this use; see supportedStreamUsages")
        }
    }

    private func checkTrigger() throws(TraitError) {
        let trigger = options.triggerOptions
        guard trigger.triggerType == .motion else {
            let isPlain =
                trigger.motionZones == .absent && trigger.motionSensitivity == .absent
                && trigger.motionTimeControl == nil
            guard isPlain else {
                throw TraitError(
                    .invalidCommand, "only a connection that is triggered by motion has options of motion",
                    field: "triggerOptions")
            }
            guard (trigger.maxPreRollLen != nil) == (trigger.triggerType == .command) else {
                throw Self.lacking(
                    "maxPreRollLen", "a connection that is triggered needs maxPreRollLen, and a continuous one has none"
                )
            }
            return
        }
        guard trigger.motionZones != .absent, trigger.motionSensitivity != .absent, trigger.motionTimeControl != nil,
            trigger.maxPreRollLen != nil
        else {
            throw Self.lacking(
                "triggerOptions",
                "motion as a trigger needs motionZones, motionSensitivity, motionTimeControl and maxPreRollLen")
        }
    }

    private static func lacking(_ field: String, _ message: String) -> TraitError {
        TraitError(.invalidCommand, message, field: field)
    }
}
