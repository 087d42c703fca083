import Foundation
import Hearth
import HearthTraits

/// A type of device that lights a room.
protocol Lamp: DeviceType {
    var power: Matter.OnOffTrait? { get }
    /// nil for a lamp that can't be dimmed.
    var dimmer: Matter.LevelControlTrait? { get }
}

extension Lamp {
    var power: Matter.OnOffTrait? { traits[Matter.OnOffTrait.self] }
    var dimmer: Matter.LevelControlTrait? { traits[Matter.LevelControlTrait.self] }
}

extension OnOffLightDeviceType: Lamp {
    var power: Matter.OnOffTrait? { matterTraits.onOffTrait }
    var dimmer: Matter.LevelControlTrait? { nil }
}

extension DimmableLightDeviceType: Lamp {
    var power: Matter.OnOffTrait? { matterTraits.onOffTrait }
    var dimmer: Matter.LevelControlTrait? { matterTraits.levelControlTrait }
}

extension ColorTemperatureLightDeviceType: Lamp {}

extension ExtendedColorLightDeviceType: Lamp {}

extension Matter.LevelControlTrait {
    private var lowest: Float { Float(attributes.minLevel ?? 1) }

    private var steps: Float { max(1, Float(attributes.maxLevel ?? 254) - lowest) }

    /// The level from 0 to 1, for a slider.
    var fraction: Float { (Float(attributes.currentLevel ?? 0) - lowest) / steps }

    /// - Parameter fraction: from 0 to 1.
    func level(at fraction: Float) -> UInt8 {
        UInt8((lowest + fraction * steps).rounded())
    }
}

/// A lamp of any kind, with a slider if it can be dimmed.
class LightTile<Kind: Lamp>: KindTile<Kind> {
    private var slider: AnyCancellable?

    override init(device: HomeDevice) throws {
        try super.init(device: device)
        slider =
            $level
            .compactMap { $0 }
            .sink { [weak self] position in self?.dim(to: position) }
    }

    override func draw(_ report: Kind) {
        isOn = report.power?.attributes.onOff
        level = report.dimmer?.fraction
        status = isOn == true ? "On" : "Off"
    }

    override func toggle() {
        guard let power = latest?.power, power.supportsToggleCommand else { return }
        perform { try await power.toggle() }
    }

    /// A report moves the slider as well, to where the lamp is already.
    private func dim(to position: Float) {
        guard let dimmer = latest?.dimmer, position != dimmer.fraction else { return }
        let step = dimmer.level(at: position)
        perform {
            try await dimmer.moveToLevelWithOnOff(
                level: step, transitionTime: nil, optionsMask: [], optionsOverride: [])
        }
    }
}
