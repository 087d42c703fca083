import Hearth
import HearthTraits

do {
    let home = try await Home.connect()
    let devices = try await home.devices().list().sorted { $0.name < $1.name }
    guard
        let lamp = devices.first(where: { $0.types.contains(DimmableLightDeviceType.self) }),
        let light = await lamp.types.get(DimmableLightDeviceType.self)
    else {
        fatalError("there is no lamp")
    }
    try await light.matterTraits.onOffTrait?.toggle()

    for try await light in lamp.types.subscribe(DimmableLightDeviceType.self).values {
        print(lamp.name, light.matterTraits.onOffTrait?.onOff ?? false)
    }
} catch let error as HomeError where error.code == .unavailable {
    print("The hub or the lamp is away: \(error.message)")
} catch {
    print("That did not work: \(error)")
}
