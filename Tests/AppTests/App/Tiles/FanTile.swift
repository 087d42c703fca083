import Dispatch
import Foundation
import Hearth
import HearthTraits

/// A fan: its mode from a list, its speed by a slider.
final class FanTile: Tile {
    private var fanDeviceType: FanDeviceType?
    private var cancellable: AnyCancellable?
    private let modes: [String: HearthTraits.Matter.FanControlTrait.FanModeEnum] = [
        "Off": .off, "Low": .low, "Medium": .medium, "High": .high,
    ]

    override init(device: HomeDevice) throws {
        guard device.types.contains(FanDeviceType.self) else {
            throw TileError.wrongType("Fan")
        }
        try super.init(device: device)

        let names = self.modes
            .reduce(into: [HearthTraits.Matter.FanControlTrait.FanModeEnum: String]()) { result, element in
                result[element.value] = element.key
            }
        self.choices = Array(self.modes.keys)
        self.cancellable = self.device.types.subscribe(FanDeviceType.self)
            .receive(on: DispatchQueue.main)
            .catch { error in
                print("Error getting the fan: \(error)")
                return Empty<FanDeviceType, Never>().eraseToAnyPublisher()
            }
            .sink { [weak self] fanDeviceType in
                guard let self = self else { return }
                let fanMode = fanDeviceType.matterTraits.fanControlTrait?.attributes
                    .fanMode
                self.fanDeviceType = fanDeviceType
                self.choice = names[fanMode ?? .unrecognized_] ?? "Unknown"
                self.level = fanDeviceType.matterTraits.fanControlTrait?.attributes.percentCurrent
                    .map { Float($0) / 100 }
                self.isOn = self.turns
                self.status = self.turns ? "On" : "Off"
            }
    }

    private var turns: Bool {
        if let onOffTrait = self.fanDeviceType?.traits[Matter.OnOffTrait.self] {
            return onOffTrait.attributes.onOff ?? false
        } else if let fanControlTrait = self.fanDeviceType?.matterTraits.fanControlTrait {
            return fanControlTrait.attributes.fanMode != .off
        } else {
            return false
        }
    }

    func choose(_ name: String) {
        guard
            let fanControlTrait = self.fanDeviceType?.matterTraits.fanControlTrait,
            let mode = self.modes[name],
            mode != fanControlTrait.attributes.fanMode
        else {
            return
        }
        self.perform {
            _ = try await fanControlTrait.update {
                $0.setFanMode(mode)
            }
        }
    }

    func slide(to value: Float) {
        guard
            let fanControlTrait = self.fanDeviceType?.matterTraits.fanControlTrait,
            fanControlTrait.attributes.$percentSetting.isSupported
        else {
            return
        }
        self.perform {
            _ = try await fanControlTrait.update {
                $0.setPercentSetting(UInt8(value * 100))
            }
        }
    }

    override func toggle() {
        guard let fanDeviceType = self.fanDeviceType else { return }
        self.perform {
            if let onOffTrait = fanDeviceType.traits[Matter.OnOffTrait.self] {
                try await onOffTrait.toggle()
            } else if let fanControlTrait = fanDeviceType.matterTraits.fanControlTrait {
                let newFanMode: Matter.FanControlTrait.FanModeEnum =
                    fanControlTrait.attributes.fanMode == .off ? .high : .off
                _ = try await fanControlTrait.update {
                    $0.setFanMode(newFanMode)
                }
            } else {
                throw HomeError.notFound("The device is no fan")
            }
        }
    }
}
