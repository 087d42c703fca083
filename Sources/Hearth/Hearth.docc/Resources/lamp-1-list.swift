import Hearth
import HearthTraits

let home = try await Home.connect()
let devices = try await home.devices().list().sorted { $0.name < $1.name }
for device in devices {
    print(device.name, device.sourceConnectivity.connectivityState)
}
