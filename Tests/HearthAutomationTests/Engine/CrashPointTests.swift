internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// The table of crash points: short scenarios of a home in which the power is lost right before and right after each
/// commit and each send, one at a time. `scripts/faults` records the output.
@Suite struct CrashPointTests {
    /// How often devices carried out the actions of a scenario, over all its crashes.
    private struct Counts {
        var fewest = Int.max
        var most = 0

        mutating func add(_ count: Int) {
            fewest = min(fewest, count)
            most = max(most, count)
        }
    }

    @Test(arguments: CrashScenario.all) func crashAtEachPointKeepsTheRules(_ scenario: CrashScenario) {
        let whole = scenario.world()
        expect(whole.kills, equals: 0)
        expect(whole.deeds.values.allSatisfy { $0.count == 1 })
        expect(starts(whole), equals: scenario.starts)
        let sends = whole.deeds.count
        expect(sends, isAbove: 0)
        expect(whole.points, isAbove: 2 * sends)
        var (once, repeatable) = (Counts(), Counts())
        var (missed, twice) = (0, 0)
        for point in 1...whole.points {
            let words = Comment("\(scenario.name), killed at point \(point)")
            let world = scenario.world(lost: point)
            expect(world.kills == 1 && world.wrong == [], words)
            let found = starts(world)
            missed += Set(scenario.starts).subtracting(found).count
            twice += found.count - Set(found).count
            expect(Set(found).isSubset(of: scenario.starts), words)
            expect(world.rows.runs.values.allSatisfy { $0.end != nil }, words)
            expect(Set(world.deeds.keys).isSubset(of: whole.deeds.keys), words)
            for (deed, expected) in whole.deeds {
                let count = world.deeds[deed]?.count ?? 0
                if expected.isOnce { once.add(count) } else { repeatable.add(count) }
            }
        }
        expect(missed, equals: 0)
        expect(twice, equals: 0)
        expect(once.most, isAtMost: 1, "an action happened twice that must not")
        expect(repeatable.fewest, isAtLeast: 1, "an action did not happen that may be repeated")
        let onceText =
            once.most == 0
            ? "no action that must not happen twice" : "once-actions \(once.fewest) to \(once.most) times each"
        print(
            "FAULTS automation killed: \(scenario.name) | \(whole.points) | \(whole.points / 2 - sends) commits and "
                + "\(sends) sends, \(scenario.starts.count) starts, \(missed) missed, \(twice) twice, \(onceText), "
                + "repeatable ones \(repeatable.fewest) to \(repeatable.most) times each")
    }

    private func starts(_ world: CrashWorld) -> [String] {
        world.rows.runs.values.map(CrashWorld.name).sorted()
    }
}
