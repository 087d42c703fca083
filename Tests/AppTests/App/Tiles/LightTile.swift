import Dispatch
import Foundation
import Hearth
import HearthTraits

/// The common parts of the four kinds of lights, as far as this app needs them.
protocol LightType: DeviceType {
    var onOffTrait: Matter.OnOffTrait? { get }
    var levelControlTrait: Matter.LevelControlTrait? { get }
}

extension OnOffLightDeviceType: LightType {
    var onOffTrait: HearthTraits.Matter.OnOffTrait? { self.matterTraits.onOffTrait }
    var levelControlTrait: HearthTraits.Matter.LevelControlTrait? { nil }
}

extension DimmableLightDeviceType: LightType {
    var onOffTrait: HearthTraits.Matter.OnOffTrait? { self.matterTraits.onOffTrait }
    var levelControlTrait: HearthTraits.Matter.LevelControlTrait? { self.matterTraits.levelControlTrait }
}

extension ColorTemperatureLightDeviceType: LightType {
    var onOffTrait: HearthTraits.Matter.OnOffTrait? { self.matterTraits.onOffTrait }
    var levelControlTrait: HearthTraits.Matter.LevelControlTrait? { self.matterTraits.levelControlTrait }
}

extension ExtendedColorLightDeviceType: LightType {
    var onOffTrait: HearthTraits.Matter.OnOffTrait? { self.matterTraits.onOffTrait }
    var levelControlTrait: HearthTraits.Matter.LevelControlTrait? { self.matterTraits.levelControlTrait }
}

extension Matter.LevelControlTrait {
    private var range: ClosedRange<Float> {
        Float(self.attributes.minLevel ?? 1)...Float(self.attributes.maxLevel ?? 254)
    }

    var fraction: Float {
        (Float(self.attributes.currentLevel ?? 0) - range.lowerBound) / (range.upperBound - range.lowerBound)
    }

    func level(of fraction: Float) -> UInt8 {
        UInt8(range.lowerBound + fraction * (range.upperBound - range.lowerBound))
    }
}

/// A light of any of the four kinds.
class LightTile<LightType_: LightType>: Tile {
    private var lightDeviceType: LightType_?
    private var typeCancellable: AnyCancellable?
    private var levelCancellable: AnyCancellable?

    override init(device: HomeDevice) throws {
        guard device.types.contains(LightType_.self) else {
            throw TileError.wrongType(LightType_.identifier)
        }
        try super.init(device: device)

        self.typeCancellable = self.device.types.subscribe(LightType_.self)
            .receive(on: DispatchQueue.main)
            .catch { error in
                print("Error getting the light: \(error)")
                return Empty<LightType_, Never>().eraseToAnyPublisher()
            }
            .sink { [weak self] lightDeviceType in
                guard let self = self else { return }
                self.lightDeviceType = lightDeviceType
                self.isOn = lightDeviceType.onOffTrait?.attributes.onOff
                self.level = lightDeviceType.levelControlTrait?.fraction
                self.status = self.isOn == true ? "On" : "Off"
                self.followLevel()
            }
    }

    override func toggle() {
        guard let onOffTrait = self.lightDeviceType?.onOffTrait, onOffTrait.supportsToggleCommand else { return }
        self.perform { try await onOffTrait.toggle() }
    }

    /// Sends the values of a slider.
    private func followLevel() {
        self.levelCancellable?.cancel()
        self.levelCancellable = self.$level
            .dropFirst()
            .compactMap { $0 }
            .removeDuplicates()
            .sink { [weak self] fraction in
                guard let levelControlTrait = self?.lightDeviceType?.levelControlTrait else { return }
                let level = levelControlTrait.level(of: fraction)
                guard level != levelControlTrait.attributes.currentLevel else { return }
                self?.perform {
                    try await levelControlTrait.moveToLevelWithOnOff(
                        level: level,
                        transitionTime: nil,
                        optionsMask: [],
                        optionsOverride: [])
                }
            }
    }
}
