import Combine
import Dispatch
import Foundation
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
    /// How long the live view lasts unless it is renewed.
    private(set) var seconds: TimeInterval = 0
    private var session = ""
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
                        await self.show()
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
            if !isOn {
                try await stop()
                peer.close()
            }
            try await pushAvStreamTransportTrait.setTransportStatus(
                transportStatus: isOn ? .active : .inactive
            )
            if isOn { try await open() }
            state = isOn ? .live : .off
        } catch {
            Logger().error("Failed to switch the camera: \(error)")
            state = .disconnected
        }
    }

    func play(_ offer: String) async throws -> String {
        guard let liveViewTrait else { throw HomeError.failedPrecondition("There is no live view.") }
        let response = try await liveViewTrait.startLiveView(offerSdp: offer)
        session = response.mediaSessionId
        seconds = TimeInterval(response.liveSessionDurationSeconds)
        return response.answerSdp
    }

    func renew() async throws {
        let extended = try await liveViewTrait?.extendLiveView(mediaSessionId: session)
        seconds = TimeInterval(extended?.liveSessionDurationSeconds ?? 0)
    }

    func talk(isOn: Bool) async throws {
        do {
            if isOn {
                try await liveViewTrait?.startTalkback(mediaSessionId: session)
            } else {
                try await liveViewTrait?.stopTalkback(mediaSessionId: session)
            }
        } catch {
            throw HomeError.commandFailed("Talking failed: \(error)")
        }
    }

    func stop() async throws {
        try await liveViewTrait?.stopLiveView(mediaSessionId: session)
    }

    private func open() async throws {
        peer.open()
        peer.accept(try await play(peer.offer))
    }

    private func show() async {
        guard liveViewTrait != nil else { return }
        guard isDeviceRecording() else {
            state = .off
            return
        }
        do {
            try await open()
            state = .live
        } catch {
            Logger().error("Failed to open the live view: \(error)")
            state = .disconnected
        }
    }
}
