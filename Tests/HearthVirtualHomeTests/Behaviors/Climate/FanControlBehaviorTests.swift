internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

@Suite struct FanControlBehaviorTests {
    typealias T = Matter.FanControlTrait

    private func attributes(_ bench: Bench) throws -> T.Attributes { try bench.attributes(FanControlBehavior.self) }

    @Test(arguments: [T.FanModeEnum.low, .medium, .high])
    func aModeChoosesAPercentageThatMeansThatMode(_ mode: T.FanModeEnum) throws {
        var bench = Bench([FanControlBehavior(sequence: .offLowMedHighAuto, speedMax: 10)])
        try bench.write(T.self) { $0.fanMode = mode }
        let percent = try require(attributes(bench).percentSetting)
        try bench.write(T.self) { $0.percentSetting = percent }
        try expect(attributes(bench).fanMode, equals: mode)
    }
}
