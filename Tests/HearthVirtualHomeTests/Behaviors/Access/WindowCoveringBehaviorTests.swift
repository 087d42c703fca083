internal import HearthTraitCore
internal import HearthTraits
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
        #expect(try attributes(bench).targetPositionLiftPercent100ths == 10000)
        #expect(try attributes(bench).targetPositionTiltPercent100ths == 10000)
        bench.pass(.seconds(10))
        #expect(try attributes(bench).currentPositionLiftPercent100ths == 5000)
        #expect(try attributes(bench).currentPositionLiftPercentage == 50)
        #expect(try attributes(bench).currentPositionTiltPercent100ths == 10000)
        bench.pass(.seconds(10))
        #expect(try attributes(bench).currentPositionLiftPercent100ths == 10000)
        try bench.send(T.self, 0)
        bench.pass(.seconds(20))
        #expect(try attributes(bench).currentPositionLiftPercent100ths == 0)
        #expect(bench.device.deadline == nil)
    }

    @Test func operationalStatusHasBitsForAllLiftAndTilt() throws {
        var bench = blind()
        try bench.send(T.self, 1)
        var status = try #require(attributes(bench).operationalStatus)
        #expect(status.global == 2 && status.lift == 2 && status.tilt == 2)
        bench.pass(.seconds(5))
        status = try #require(attributes(bench).operationalStatus)
        #expect(status.global == 2 && status.lift == 2 && status.tilt == 0)
        try bench.send(T.self, 0)
        status = try #require(attributes(bench).operationalStatus)
        #expect(status.global == 1 && status.lift == 1 && status.tilt == 1)
        bench.pass(.seconds(20))
        #expect(try attributes(bench).operationalStatus == [])
    }

    @Test func stopMotionStaysWhereItIsAndTheTargetBecomesThat() throws {
        var bench = shade()
        try bench.send(T.self, 1)
        bench.pass(.seconds(7))
        try bench.send(T.self, 2)
        #expect(try attributes(bench).currentPositionLiftPercent100ths == 5000)
        #expect(try attributes(bench).targetPositionLiftPercent100ths == 5000)
        #expect(try attributes(bench).operationalStatus == [])
        bench.pass(.seconds(7))
        #expect(try attributes(bench).currentPositionLiftPercent100ths == 5000)
    }

    /// A percentage over 10000 is CONSTRAINT_ERROR; a direction in which it does not move is UNSUPPORTED_COMMAND.
    @Test func percentages() throws {
        var bench = shade()
        #expect(status { try bench.send(T.self, 5, lift(10001)) } == .constraintError)
        #expect(status { try bench.send(T.self, 8, T.Commands.GoToTiltPercentage()) } == .unsupportedCommand)
        try bench.send(T.self, 5, lift(2500))
        bench.pass(.milliseconds(3500))
        #expect(try attributes(bench).currentPositionLiftPercent100ths == 2500)
        #expect(try attributes(bench).acceptedCommandList == [0, 1, 2, 5])
    }

    @Test func positionsAreReportedOnceASecondAndAtTheEnd() throws {
        var bench = shade()
        let start = bench.now
        try bench.send(T.self, 5, lift(2500))
        bench.pass(.seconds(10))
        #expect(
            bench.reports(of: T.self, 0xE, since: start).map(\.time) == [
                .seconds(1), .seconds(2), .seconds(3), .milliseconds(3500),
            ])
    }

    @Test func withoutPositionKnowledge0OpensAndAllElseCloses() throws {
        var bench = Bench([
            WindowCoveringBehavior(
                .lift, type: .awning, endProduct: .awningTerracePatio, liftTime: .seconds(10), tiltTime: nil)
        ])
        try bench.send(T.self, 5, lift(1))
        #expect(try attributes(bench).operationalStatus?.lift == 2)
        bench.pass(.seconds(10))
        #expect(try attributes(bench).operationalStatus?.lift == 0)
        try bench.send(T.self, 5, lift(0))
        #expect(try attributes(bench).operationalStatus?.lift == 1)
        #expect(try attributes(bench).$currentPositionLiftPercent100ths.isSupported == false)
    }

    @Test func maintenanceAndCalibrationModesStopAllMotion() throws {
        var bench = shade()
        try bench.send(T.self, 1)
        bench.pass(.seconds(2))
        try bench.write(T.self) { $0.mode = .maintenanceMode }
        #expect(try attributes(bench).operationalStatus == [])
        #expect(try attributes(bench).configStatus?.contains(.operational) == false)
        for command in [UInt32(0), 1, 2] { #expect(status { try bench.send(T.self, command) } == .busy) }
        try bench.write(T.self) { $0.mode = .calibrationMode }
        #expect(status { try bench.send(T.self, 0) } == .failure)
        try bench.write(T.self) { $0.mode = [] }
        try bench.send(T.self, 0)
    }

    @Test func modeIsAtMost0x0FAndReversalShowsInStatus() throws {
        var bench = shade()
        #expect(status { try bench.write(T.self) { $0.mode = .init(rawValue: 0x10) } } == .constraintError)
        try bench.write(T.self) { $0.mode = .motorDirectionReversed }
        #expect(try attributes(bench).configStatus?.contains(.liftMovementReversed) == true)
    }

    @Test func thePositionOutlivesARestartTheMotionDoesNot() throws {
        var bench = shade()
        try bench.send(T.self, 1)
        bench.pass(.seconds(7))
        bench = bench.restarted(Parts.shade())
        #expect(try attributes(bench).currentPositionLiftPercent100ths == 5000)
        #expect(try attributes(bench).targetPositionLiftPercent100ths == 5000)
        #expect(bench.device.deadline == nil)
    }
}
