import Dispatch
import Foundation
import Hearth
import HearthTraits
import Observation

/// A camera's page: whether it is on, its settings, and its live pictures over WebRTC. Written for Google's SDK, with the
/// names of its sample app.
@Observable @MainActor final class CameraModel {
    enum Page: Hashable, Sendable {
        case loading, live, off
        case failed(String)
    }

    private static let types: [any DeviceType.Type] = [GoogleCameraDeviceType.self, GoogleDoorbellDeviceType.self]

    private(set) var page = Page.loading
    private(set) var isMicrophoneOn: Bool?
    private(set) var rotation: Int?
    private(set) var chimes: [String] = []

    private var liveViewTrait: Google.WebRtcLiveViewTrait?
    private var pushAvStreamTransportTrait: Google.PushAvStreamTransportTrait?
    private var settingsTrait: Google.CameraAvStreamManagementTrait?
    private var cancellables: Set<AnyCancellable> = []

    init(home: Home, deviceID: String) {
        home.device(id: deviceID)
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .sink(
                receiveCompletion: { [weak self] completion in
                    if case .failure(let error) = completion { self?.page = .failed(error.message) }
                },
                receiveValue: { [weak self] device in self?.follow(device) }
            )
            .store(in: &cancellables)
    }

    /// Whether one of its connections is active.
    var isOn: Bool {
        pushAvStreamTransportTrait?.attributes.currentConnections?
            .contains { $0.transportStatus == .active } ?? false
    }

    func turn(on isOn: Bool) async {
        do {
            try await pushAvStreamTransportTrait?.setTransportStatus(transportStatus: isOn ? .active : .inactive)
        } catch {
            page = .failed("\(error.localizedDescription)")
        }
    }

    func setMicrophone(on isOn: Bool) async throws {
        _ = try await settingsTrait?.update { $0.setMicrophoneMuted(!isOn) }
    }

    /// Opens a session, which hubs refuse for cameras without WebRTC.
    func play(_ offer: String) async {
        do {
            guard let liveViewTrait else { throw HomeError.failedPrecondition("there is no live view") }
            let response = try await liveViewTrait.startLiveView(offerSdp: offer)
            page = response.answerSdp.isEmpty ? .failed("no answer") : .live
            try await liveViewTrait.stopLiveView(mediaSessionId: response.mediaSessionId)
        } catch let error as HomeError {
            page = .failed(error.message)
        } catch {
            page = .failed("\(error)")
        }
    }

    private func follow(_ device: HomeDevice) {
        guard let type = Self.types.first(where: { device.types.contains($0) }) else {
            page = .failed("not a camera")
            return
        }
        subscribe(device, to: type)
    }

    private func subscribe<T: DeviceType>(_ device: HomeDevice, to type: T.Type) {
        device.types.subscribe(type)
            .receive(on: DispatchQueue.main)
            .sink(
                receiveCompletion: { [weak self] completion in
                    if case .failure(let error) = completion { self?.page = .failed(error.message) }
                },
                receiveValue: { [weak self] camera in self?.show(camera.traits) }
            )
            .store(in: &cancellables)
    }

    private func show(_ traits: TraitCollection) {
        liveViewTrait = traits[Google.WebRtcLiveViewTrait.self]
        pushAvStreamTransportTrait = traits[Google.PushAvStreamTransportTrait.self]
        settingsTrait = traits[Google.CameraAvStreamManagementTrait.self]
        isMicrophoneOn = settingsTrait?.attributes.microphoneMuted.map { !$0 }
        rotation = settingsTrait?.attributes.imageRotation.map { Int($0) }
        chimes = traits[Google.ChimeTrait.self]?.attributes.installedChimeSounds?.map(\.name) ?? []
        page = isOn ? .live : .off
    }
}
