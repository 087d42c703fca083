internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// Behaviours that use descriptors of their traits: a doorbell, a chime and a metering plug.
@Suite struct DescribedBehaviorTests {
    /// A load of 480 W for an hour is at least 480 Wh of energy, and its power is within a tenth of that.
    @Test func aMeterMeasuresWhatIsOn() throws {
        let (power, energy) = (
            Matter.ElectricalPowerMeasurementTrait.self, Matter.ElectricalEnergyMeasurementTrait.self
        )
        let behaviors = Parts.meteredPlug(watts: 480)
        var bench = Bench(behaviors)
        bench.pass(.seconds(3_600))
        expect(bench.reports.isEmpty)
        let start = bench.now
        bench.sense(.toggle)
        bench.pass(.seconds(3_600))
        let watts = bench.reports(of: power, 8, since: start).compactMap(\.value)
        expect(watts.count, isAbove: 100)
        expect(watts.allSatisfy { (480_000...528_000).contains($0) })
        bench.sense(.toggle)
        expect(bench.reports(of: power, 8, since: start).last?.value, equals: 0)
        let after = bench.device.description.endpoints[0].traits.first { $0.descriptor.id == energy.descriptor.id }
        guard case .structure(let total)? = after?.attributes[1] else { throw Missing() }
        expect(total[0], equals: .signed(480_000))
        let count = bench.reports.count
        bench.pass(.seconds(3_600))
        expect(bench.reports.count, equals: count)
    }

    /// A sound lasts until 10 s after the last one.
    @Test func aFlagIsOnWhileThereAreSounds() {
        var bench = Bench([SoundFlagBehavior()])
        let start = bench.now
        bench.sense(.motion)
        bench.sense(.sound)
        bench.pass(.seconds(6))
        bench.sense(.sound)
        bench.pass(.seconds(60))
        let reports = bench.reports.map { ($0.time - start, $0.values[0]) }
        expect(reports.map(\.0), equals: [.zero, .seconds(16)])
        expect(reports.map(\.1), equals: [.bool(true), .bool(false)])
    }

    private struct Missing: Error {}
}
