internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

@Suite struct LevelControlBehaviorTests {
    /// The device wakes for each level, and for the end.
    @Test func aSlowTransitionWaitsForTheNextLevel() throws {
        var bench = Bench(TranscriptDevice("light").behaviors)
        var command = Matter.LevelControlTrait.Commands.MoveToLevel()
        command.level = 103
        command.transitionTime = 300
        try bench.send(Matter.LevelControlTrait.self, 0, command)
        var wakes: [Duration] = []
        while let due = bench.device.deadline {
            wakes.append(due - .seconds(100))
            bench.pass(due - bench.now)
        }
        expect(wakes.count, equals: 5)
        expect(wakes.last, equals: .seconds(30))
    }
}
