internal import HearthCameraMedia
internal import Synchronization

/// The loudspeaker of a virtual camera. The camera's microphone hears it, so that all viewers do.
final class LoopSpeaker: CameraSpeaker {
    private let cameras: LoopCameras
    private let device: String
    private let endpoint: UInt16
    private let over = Atomic(false)

    init(_ cameras: LoopCameras, device: String, endpoint: UInt16) {
        self.cameras = cameras
        self.device = device
        self.endpoint = endpoint
    }

    var isOver: Bool { over.load(ordering: .acquiring) }

    func play(_ packet: SpokenPacket) {
        guard !isOver else { return }
        cameras.hear(packet, device: device, endpoint: endpoint)
    }

    func end() { over.store(true, ordering: .releasing) }
}
