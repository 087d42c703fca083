import Combine
import Dispatch
import GoogleHomeSDK
import GoogleHomeTypes
import Observation

/// Sets up a new camera: its software, its settings, and then that the app is done.
@MainActor @Observable class CameraSetUp<T: DeviceType> {
    enum Step {
        case otaDownload
        case settings
        case done
    }

    let home: Home
    private let device: HomeDevice
    private(set) var step: Step = .otaDownload
    private(set) var updateState: Matter.OtaSoftwareUpdateRequestorTrait.UpdateStateEnum?
    private(set) var firmware: String?
    private var cancellables = Set<AnyCancellable>()

    init(home: Home, device: HomeDevice) {
        self.home = home
        self.device = device
        device.types.subscribe(OtaRequestorDeviceType.self)
            .compactMap { $0.traits[Matter.OtaSoftwareUpdateRequestorTrait.self] }
            .receive(on: DispatchQueue.main)
            .catch { _ in Empty<Matter.OtaSoftwareUpdateRequestorTrait, Never>() }
            .sink { [weak self] trait in self?.updateState = trait.attributes.updateState }
            .store(in: &cancellables)
        device.types.subscribe(RootNodeDeviceType.self)
            .map { $0.traits[Matter.BasicInformationTrait.self]?.attributes.softwareVersionString }
            .replaceError(with: nil)
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .sink { [weak self] version in self?.firmware = version }
            .store(in: &cancellables)
    }

    func nextStep() {
        switch step {
        case .otaDownload: step = .settings
        case .settings: step = .done
        case .done: Logger().info("Already at the last step")
        }
    }

    func configurationDone() async throws {
        guard
            let configurationDoneTrait = await device.types.get(OtaRequestorDeviceType.self)?
                .traits[Google.ConfigurationDoneTrait.self]
        else {
            throw HomeError.notFound("The device has no ConfigurationDone trait")
        }
        _ = try await configurationDoneTrait.update {
            $0.setAppConfigurationComplete(true)
        }
    }
}
