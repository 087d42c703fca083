import Hearth
import HearthTraits

/// The time from `connect` to the complete list of devices.
enum List {
    static func run(_ address: String, count: Int) async throws {
        let begin = ContinuousClock.now
        let home = try await Home.connect(to: address)
        let devices = try await home.devices().list()
        let taken = begin.duration(to: .now).inSeconds
        let lights = devices.filter { $0.types.contains(OnOffLightDeviceType.self) }
        guard lights.count == count else { throw HomeError(.notFound, "\(lights.count) lights are there") }
        Main.say(#"{"seconds": \#(taken)}"#)
        await home.disconnect()
    }
}
