internal import HearthTraitCore
internal import HearthTraits
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
        #expect(try bench.attributes(OccupancySensingBehavior.self).occupancy == .occupied)
        bench.pass(.milliseconds(1))
        #expect(try bench.attributes(OccupancySensingBehavior.self).occupancy == [])
        let events = try bench.payloads(Occupancy.OccupancyChangedEvent.self, of: Occupancy.descriptor)
        #expect(events.map(\.occupancy) == [.occupied, []])
    }

    @Test func holdTimeKeepsItsLimitsAndTheOldDelayMirrorsIt() throws {
        var bench = Bench([OccupancySensingBehavior(holdTime: 30, limits: 5...600)])
        #expect(status { try bench.write(Occupancy.self) { $0.holdTime = 4 } } == .constraintError)
        #expect(
            status { try bench.write(Occupancy.self) { $0.pirOccupiedToUnoccupiedDelay = 601 } } == .constraintError)
        try bench.write(Occupancy.self) { $0.holdTime = 60 }
        #expect(try bench.attributes(OccupancySensingBehavior.self).pirOccupiedToUnoccupiedDelay == 60)
        try bench.write(Occupancy.self) { $0.pirOccupiedToUnoccupiedDelay = 7 }
        #expect(try bench.attributes(OccupancySensingBehavior.self).holdTime == 7)
    }

    @Test func newHoldTimeAppliesToPresentOccupancy() throws {
        var bench = Bench([OccupancySensingBehavior(holdTime: 30)])
        bench.sense(.motion)
        bench.pass(.seconds(10))
        try bench.write(Occupancy.self) { $0.holdTime = 15 }
        bench.pass(.seconds(5))
        #expect(try bench.attributes(OccupancySensingBehavior.self).occupancy == [])
    }

    @Test func measuredValuesStayInRangeOrAreNullOnFailure() throws {
        var bench = Bench([
            TemperatureMeasurementBehavior(2000, range: -1000...5000), RelativeHumidityMeasurementBehavior(5000),
            IlluminanceMeasurementBehavior(20000, range: 100...30000),
        ])
        bench.sense(.temperature(9000))
        bench.sense(.humidity(12000))
        bench.sense(.illuminance(40000))
        #expect(try bench.attributes(TemperatureMeasurementBehavior.self).measuredValue == 5000)
        #expect(try bench.attributes(RelativeHumidityMeasurementBehavior.self).measuredValue == 10000)
        #expect(try bench.attributes(IlluminanceMeasurementBehavior.self).measuredValue == 30000)
        bench.sense(.illuminance(50))
        #expect(try bench.attributes(IlluminanceMeasurementBehavior.self).measuredValue == 0)
        bench.sense(.temperature(nil))
        #expect(try bench.attributes(TemperatureMeasurementBehavior.self).$measuredValue.isNull)
    }

    @Test func contactAndLeakReportEachChangeOnce() throws {
        typealias T = Matter.BooleanStateTrait
        var contact = Bench([BooleanStateBehavior(.isClosed)])
        #expect(try contact.attributes(BooleanStateBehavior.self).stateValue == true)
        contact.sense(.contact(isClosed: false))
        contact.sense(.contact(isClosed: false))
        contact.sense(.leak(isDetected: true))
        #expect(try contact.payloads(T.StateChangeEvent.self, of: T.descriptor).map(\.stateValue) == [false])
        var leak = Bench([BooleanStateBehavior(.isWet)])
        leak.sense(.leak(isDetected: true))
        #expect(try leak.attributes(BooleanStateBehavior.self).stateValue == true)
    }
}
