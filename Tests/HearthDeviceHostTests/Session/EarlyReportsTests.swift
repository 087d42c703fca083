@testable internal import HearthDeviceHost
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Expectations
internal import Testing

/// Reports before the provider has started.
@Suite struct EarlyReportsTests {
    @Test func lastReportBeforeStartCountsDespiteOthers() {
        var machine = AttachMachine.sample()
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        var lost = 0
        func report(_ change: DeviceChange) {
            for case .eventsLost(_, let count)? in machine.report(change).map(\.notice) { lost += count }
        }
        report(Sample.turned("lamp", on: true))
        report(Sample.turned("lamp", on: false))
        for number in 0..<UInt64(AttachMachine.earlyLimit) { report(Sample.pressed("button", number)) }
        report(Sample.turned("lamp", on: true))
        _ = machine.started([Sample.lamp("lamp", isOn: true), Sample.lamp("button")])
        let brought = machine.sent().flatMap { content -> [Bool?] in
            if case .bring(let bring) = content { bring.devices.map(\.isOn) } else { [] }
        }
        expect(brought, equals: [true, false])
        expect(machine.early.isEmpty)
        expect(lost, equals: 0)
    }
}
