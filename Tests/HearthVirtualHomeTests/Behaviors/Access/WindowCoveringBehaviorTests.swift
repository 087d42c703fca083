internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// The rules of WindowCovering, one by one.
@Suite struct WindowCoveringBehaviorTests {
    typealias T = Matter.WindowCoveringTrait

    private func blind() -> Bench { Bench(Parts.blind()) }
    private func shade() -> Bench { Bench(Parts.shade()) }
    private func attributes(_ bench: Bench) throws -> T.Attributes { try bench.attributes(WindowCoveringBehavior.self) }

    private func lift(_ percent100ths: UInt16) -> T.Commands.GoToLiftPercentage {
        var command = T.Commands.GoToLiftPercentage()
        command.liftPercent100thsValue = percent100ths
        return command
    }

    @Test func downOrCloseMovesTo10000AndUpOrOpenTo0() throws {
        var bench = blind()
        try bench.send(T.self, 1)
        try expect(attributes(bench).targetPositionLiftPercent100ths, equals: 10000)
        try expect(attributes(bench).targetPositionTiltPercent100ths, equals: 10000)
        bench.pass(.seconds(10))
        try expect(attributes(bench).currentPositionLiftPercent100ths, equals: 5000)
        try expect(attributes(bench).currentPositionLiftPercentage, equals: 50)
        try expect(attributes(bench).currentPositionTiltPercent100ths, equals: 10000)
        bench.pass(.seconds(10))
        try expect(attributes(bench).currentPositionLiftPercent100ths, equals: 10000)
        try bench.send(T.self, 0)
        bench.pass(.seconds(20))
        try expect(attributes(bench).currentPositionLiftPercent100ths, equals: 0)
        expectNil(bench.device.deadline)
    }

    @Test func operationalStatusHasBitsForAllLiftAndTilt() throws {
        var bench = blind()
        try bench.send(T.self, 1)
        var status = try require(attributes(bench).operationalStatus)
        expect(status.global, equals: 2)
        expect(status.lift, equals: 2)
        expect(status.tilt, equals: 2)
        bench.pass(.seconds(5))
        status = try require(attributes(bench).operationalStatus)
        expect(status.global, equals: 2)
        expect(status.lift, equals: 2)
        expect(status.tilt, equals: 0)
        try bench.send(T.self, 0)
        status = try require(attributes(bench).operationalStatus)
        expect(status.global, equals: 1)
        expect(status.lift, equals: 1)
        expect(status.tilt, equals: 1)
        bench.pass(.seconds(20))
        try expect(attributes(bench).operationalStatus, equals: [])
    }

    @Test func stopMotionStaysWhereItIsAndTheTargetBecomesThat() throws {
        var bench = shade()
        try bench.send(T.self, 1)
        bench.pass(.seconds(7))
        try bench.send(T.self, 2)
        try expect(attributes(bench).currentPositionLiftPercent100ths, equals: 5000)
        try expect(attributes(bench).targetPositionLiftPercent100ths, equals: 5000)
        try expect(attributes(bench).operationalStatus, equals: [])
        bench.pass(.seconds(7))
        try expect(attributes(bench).currentPositionLiftPercent100ths, equals: 5000)
    }

    /// A percentage over 10000 is CONSTRAINT_ERROR; a direction in which it does not move is UNSUPPORTED_COMMAND.
    @Test func percentages() throws {
        var bench = shade()
        expect(status { try bench.send(T.self, 5, lift(10001)) }, equals: .constraintError)
        expect(status { try bench.send(T.self, 8, T.Commands.GoToTiltPercentage()) }, equals: .unsupportedCommand)
        try bench.send(T.self, 5, lift(2500))
        bench.pass(.milliseconds(3500))
        try expect(attributes(bench).currentPositionLiftPercent100ths, equals: 2500)
        try expect(attributes(bench).acceptedCommandList, equals: [0, 1, 2, 5])
    }

    @Test func positionsAreReportedOnceASecondAndAtTheEnd() throws {
        var bench = shade()
        let start = bench.now
        try bench.send(T.self, 5, lift(2500))
        bench.pass(.seconds(10))
        expect(
            bench.reports(of: T.self, 0xE, since: start).map(\.time),
            equals: [
                .seconds(1), .seconds(2), .seconds(3), .milliseconds(3500),
            ])
    }

    @Test func withoutPositionKnowledge0OpensAndAllElseCloses() throws {
        var bench = Bench([
            WindowCoveringBehavior(
                .lift, type: .awning, endProduct: .awningTerracePatio, liftTime: .seconds(10), tiltTime: nil)
        ])
        try bench.send(T.self, 5, lift(1))
        try expect(attributes(bench).operationalStatus?.lift, equals: 2)
        bench.pass(.seconds(10))
        try expect(attributes(bench).operationalStatus?.lift, equals: 0)
        try bench.send(T.self, 5, lift(0))
        try expect(attributes(bench).operationalStatus?.lift, equals: 1)
        try expect(attributes(bench).$currentPositionLiftPercent100ths.isSupported, equals: false)
    }

    @Test func maintenanceAndCalibrationModesStopAllMotion() throws {
        var bench = shade()
        try bench.send(T.self, 1)
        bench.pass(.seconds(2))
        try bench.write(T.self) { $0.mode = .maintenanceMode }
        try expect(attributes(bench).operationalStatus, equals: [])
        try expect(attributes(bench).configStatus?.contains(.operational), equals: false)
        for command in [UInt32(0), 1, 2] { expect(status { try bench.send(T.self, command) }, equals: .busy) }
        try bench.write(T.self) { $0.mode = .calibrationMode }
        expect(status { try bench.send(T.self, 0) }, equals: .failure)
        try bench.write(T.self) { $0.mode = [] }
        try bench.send(T.self, 0)
    }

    @Test func modeIsAtMost0x0FAndReversalShowsInStatus() throws {
        var bench = shade()
        expect(status { try bench.write(T.self) { $0.mode = .init(rawValue: 0x10) } }, equals: .constraintError)
        try bench.write(T.self) { $0.mode = .motorDirectionReversed }
        try expect(attributes(bench).configStatus?.contains(.liftMovementReversed), equals: true)
    }

    @Test func thePositionOutlivesARestartTheMotionDoesNot() throws {
        var bench = shade()
        try bench.send(T.self, 1)
        bench.pass(.seconds(7))
        bench = bench.restarted(Parts.shade())
        try expect(attributes(bench).currentPositionLiftPercent100ths, equals: 5000)
        try expect(attributes(bench).targetPositionLiftPercent100ths, equals: 5000)
        expectNil(bench.device.deadline)
    }
}
