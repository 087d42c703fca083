import Dispatch
import Foundation
import Hearth
import HearthTraits

/// The progress of a device's software update.
enum UpdateState: Equatable, Sendable {
    case loading
    case checking
    case downloading(percent: Int?)
    case installing
    case delayed(String)
    case failed(String)
    case upToDate(String?)

    init(_ state: Matter.OtaSoftwareUpdateRequestorTrait.UpdateStateEnum?, progress: UInt8?, version: String?) {
        guard let state else {
            self = .checking
            return
        }
        switch state {
        case .idle: self = .upToDate(version)
        case .querying: self = .checking
        case .downloading: self = .downloading(percent: progress.map { Int($0) })
        case .applying: self = .installing
        case .delayedOnQuery: self = .delayed("busy")
        case .delayedOnApply: self = .delayed("later")
        case .delayedOnUserConsent: self = .delayed("ask")
        case .rollingBack: self = .failed("rolling back")
        case .unknown, .unrecognized_: self = .checking
        }
    }
}

/// Follows the software of any device.
@MainActor
final class UpdateModel: ObservableObject {
    let home: Home
    let deviceID: String
    @Published private(set) var deviceName = "Device"
    @Published private(set) var state: UpdateState = .loading
    private var cancellables = Set<AnyCancellable>()

    init(home: Home, device: HomeDevice) {
        self.home = home
        self.deviceID = device.id
        home.device(id: deviceID, enableMultipartDevices: device.enableMultipartDevices)
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .handleEvents(receiveOutput: { [weak self] device in
                MainActor.assumeIsolated { self?.deviceName = device.name }
            })
            .map { device -> AnyPublisher<UpdateState, Never> in Self.states(of: device) }
            .switchToLatest()
            .receive(on: DispatchQueue.main)
            .sink(
                receiveCompletion: { [weak self] completion in
                    MainActor.assumeIsolated {
                        if case .failure(let error) = completion {
                            self?.state = .failed(error.localizedDescription)
                        }
                    }
                },
                receiveValue: { [weak self] state in
                    MainActor.assumeIsolated { self?.state = state }
                }
            )
            .store(in: &cancellables)
    }

    nonisolated static func states(of device: HomeDevice) -> AnyPublisher<UpdateState, Never> {
        let versions = device.types.subscribe(RootNodeDeviceType.self)
            .map { $0.traits[Matter.BasicInformationTrait.self]?.attributes.softwareVersionString }
            .replaceError(with: nil)
            .prepend(String?.none)
            .removeDuplicates()

        guard device.types.contains(OtaRequestorDeviceType.self) else {
            return versions.map { UpdateState.upToDate($0) }.eraseToAnyPublisher()
        }
        let requestor = device.types.subscribe(OtaRequestorDeviceType.self)
            .compactMap { $0.traits[Matter.OtaSoftwareUpdateRequestorTrait.self] }
        return Publishers.CombineLatest(requestor, versions.setFailureType(to: HomeError.self))
            .removeDuplicates { previous, current in
                previous.0.attributes == current.0.attributes && previous.1 == current.1
            }
            .map { trait, version -> UpdateState in
                UpdateState(
                    trait.attributes.updateState, progress: trait.attributes.updateStateProgress, version: version)
            }
            .replaceError(with: .failed("no word of the update"))
            .eraseToAnyPublisher()
    }
}
