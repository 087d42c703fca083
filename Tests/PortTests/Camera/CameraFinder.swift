import Combine
import Dispatch
import GoogleHomeSDK
import GoogleHomeTypes
import Observation

/// The camera among all types of a device, and the size of its pictures.
@Observable @MainActor class CameraFinder {
    private(set) var width: UInt16?
    private(set) var typeNames: [String] = []
    private var cancellables = Set<AnyCancellable>()

    init(home: Home, deviceID: String) {
        home.device(id: deviceID)
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .map { device -> AnyPublisher<DeviceTypeCollection, HomeError> in
                device.types.subscribeAll().eraseToAnyPublisher()
            }
            .switchToLatest()
            .receive(on: DispatchQueue.main)
            .sink { completion in
                if case .failure(let error) = completion { Logger().error("\(error)") }
            } receiveValue: { [weak self] collection in
                guard let self = self else { return }
                var found: (any DeviceType)? = nil
                if collection.contains(GoogleCameraDeviceType.self) {
                    found = collection.getAll(of: GoogleCameraDeviceType.self).first
                } else if collection.contains(GoogleDoorbellDeviceType.self) {
                    found = collection.getAll(of: GoogleDoorbellDeviceType.self).first
                }
                guard let found else { return Logger().error("The device is no camera.") }
                self.typeNames = ["\(type(of: found))"]
                self.width =
                    found.traits[Google.CameraAvStreamManagementTrait.self]?
                    .attributes.videoSensorParams?.sensorWidth
            }
            .store(in: &cancellables)
    }
}
