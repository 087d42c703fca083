// What Google's sample app takes from the library WebRTC. Its connections make an offer as browsers do, and show nothing.
// It is compiled with `PeerConnection` of the tests of ported apps.

public import Foundation
public import UIKit

public let kRTCMediaConstraintsOfferToReceiveAudio = "OfferToReceiveAudio"
public let kRTCMediaConstraintsOfferToReceiveVideo = "OfferToReceiveVideo"
public let kRTCMediaConstraintsValueTrue = "true"

public protocol RTCVideoRenderer {}

public final class RTCMTLVideoView: UIView, RTCVideoRenderer {
    public var isEnabled = false
}

public enum RTCSdpSemantics { case unifiedPlan }
public enum RTCContinualGatheringPolicy { case gatherOnce }
public enum RTCSdpType: Sendable { case offer, answer }
public enum RTCSignalingState: Int { case stable }
public enum RTCIceGatheringState: Int { case new }
public enum RTCIceConnectionState: Int { case new, checking, connected, completed, failed, disconnected, closed }

public final class RTCConfiguration {
    public var sdpSemantics = RTCSdpSemantics.unifiedPlan
    public var continualGatheringPolicy = RTCContinualGatheringPolicy.gatherOnce

    public init() {}
}

public final class RTCMediaConstraints {
    public init(mandatoryConstraints: [String: String]?, optionalConstraints: [String: String]?) {}
}

public final class RTCAudioSource {
    public var volume = 1.0
}

public final class RTCAudioTrack {
    public var isEnabled = false
    public let source = RTCAudioSource()
}

public final class RTCVideoTrack {
    public func add(_ renderer: any RTCVideoRenderer) {}
    public func remove(_ renderer: any RTCVideoRenderer) {}
}

public final class RTCMediaStream {
    public let streamId = ""
    public let videoTracks: [RTCVideoTrack] = []
    public let audioTracks: [RTCAudioTrack] = []
}

public final class RTCIceCandidate {
    public let sdp = ""
}

public final class RTCDataChannelConfiguration {
    public init() {}
}

public final class RTCDataChannel {
    public func close() {}
}

public final class RTCSessionDescription: Sendable {
    public let type: RTCSdpType
    public let sdp: String

    public init(type: RTCSdpType, sdp: String) {
        self.type = type
        self.sdp = sdp
    }
}

public final class RTCAudioSession {
    public enum Port { case speaker }

    public static func sharedInstance() -> RTCAudioSession { RTCAudioSession() }
    public func lockForConfiguration() {}
    public func unlockForConfiguration() {}
    public func overrideOutputAudioPort(_ port: Port) throws {}
}

public protocol RTCPeerConnectionDelegate: NSObjectProtocol {
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange stateChanged: RTCSignalingState)
    func peerConnection(_ peerConnection: RTCPeerConnection, didAdd stream: RTCMediaStream)
    func peerConnection(_ peerConnection: RTCPeerConnection, didRemove stream: RTCMediaStream)
    func peerConnectionShouldNegotiate(_ peerConnection: RTCPeerConnection)
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCIceConnectionState)
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCIceGatheringState)
    func peerConnection(_ peerConnection: RTCPeerConnection, didGenerate candidate: RTCIceCandidate)
    func peerConnection(_ peerConnection: RTCPeerConnection, didRemove candidates: [RTCIceCandidate])
    func peerConnection(_ peerConnection: RTCPeerConnection, didOpen dataChannel: RTCDataChannel)
}

public final class RTCPeerConnection {
    public weak var delegate: (any RTCPeerConnectionDelegate)?

    public func add(_ track: RTCAudioTrack, streamIds: [String]) {}
    public func dataChannel(forLabel label: String, configuration: RTCDataChannelConfiguration) -> RTCDataChannel? {
        RTCDataChannel()
    }
    public func offer(for constraints: RTCMediaConstraints) async throws -> RTCSessionDescription {
        RTCSessionDescription(type: .offer, sdp: await PeerConnection().offer)
    }
    public func setLocalDescription(_ description: RTCSessionDescription) async throws {}
    public func setRemoteDescription(_ description: RTCSessionDescription) async throws {}
    public func close() {}
}

public final class RTCPeerConnectionFactory {
    public init() {}
    public func peerConnection(
        with configuration: RTCConfiguration, constraints: RTCMediaConstraints,
        delegate: (any RTCPeerConnectionDelegate)?
    ) -> RTCPeerConnection? { RTCPeerConnection() }
    public func audioSource(with constraints: RTCMediaConstraints?) -> RTCAudioSource { RTCAudioSource() }
    public func audioTrack(with source: RTCAudioSource, trackId: String) -> RTCAudioTrack { RTCAudioTrack() }
}
