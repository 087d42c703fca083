internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// The rules of occupancy, measured values and Boolean states, one by one.
@Suite struct SensorBehaviorTests {
    typealias Occupancy = Matter.OccupancySensingTrait

    /// Occupied at a motion, unoccupied HoldTime after the last one, with an event for each change.
    @Test func holdTime() throws {
        var bench = Bench([OccupancySensingBehavior(holdTime: 30)])
        bench.sense(.motion)
        bench.pass(.seconds(20))
        bench.sense(.motion)
        bench.pass(.milliseconds(29_999))
        try expect(bench.attributes(OccupancySensingBehavior.self).occupancy, equals: .occupied)
        bench.pass(.milliseconds(1))
        try expect(bench.attributes(OccupancySensingBehavior.self).occupancy, equals: [])
        let events = try bench.payloads(Occupancy.OccupancyChangedEvent.self, of: Occupancy.descriptor)
        expect(events.map(\.occupancy), equals: [.occupied, []])
    }

    @Test func holdTimeKeepsItsLimitsAndTheOldDelayMirrorsIt() throws {
        var bench = Bench([OccupancySensingBehavior(holdTime: 30, limits: 5...600)])
        expect(status { try bench.write(Occupancy.self) { $0.holdTime = 4 } }, equals: .constraintError)
        expect(
            status { try bench.write(Occupancy.self) { $0.pirOccupiedToUnoccupiedDelay = 601 } },
            equals: .constraintError)
        try bench.write(Occupancy.self) { $0.holdTime = 60 }
        try expect(bench.attributes(OccupancySensingBehavior.self).pirOccupiedToUnoccupiedDelay, equals: 60)
        try bench.write(Occupancy.self) { $0.pirOccupiedToUnoccupiedDelay = 7 }
        try expect(bench.attributes(OccupancySensingBehavior.self).holdTime, equals: 7)
    }

    @Test func newHoldTimeAppliesToPresentOccupancy() throws {
        var bench = Bench([OccupancySensingBehavior(holdTime: 30)])
        bench.sense(.motion)
        bench.pass(.seconds(10))
        try bench.write(Occupancy.self) { $0.holdTime = 15 }
        bench.pass(.seconds(5))
        try expect(bench.attributes(OccupancySensingBehavior.self).occupancy, equals: [])
    }

    @Test func measuredValuesStayInRangeOrAreNullOnFailure() throws {
        var bench = Bench([
            TemperatureMeasurementBehavior(2000, range: -1000...5000), RelativeHumidityMeasurementBehavior(5000),
            IlluminanceMeasurementBehavior(20000, range: 100...30000),
        ])
        bench.sense(.temperature(9000))
        bench.sense(.humidity(12000))
        bench.sense(.illuminance(40000))
        try expect(bench.attributes(TemperatureMeasurementBehavior.self).measuredValue, equals: 5000)
        try expect(bench.attributes(RelativeHumidityMeasurementBehavior.self).measuredValue, equals: 10000)
        try expect(bench.attributes(IlluminanceMeasurementBehavior.self).measuredValue, equals: 30000)
        bench.sense(.illuminance(50))
        try expect(bench.attributes(IlluminanceMeasurementBehavior.self).measuredValue, equals: 0)
        bench.sense(.temperature(nil))
        try expect(bench.attributes(TemperatureMeasurementBehavior.self).$measuredValue.isNull)
    }

    @Test func contactAndLeakReportEachChangeOnce() throws {
        typealias T = Matter.BooleanStateTrait
        var contact = Bench([BooleanStateBehavior(.isClosed)])
        try expect(contact.attributes(BooleanStateBehavior.self).stateValue, equals: true)
        contact.sense(.contact(isClosed: false))
        contact.sense(.contact(isClosed: false))
        contact.sense(.leak(isDetected: true))
        try expect(contact.payloads(T.StateChangeEvent.self, of: T.descriptor).map(\.stateValue), equals: [false])
        var leak = Bench([BooleanStateBehavior(.isWet)])
        leak.sense(.leak(isDetected: true))
        try expect(leak.attributes(BooleanStateBehavior.self).stateValue, equals: true)
    }
}
