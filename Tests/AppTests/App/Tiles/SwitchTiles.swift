import Foundation
import Hearth
import HearthTraits

/// A device that this app can only switch: plugs, speakers, televisions.
class SwitchTile<Kind: DeviceType>: KindTile<Kind> {
    override func draw(_ report: Kind) {
        isOn = report.traits[Matter.OnOffTrait.self]?.attributes.onOff
        level = report.traits[Matter.LevelControlTrait.self]?.fraction
        status = isOn == true ? "On" : "Off"
    }

    override func toggle() {
        guard let power = latest?.traits[Matter.OnOffTrait.self] else { return }
        perform { try await power.toggle() }
    }
}

typealias PlugTile = SwitchTile<OnOffPluginUnitDeviceType>
typealias SpeakerTile = SwitchTile<SpeakerDeviceType>
typealias TelevisionTile = SwitchTile<BasicVideoPlayerDeviceType>

/// A device without a tile of its own in this app.
final class OtherTile: Tile {
    override init(device: HomeDevice) throws {
        try super.init(device: device)
        status = "Unsupported"
    }
}
