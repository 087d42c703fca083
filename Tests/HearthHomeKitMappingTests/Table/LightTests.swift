internal import HearthTraitDescriptors
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthHomeKitMapping

/// Lights: what holds for all levels.
@Suite struct LightTests {
    private func light(level: TraitValue, min: UInt64, max: UInt64) -> AccessoryView {
        AccessoryView(
            device(0x010D, [0x6: [0: .bool(true)], 0x8: [0: level, 2: .unsigned(min), 3: .unsigned(max)]]))
    }

    /// With any levels of a device: a written brightness is the one shown afterwards.
    @Test func everyBrightnessInTheLimitsGoesBackToItself() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = Dice(seed: seed)
        for _ in 0..<60 {
            let ends = [dice.below(254) + 1, dice.below(254) + 1].sorted()
            let view = light(level: .null, min: UInt64(ends[0]), max: UInt64(ends[1]))
            let metadata = try require(view.shown(.lightbulb)?[.brightness]?.metadata)
            let low = max(Int(metadata.minimum ?? 0), 1), high = Int(metadata.maximum ?? 100)
            for percent in low...high {
                let key = CharacteristicKey(ServiceKey(endpoint: 1, type: .lightbulb), .brightness)
                let plan = view.plan(for: [CharacteristicWrite(key, .int(Int64(percent)))])
                guard case .command(_, let arguments) = plan.requests.last?.content, let level = arguments[0] else {
                    Issue.record("seed \(seed): nothing is sent for \(percent) in \(ends)")
                    return
                }
                expect((ends[0]...ends[1]).contains(Int(level.integer ?? 0)), "seed \(seed): \(percent) in \(ends)")
                let after = light(level: level, min: UInt64(ends[0]), max: UInt64(ends[1]))
                expect(
                    after.number(.lightbulb, .brightness), equals: Double(percent),
                    "seed \(seed): \(percent) in \(ends)")
            }
        }
    }
}
