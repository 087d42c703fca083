import GoogleHomeSDK
import GoogleHomeTypes

extension Google.PushAvStreamTransportTrait.TransportOptionsStruct {
    /// Options that change one thing. As in Google's sample app, what stays as it is is nil.
    func changed(sensitivity: UInt8?, maxEventLength: UInt32?) throws -> Self {
        var motionTimeControl: Google.PushAvStreamTransportTrait.TransportMotionTriggerTimeControlStruct? = nil
        if let maxEventLength {
            guard let present = triggerOptions.motionTimeControl else {
                throw HomeError.failedPrecondition("The connection has no times.")
            }
            motionTimeControl = Google.PushAvStreamTransportTrait.TransportMotionTriggerTimeControlStruct(
                initialDuration: present.initialDuration,
                augmentationDuration: present.augmentationDuration,
                maxDuration: maxEventLength,
                blindDuration: present.blindDuration
            )
        }
        return Google.PushAvStreamTransportTrait.TransportOptionsStruct(
            streamUsage: .recording,
            videoStreamID: nil,
            audioStreamID: nil,
            tlsEndpointID: tlsEndpointID,
            url: url,
            triggerOptions: Google.PushAvStreamTransportTrait.TransportTriggerOptionsStruct(
                triggerType: .motion,
                motionZones: nil,
                motionSensitivity: sensitivity,
                motionTimeControl: motionTimeControl,
                maxPreRollLen: nil
            ),
            ingestMethod: .cmafIngest,
            containerOptions: Google.PushAvStreamTransportTrait.ContainerOptionsStruct(
                containerType: .cmaf,
                cmafContainerOptions: nil
            ),
            expiryTime: nil
        )
    }
}
