import Combine
import Dispatch
import GoogleHomeSDK
import GoogleHomeTypes

/// A device on a page.
@MainActor class CameraTile: ObservableObject {
    let device: HomeDevice
    @Published var status = "Loading"

    required init(device: HomeDevice) throws {
        self.device = device
    }
}

/// A camera: whether it is on.
final class GoogleCameraTile: CameraTile {
    private var cameraDeviceType: GoogleCameraDeviceType?
    private var cancellables: Set<AnyCancellable> = []

    required init(device: HomeDevice) throws {
        guard device.types.contains(GoogleCameraDeviceType.self) else {
            throw HomeError.notFound("The device is no GoogleCameraDeviceType")
        }
        try super.init(device: device)

        self.device.types.subscribe(GoogleCameraDeviceType.self)
            .receive(on: DispatchQueue.main)
            .catch { error in
                Logger().error("Error getting GoogleCameraDeviceType: \(error)")
                return Empty<GoogleCameraDeviceType, Never>().eraseToAnyPublisher()
            }
            .sink { [weak self] cameraDeviceType in
                guard let self = self else { return }
                self.cameraDeviceType = cameraDeviceType
                let isOn =
                    cameraDeviceType.googleTraits.pushAvStreamTransportTrait?
                    .attributes.currentConnections?.contains(where: { $0.transportStatus == .active }) ?? false
                self.status = isOn ? "Online" : "Offline"
            }
            .store(in: &self.cancellables)
    }
}

/// A doorbell: whether it is on, and how often it rang.
final class GoogleDoorbellTile: CameraTile {
    @Published private(set) var rings = 0
    private var cancellables: Set<AnyCancellable> = []

    required init(device: HomeDevice) throws {
        guard device.types.contains(GoogleDoorbellDeviceType.self) else {
            throw HomeError.notFound("The device is no GoogleDoorbellDeviceType")
        }
        try super.init(device: device)

        self.device.types.subscribe(GoogleDoorbellDeviceType.self)
            .receive(on: DispatchQueue.main)
            .catch { _ in Empty<GoogleDoorbellDeviceType, Never>().eraseToAnyPublisher() }
            .sink { [weak self] doorbellDeviceType in
                let isOn =
                    doorbellDeviceType.googleTraits.pushAvStreamTransportTrait?
                    .attributes.currentConnections?.contains(where: { $0.transportStatus == .active }) ?? false
                self?.status = isOn ? "On" : "Off"
            }
            .store(in: &self.cancellables)
    }
}

/// A chime: its sounds, and which of them it plays.
final class ChimeTile: CameraTile {
    @Published private(set) var sounds: [String] = []
    @Published private(set) var selected: UInt8?
    private var chimeDeviceType: ChimeDeviceType?
    private var cancellables: Set<AnyCancellable> = []
    private var playing: Task<Void, Never>?

    required init(device: HomeDevice) throws {
        guard device.types.contains(ChimeDeviceType.self) else {
            throw HomeError.notFound("The device is no ChimeDeviceType")
        }
        try super.init(device: device)

        self.device.types.subscribe(ChimeDeviceType.self)
            .receive(on: DispatchQueue.main)
            .catch { [weak self] error in
                self?.status = "\(error)"
                return Empty<ChimeDeviceType, Never>().eraseToAnyPublisher()
            }
            .sink { [weak self] chimeDeviceType in
                guard let self = self else { return }
                self.chimeDeviceType = chimeDeviceType
                let chimeTrait = chimeDeviceType.matterTraits.chimeTrait
                self.sounds = chimeTrait?.attributes.installedChimeSounds?.map { "\($0.chimeID): \($0.name)" } ?? []
                self.selected = chimeTrait?.attributes.selectedChime
                self.status =
                    chimeDeviceType.traits[Matter.OnOffTrait.self]?.attributes.onOff == false ? "Off" : "Ready"
            }
            .store(in: &self.cancellables)
    }

    deinit {
        playing?.cancel()
    }

    func play(_ sound: UInt8) {
        guard let chimeTrait = self.chimeDeviceType?.matterTraits.chimeTrait else { return }
        self.playing = Task { @MainActor [weak self] in
            do {
                _ = try await chimeTrait.update {
                    $0.setSelectedChime(sound)
                }
                try await chimeTrait.playChimeSound()
            } catch {
                guard let homeError = error as? HomeError else { return }
                self?.status = "\(homeError.subcodes): \(homeError.message)"
            }
        }
    }
}

/// Makes the tile of a device. The order decides for a device with several types.
@MainActor struct CameraTileMaker {
    private static let types: [any DeviceType.Type] = [
        GoogleDoorbellDeviceType.self,
        GoogleCameraDeviceType.self,
        ChimeDeviceType.self,
    ]

    private static let makers: [String: @MainActor (HomeDevice) throws -> CameraTile] = [
        GoogleCameraDeviceType.identifier: GoogleCameraTile.init,
        GoogleDoorbellDeviceType.identifier: GoogleDoorbellTile.init,
        ChimeDeviceType.identifier: ChimeTile.init,
    ]

    static func make(device: HomeDevice) throws -> CameraTile {
        guard let type = self.types.first(where: { device.types.contains($0) }),
            let make = self.makers[type.identifier]
        else { return try CameraTile(device: device) }
        return try make(device)
    }
}
