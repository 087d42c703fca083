import Hearth
import HearthTraits

// follow-the-house [ADDRESS]: lists the house, sets one lamp, and then prints the lamp's changes.
let home = try await Home.connect(to: CommandLine.arguments.dropFirst().first ?? Home.defaultAddress)
let devices = try await home.devices().list().sorted { $0.name < $1.name }
for device in devices { print(device.name, device.sourceConnectivity.connectivityState) }

if let lamp = devices.first(where: { $0.types.contains(DimmableLightDeviceType.self) }),
    let light = await lamp.types.get(DimmableLightDeviceType.self)
{
    try await light.matterTraits.onOffTrait?.on()
    try await light.matterTraits.levelControlTrait?.update { $0.setOnLevel(127) }
    try await light.matterTraits.levelControlTrait?.moveToLevel(level: 200, transitionTime: 20)
    for try await light in lamp.types.subscribe(DimmableLightDeviceType.self).values {
        let traits = light.matterTraits
        print(lamp.name, traits.onOffTrait?.onOff ?? false, traits.levelControlTrait?.currentLevel ?? 0)
    }
}
