import GoogleHomeSDK
import GoogleHomeTypes

extension Google.PushAvStreamTransportTrait {
    /// Whether the camera sends its pictures to at least one recorder.
    var isSending: Bool {
        let recorders = attributes.currentConnections ?? []
        return recorders.map(\.transportStatus).contains(.active)
    }

    /// The first connection for recordings; nil if no recorder has set one up.
    func recording() async throws -> TransportConfigurationStruct? {
        let found = try await findTransport()
        return found.transportConfigurations.first { $0.transportOptions?.streamUsage == .recording }
    }

    /// Changes one option of the camera's recordings.
    func changeRecording(_ change: RecordingChange) async throws {
        guard let connection = try await recording(), let present = connection.transportOptions else {
            throw HomeError.failedPrecondition("No recorder is connected.")
        }
        try await modifyPushTransport(
            connectionID: connection.connectionID, transportOptions: change.options(from: present))
    }
}

/// A change of recordings by the user.
enum RecordingChange: Sendable {
    /// From 1 to 10.
    case sensitivity(UInt8)
    /// In seconds.
    case longest(UInt32)

    typealias Transport = Google.PushAvStreamTransportTrait

    /// The options that a camera is sent: what is nil stays as it is.
    func options(from present: Transport.TransportOptionsStruct) throws -> Transport.TransportOptionsStruct {
        Transport.TransportOptionsStruct(
            streamUsage: present.streamUsage, videoStreamID: nil, audioStreamID: nil,
            tlsEndpointID: present.tlsEndpointID, url: present.url,
            triggerOptions: try trigger(from: present.triggerOptions), ingestMethod: present.ingestMethod,
            containerOptions: Transport.ContainerOptionsStruct(
                containerType: present.containerOptions.containerType, cmafContainerOptions: nil),
            expiryTime: nil)
    }

    private func trigger(
        from present: Transport.TransportTriggerOptionsStruct
    ) throws -> Transport.TransportTriggerOptionsStruct {
        var trigger = Transport.TransportTriggerOptionsStruct(
            triggerType: present.triggerType, motionZones: nil, motionSensitivity: nil, motionTimeControl: nil,
            maxPreRollLen: nil)
        switch self {
        case .sensitivity(let sensitivity):
            trigger.motionSensitivity = sensitivity
        case .longest(let seconds):
            guard let times = present.motionTimeControl else {
                throw HomeError.failedPrecondition("The recorder has set no times.")
            }
            trigger.motionTimeControl = Transport.TransportMotionTriggerTimeControlStruct(
                initialDuration: times.initialDuration, augmentationDuration: times.augmentationDuration,
                maxDuration: seconds, blindDuration: times.blindDuration)
        }
        return trigger
    }
}
