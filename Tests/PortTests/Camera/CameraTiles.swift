import Combine
import Dispatch
import GoogleHomeSDK
import GoogleHomeTypes

/// A device on a page.
@MainActor class CameraTile: ObservableObject {
    let device: HomeDevice
    @Published fileprivate(set) var status = "Loading"
    private var reports: AnyCancellable?

    init(device: HomeDevice) {
        self.device = device
    }

    /// Hands each report of one of the device's types to a subclass.
    fileprivate func follow<Kind: DeviceType>(_ kind: Kind.Type, show: @escaping (Kind) -> Void) {
        reports = device.types.subscribe(kind)
            .receive(on: DispatchQueue.main)
            .catch { [weak self] error in
                self?.status = error.message
                return Empty<Kind, Never>()
            }
            .sink(receiveValue: show)
    }

    /// Makes the tile of a device. A doorbell that is also a chime gets that of a doorbell.
    static func make(device: HomeDevice) -> CameraTile {
        let types = device.types
        if types.contains(GoogleDoorbellDeviceType.self) || types.contains(GoogleCameraDeviceType.self) {
            return ViewTile(device: device)
        }
        return types.contains(ChimeDeviceType.self) ? ChimeTile(device: device) : CameraTile(device: device)
    }
}

/// A camera or a doorbell: whether it is on.
final class ViewTile: CameraTile {
    override init(device: HomeDevice) {
        super.init(device: device)
        if device.types.contains(GoogleDoorbellDeviceType.self) {
            follow(GoogleDoorbellDeviceType.self) { [weak self] bell in
                self?.show(bell.googleTraits.pushAvStreamTransportTrait)
            }
        } else {
            follow(GoogleCameraDeviceType.self) { [weak self] camera in
                self?.show(camera.googleTraits.pushAvStreamTransportTrait)
            }
        }
    }

    private func show(_ transport: Google.PushAvStreamTransportTrait?) {
        status = transport?.isSending == true ? "On" : "Off"
    }
}

/// A chime: its sounds, and which of them it plays.
final class ChimeTile: CameraTile {
    @Published private(set) var sounds: [String] = []
    @Published private(set) var selected: UInt8?
    private var chime: Matter.ChimeTrait?
    private var playing: Task<Void, Never>?

    override init(device: HomeDevice) {
        super.init(device: device)
        follow(ChimeDeviceType.self) { [weak self] report in
            guard let self, let chime = report.matterTraits.chimeTrait else { return }
            self.chime = chime
            self.sounds = (chime.attributes.installedChimeSounds ?? []).map { "\($0.chimeID): \($0.name)" }
            self.selected = chime.attributes.selectedChime
            self.status = report.traits[Matter.OnOffTrait.self]?.attributes.onOff == false ? "Off" : "Ready"
        }
    }

    deinit {
        playing?.cancel()
    }

    func play(_ sound: UInt8) {
        guard let chime else { return }
        playing = Task { @MainActor [weak self] in
            do {
                _ = try await chime.update { $0.setSelectedChime(sound) }
                try await chime.playChimeSound()
            } catch {
                guard let refusal = error as? HomeError else { return }
                self?.status = "\(refusal.subcodes): \(refusal.message)"
            }
        }
    }
}
