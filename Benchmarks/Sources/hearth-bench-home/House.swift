import Foundation
import Hearth
import HearthDeviceHost
import HearthTraitCore
import HearthTraits

/// Many lights in one process, like a bridge.
enum House {
    static func run(_ address: String, count: Int) async throws {
        let devices = (1...max(1, count)).map { number in
            HostedDevice(
                id: "bench-light-\(number)", name: "Light \(number)", room: "Room \(number % 20 + 1)",
                product: .init(vendorName: "Bench", vendorID: 0xFFF1, productName: "Light", productID: 1),
                type: OnOffLightDeviceType.self, handlers: [Power()])
        }
        let identity = FileManager.default.temporaryDirectory.appendingPathComponent(
            "hearth-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: identity) }
        let host = try DeviceHost(
            address: address, identity: .file(identity.path), name: "Bench", devices: devices)
        let running = Task { try await host.run() }
        let home = try await Home.connect(to: address)
        for try await present in home.devices().batched().values where present.count >= count { break }
        await home.disconnect()
        Main.say("ready")
        await Main.untilInputEnds()
        running.cancel()
    }
}

struct Power: Matter.OnOffTraitHandler {
    var initialAttributes: Matter.OnOffTrait.Attributes {
        var attributes = Matter.OnOffTrait.Attributes()
        attributes.onOff = false
        return attributes
    }

    func on(_ state: TraitState<Matter.OnOffTrait>) async throws(TraitError) { state.update { $0.onOff = true } }
    func off(_ state: TraitState<Matter.OnOffTrait>) async throws(TraitError) { state.update { $0.onOff = false } }
    func toggle(_ state: TraitState<Matter.OnOffTrait>) async throws(TraitError) {
        state.update { $0.onOff = !($0.onOff ?? false) }
    }
}
