import Dispatch
import Foundation
import Hearth
import HearthTraits

/// A window covering; its level is how far it is open.
final class BlindTile: Tile {
    private static let closed: Float = 10_000
    private var windowCoveringTrait: Matter.WindowCoveringTrait?
    private var cancellable: AnyCancellable?

    override init(device: HomeDevice) throws {
        guard device.types.contains(WindowCoveringDeviceType.self) else {
            throw TileError.wrongType(WindowCoveringDeviceType.identifier)
        }
        try super.init(device: device)

        self.cancellable = self.device.types.subscribe(WindowCoveringDeviceType.self)
            .compactMap { $0.matterTraits.windowCoveringTrait }
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .catch { error in
                print("Error getting the blind: \(error)")
                return Empty<Matter.WindowCoveringTrait, Never>().eraseToAnyPublisher()
            }
            .sink { [weak self] trait in
                self?.windowCoveringTrait = trait
                let position =
                    trait.attributes.targetPositionLiftPercent100ths
                    ?? trait.attributes.currentPositionLiftPercent100ths ?? 0
                self?.level = (Self.closed - Float(position)) / Self.closed
                self?.status = Float(position) < Self.closed ? "Open" : "Closed"
            }
    }

    override func toggle() {
        guard let trait = self.windowCoveringTrait else { return }
        let isOpen = self.status == "Open"
        self.perform {
            if isOpen {
                try await trait.downOrClose()
            } else {
                try await trait.upOrOpen()
            }
        }
    }

    func slide(to value: Float) {
        guard let trait = self.windowCoveringTrait else { return }
        let position = UInt16(Self.closed - value * Self.closed)
        self.perform {
            try await trait.goToLiftPercentage(liftPercent100thsValue: position)
            try await trait.stopMotion()
        }
    }
}
