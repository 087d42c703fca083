import Foundation
import Hearth
import HearthTraits
import Synchronization

/// The times from a client's command to its return, and to the update at another client's subscriber.
enum Latency {
    static func run(_ address: String, calls: Int) async throws {
        let sender = try await Home.connect(to: address)
        let observer = try await Home.connect(to: address)
        guard let sent = try await light(sender), let watched = try await light(observer) else {
            throw HomeError(.notFound, "the house has no light")
        }
        let seen = Seen()
        let following = watched.types.subscribe(OnOffLightDeviceType.self)
            .compactMap { $0.matterTraits.onOffTrait?.onOff }
            .removeDuplicates()
            .assertNoFailure()
            .sink { seen.take($0) }
        guard let trait = await sent.types.get(OnOffLightDeviceType.self)?.matterTraits.onOffTrait else { return }
        var state = trait.onOff ?? false
        var returns: [Double] = []
        var updates: [Double] = []
        for call in 0..<(calls + calls / 10) {
            state.toggle()
            let arrival = seen.expect(state)
            let begin = ContinuousClock.now
            if state { try await trait.on() } else { try await trait.off() }
            let returned = begin.duration(to: .now).inSeconds
            var arrived = begin
            for await time in arrival { arrived = time }
            guard call >= calls / 10 else { continue }
            returns.append(returned)
            updates.append(begin.duration(to: arrived).inSeconds)
        }
        following.cancel()
        let list = { (values: [Double]) in "[" + values.map { "\($0)" }.joined(separator: ", ") + "]" }
        Main.say(#"{"returned": \#(list(returns)), "updated": \#(list(updates))}"#)
        await sender.disconnect()
        await observer.disconnect()
    }

    private static func light(_ home: Home) async throws -> HomeDevice? {
        try await home.devices().list().filter { $0.types.contains(OnOffLightDeviceType.self) }
            .min { $0.id < $1.id }
    }

    /// The arrival time of an awaited value.
    private final class Seen: Sendable {
        private let awaited = Mutex<(value: Bool, arrival: AsyncStream<ContinuousClock.Instant>.Continuation)?>(nil)

        func expect(_ value: Bool) -> AsyncStream<ContinuousClock.Instant> {
            let (stream, continuation) = AsyncStream<ContinuousClock.Instant>.makeStream()
            awaited.withLock { $0 = (value, continuation) }
            return stream
        }

        func take(_ value: Bool) {
            let now = ContinuousClock.now
            let arrival = awaited.withLock { awaited in
                guard let expected = awaited, expected.value == value else {
                    return nil as AsyncStream<ContinuousClock.Instant>.Continuation?
                }
                awaited = nil
                return expected.arrival
            }
            arrival?.yield(now)
            arrival?.finish()
        }
    }
}
