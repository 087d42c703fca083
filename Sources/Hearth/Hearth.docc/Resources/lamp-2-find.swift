import Hearth
import HearthTraits

let home = try await Home.connect()
let devices = try await home.devices().list().sorted { $0.name < $1.name }
guard
    let lamp = devices.first(where: { $0.types.contains(DimmableLightDeviceType.self) }),
    let light = await lamp.types.get(DimmableLightDeviceType.self)
else {
    fatalError("there is no lamp")
}
print(lamp.name, light.matterTraits.onOffTrait?.onOff ?? false)
