import Combine
import Dispatch
import Foundation
import GoogleHomeSDK
import GoogleHomeTypes
import Observation

/// A camera's page: it plays the live view while the camera is on.
@Observable @MainActor class LiveModel {
    enum State: Hashable, Sendable {
        case loading, live, off, disconnected
    }

    private(set) var state: State = .loading
    /// How long the live view lasts unless it is renewed.
    private(set) var seconds: TimeInterval = 0

    private let peer: PeerConnection
    private var session = ""
    private var view: Google.WebRtcLiveViewTrait?
    private var transport: Google.PushAvStreamTransportTrait?
    private var reports: AnyCancellable?

    init(home: Home, deviceID: String, peer: PeerConnection) {
        self.peer = peer
        reports = home.device(id: deviceID)
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .sink(
                receiveCompletion: { [weak self] end in
                    guard case .failure(let error) = end else { return }
                    Logger().error("The hub reports the camera no more: \(error)")
                    self?.state = .disconnected
                },
                receiveValue: { [weak self] camera in
                    guard let self else { return }
                    Task { await self.show(camera) }
                })
    }

    private func show(_ camera: HomeDevice) async {
        let kinds: [any DeviceType.Type] = [GoogleDoorbellDeviceType.self, GoogleCameraDeviceType.self]
        for kind in kinds {
            if let report = await camera.types.get(kind) { take(report) }
        }
        guard let transport, transport.isSending else {
            state = .off
            return
        }
        await become(.live) { try await self.open() }
    }

    private func take(_ type: any DeviceType) {
        view = type.traits[Google.WebRtcLiveViewTrait.self]
        transport = type.traits[Google.PushAvStreamTransportTrait.self]
    }

    func toggle(isOn: Bool) async {
        guard let transport else { return Logger().error("The camera can't be switched.") }
        state = .loading
        if isOn {
            await become(.live) {
                try await transport.setTransportStatus(transportStatus: .active)
                try await self.open()
            }
        } else {
            await become(.off) {
                try await self.stop()
                try await transport.setTransportStatus(transportStatus: .inactive)
            }
        }
    }

    func renew() async throws {
        let renewed = try await liveView().extendLiveView(mediaSessionId: session)
        seconds = TimeInterval(renewed.liveSessionDurationSeconds)
    }

    func talk(isOn: Bool) async throws {
        let view = try liveView()
        guard isOn else { return try await view.stopTalkback(mediaSessionId: session) }
        try await view.startTalkback(mediaSessionId: session)
    }

    func stop() async throws {
        peer.close()
        try await liveView().stopLiveView(mediaSessionId: session)
    }

    private func open() async throws {
        peer.open()
        let started = try await liveView().startLiveView(offerSdp: peer.offer)
        session = started.mediaSessionId
        seconds = TimeInterval(started.liveSessionDurationSeconds)
        peer.accept(started.answerSdp)
    }

    private func liveView() throws -> Google.WebRtcLiveViewTrait {
        guard let view else { throw HomeError.failedPrecondition("The camera has no live view.") }
        return view
    }

    private func become(_ reached: State, after steps: @MainActor () async throws -> Void) async {
        do {
            try await steps()
            state = reached
        } catch {
            Logger().error("The camera didn't become \(reached): \(error)")
            state = .disconnected
        }
    }
}
