internal import Expectations
internal import HearthDiscovery
internal import Testing

/// Whatever came before, the devices are those of a machine that gets the present announcements only.
@Suite struct RandomIdentityTests {
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = state
            bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
            return bits ^ bits >> 31
        }
    }

    /// What a receiver of the machine knows: the entities of each device.
    private struct Receiver {
        var devices: [String: String] = [:]

        mutating func take(_ lines: [String]) {
            for line in lines {
                let words = line.split(separator: " ", maxSplits: 3).map(String.init)
                if words[0] == "describe" { devices[words[1]] = words.count > 3 ? words[3] : "" }
                if words[0] == "remove" { expect(devices.removeValue(forKey: words[1]) != nil, "\(line)") }
            }
        }
    }

    @Test func theCourseOfAnnouncementsDoesNotMatter() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = Random(state: seed)
        for round in 0..<40 {
            var (script, receiver) = (Script(), Receiver())
            var present: [String: String] = [:]
            for step in 0..<30 {
                let topic = "homeassistant/sensor/\(Int.random(in: 0..<5, using: &random))/config"
                let tokens = ["a", "b", "c", "d"].filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
                    .shuffled(using: &random)
                present[topic] =
                    tokens.isEmpty
                    ? nil : #"{"stat_t": "s\#(topic)", "dev": {"ids": ["\#(tokens.joined(separator: #"", ""#))"]}}"#
                receiver.take(script.says(topic, present[topic] ?? ""))
                guard Bool.random(using: &random) else { continue }
                receiver.take(script.passes(.seconds(1)))
                var (fresh, other) = (Script(), Receiver())
                for (topic, payload) in present { _ = fresh.says(topic, payload) }
                other.take(fresh.passes(.seconds(1)))
                expect(
                    receiver.devices.values.sorted(), equals: other.devices.values.sorted(),
                    "seed \(seed), round \(round), step \(step)")
            }
        }
    }
}
