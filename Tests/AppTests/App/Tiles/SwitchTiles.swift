import Dispatch
import Foundation
import Hearth
import HearthTraits

/// A device that this app can only switch: plugs, speakers, televisions.
class SwitchTile<Switched: DeviceType>: Tile {
    private var switched: Switched?
    private var cancellables: Set<AnyCancellable> = []

    override init(device: HomeDevice) throws {
        guard device.types.contains(Switched.self) else {
            throw TileError.wrongType(Switched.identifier)
        }
        try super.init(device: device)
        self.device.types.subscribe(Switched.self)
            .receive(on: DispatchQueue.main)
            .catch { [weak self] error in
                self?.failure = error.message
                return Empty<Switched, Never>().eraseToAnyPublisher()
            }
            .sink { [weak self] switched in
                guard let self = self else { return }
                self.switched = switched
                self.isOn = switched.traits[Matter.OnOffTrait.self]?.attributes.onOff
                self.level = switched.traits[Matter.LevelControlTrait.self]?.fraction
                self.status = self.isOn == true ? "On" : "Off"
            }
            .store(in: &self.cancellables)
    }

    override func toggle() {
        guard let onOffTrait = self.switched?.traits[Matter.OnOffTrait.self] else { return }
        self.perform { try await onOffTrait.toggle() }
    }
}

typealias PlugTile = SwitchTile<OnOffPluginUnitDeviceType>
typealias SpeakerTile = SwitchTile<SpeakerDeviceType>
typealias TelevisionTile = SwitchTile<BasicVideoPlayerDeviceType>

/// A device without a tile of its own in this app.
final class OtherTile: Tile {
    override init(device: HomeDevice) throws {
        try super.init(device: device)
        self.status = "Unsupported"
    }
}
