import Foundation
import Hearth
import HearthTraits

/// Makes the tile for a device. The order decides for a device with several types.
@MainActor
struct TileMaker {
    private static let types: [any DeviceType.Type] = [
        SpeakerDeviceType.self,
        ExtendedColorLightDeviceType.self,
        ColorTemperatureLightDeviceType.self,
        DimmableLightDeviceType.self,
        OnOffLightDeviceType.self,
        DoorLockDeviceType.self,
        FanDeviceType.self,
        WindowCoveringDeviceType.self,
        TemperatureSensorDeviceType.self,
        ThermostatDeviceType.self,
        OnOffPluginUnitDeviceType.self,
        OccupancySensorDeviceType.self,
        ContactSensorDeviceType.self,
        BasicVideoPlayerDeviceType.self,
    ]

    private static let makers: [String: @MainActor (HomeDevice) throws -> Tile] = [
        SpeakerDeviceType.identifier: SpeakerTile.init,
        ExtendedColorLightDeviceType.identifier: LightTile<ExtendedColorLightDeviceType>.init,
        ColorTemperatureLightDeviceType.identifier: LightTile<ColorTemperatureLightDeviceType>.init,
        DimmableLightDeviceType.identifier: LightTile<DimmableLightDeviceType>.init,
        OnOffLightDeviceType.identifier: LightTile<OnOffLightDeviceType>.init,
        DoorLockDeviceType.identifier: LockTile.init,
        FanDeviceType.identifier: FanTile.init,
        WindowCoveringDeviceType.identifier: BlindTile.init,
        TemperatureSensorDeviceType.identifier: TemperatureTile.init,
        ThermostatDeviceType.identifier: ThermostatTile.init,
        OnOffPluginUnitDeviceType.identifier: PlugTile.init,
        OccupancySensorDeviceType.identifier: OccupancyTile.init,
        ContactSensorDeviceType.identifier: ContactTile.init,
        BasicVideoPlayerDeviceType.identifier: TelevisionTile.init,
    ]

    static func make(device: HomeDevice) throws -> Tile {
        guard let type = self.types.first(where: { device.types.contains($0) }) else {
            return try OtherTile(device: device)
        }
        guard let make = self.makers[type.identifier] else {
            assertionFailure("There is no maker for \(type.identifier)")
            return try OtherTile(device: device)
        }
        return try make(device)
    }
}
