// Attaches a turntable to a hub: Turntable [HOST:PORT [IDENTITY-FILE]]
import HearthDeviceBehaviors
import HearthDeviceHost

let arguments = CommandLine.arguments.dropFirst()
let turntable = HostedDevice(
    id: "acme-turntable-1", name: "Turntable", room: "Studio",
    product: .init(vendorName: "Acme", vendorID: 0xFFF2, productName: "Turntable 33", productID: 1),
    type: TurntableDeviceType.self,
    handlers: [SpinnerBehavior(motor: Motor()), OnOffBehavior(), PowerExtensionHandler()])

// An error ends the program with a message and an exit code.
await DeviceHost.main {
    try DeviceHost(
        address: arguments.first ?? "127.0.0.1:4327", identity: .file(arguments.dropFirst().first ?? "provider-id"),
        name: "Acme turntable", devices: [turntable]
    ) { print($0) }
}
