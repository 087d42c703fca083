import Combine
import Dispatch
import GoogleHomeSDK
import GoogleHomeTypes
import Observation

/// A camera's page: it shows the camera while the camera is on.
@Observable @MainActor class LiveModel {
    enum State: Hashable, Sendable {
        case loading, live, off, disconnected
    }

    private static let supportedDeviceTypes: [any DeviceType.Type] = [
        GoogleCameraDeviceType.self,
        GoogleDoorbellDeviceType.self,
    ]

    private(set) var device: HomeDevice?
    private(set) var state: State = .loading
    private let peer: PeerConnection
    private var liveViewTrait: Google.WebRtcLiveViewTrait?
    private var pushAvStreamTransportTrait: Google.PushAvStreamTransportTrait?
    private var cancellables = Set<AnyCancellable>()

    init(home: Home, deviceID: String, peer: PeerConnection) {
        self.peer = peer
        home.device(id: deviceID)
            .receive(on: DispatchQueue.main)
            .removeDuplicates()
            .sink(
                receiveCompletion: { completion in
                    if case .failure(let error) = completion { Logger().error("\(String(describing: error))") }
                },
                receiveValue: { [weak self] device in
                    guard let self = self else { return }
                    self.device = device
                    Task {
                        guard
                            let type = Self.supportedDeviceTypes.first(where: { device.types.contains($0) }),
                            let deviceType = await device.types.get(type)
                        else {
                            return Logger().error("The device is no camera.")
                        }
                        guard let liveViewTrait = deviceType.traits[Google.WebRtcLiveViewTrait.self] else { return }
                        self.liveViewTrait = liveViewTrait
                        self.pushAvStreamTransportTrait = deviceType.traits[Google.PushAvStreamTransportTrait.self]
                        self.show()
                    }
                }
            )
            .store(in: &cancellables)
    }

    func isDeviceRecording() -> Bool {
        guard let pushAvStreamTransportTrait else { return false }
        return
            pushAvStreamTransportTrait
            .attributes
            .currentConnections?
            .contains(where: { $0.transportStatus == .active }) ?? false
    }

    func toggle(isOn: Bool) async {
        state = .loading
        guard let pushAvStreamTransportTrait else { return }
        do {
            try await pushAvStreamTransportTrait.setTransportStatus(
                transportStatus: isOn ? .active : .inactive
            )
            if isOn {
                peer.open()
                state = .live
            } else {
                peer.close()
                state = .off
            }
        } catch {
            Logger().error("Failed to switch the camera: \(error)")
            state = .disconnected
        }
    }

    private func show() {
        guard liveViewTrait != nil else { return }
        if isDeviceRecording() { peer.open() }
        state = isDeviceRecording() ? .live : .off
    }
}
