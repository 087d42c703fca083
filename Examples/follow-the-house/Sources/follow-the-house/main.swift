import Hearth
import HearthTraits

// follow-the-house [ADDRESS]: lists the house, switches one lamp, then prints that lamp's brightness as it changes.
let home = try await Home.connect(to: CommandLine.arguments.dropFirst().first ?? Home.defaultAddress)
let devices = try await home.devices().list().sorted { $0.name < $1.name }
for device in devices { print(device.name, device.sourceConnectivity.connectivityState) }

guard let lamp = devices.first(where: { $0.types.contains(DimmableLightDeviceType.self) }) else { exit() }
let light = await lamp.types.get(DimmableLightDeviceType.self)
try await light?.matterTraits.onOffTrait?.on()
try await light?.matterTraits.levelControlTrait?.update { $0.setOnLevel(127) }
for try await light in lamp.types.subscribe(DimmableLightDeviceType.self).values {
    let onOff = light.matterTraits.onOffTrait?.onOff, level = light.matterTraits.levelControlTrait?.currentLevel
    print(lamp.name, onOff == true ? "is on" : "is off", "at level", level ?? 0)
}
