import Hearth
import HearthTraits
import Synchronization

/// Follows every device of a home by its types, like an app with a tile for each.
enum Observe {
    static func run(_ address: String) async throws {
        let home = try await Home.connect(to: address)
        let values = Atomic(0)
        var following: Set<AnyCancellable> = []
        for device in try await home.devices().list() {
            device.types.subscribe(OnOffLightDeviceType.self)
                .assertNoFailure()
                .sink { _ in values.wrappingAdd(1, ordering: .relaxed) }
                .store(in: &following)
        }
        Main.say("ready")
        await Main.untilInputEnds()
        Main.say(#"{"followed": \#(following.count), "values": \#(values.load(ordering: .relaxed))}"#)
        await home.disconnect()
    }
}
