internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// The rules of Identify, PowerSource and the two kinds of basic information, one by one.
@Suite struct UtilityBehaviorTests {
    private let product = ProductIdentity(productName: "P", productID: 1, serialNumber: "S", uniqueID: "U")

    @Test func identifyCountsDownItReportsFrom0To0AndOnCommand() throws {
        typealias T = Matter.IdentifyTrait
        var bench = Bench([IdentifyBehavior()])
        let start = bench.now
        var command = T.Commands.IdentifyCommand()
        command.identifyTime = 10
        try bench.send(T.self, 0, command)
        bench.pass(.seconds(4))
        command.identifyTime = 3
        try bench.send(T.self, 0, command)
        bench.pass(.seconds(3))
        try bench.write(T.self) { $0.identifyTime = 5 }
        command.identifyTime = 0
        try bench.send(T.self, 0, command)
        expect(bench.reports(of: T.self, 0, since: start).map(\.value), equals: [10, 3, 0, 5, 0])
        expectNil(bench.device.deadline)
    }

    @Test func unknownEffectsSucceedWithoutEffect() throws {
        typealias T = Matter.IdentifyTrait
        var bench = Bench([IdentifyBehavior()])
        var command = T.Commands.TriggerEffect()
        command.effectIdentifier = .init(rawValue: 99)
        command.effectVariant = .init(rawValue: 9)
        try bench.send(T.self, 0x40, command)
        expect(bench.reports.isEmpty)
    }

    @Test(arguments: [
        (UInt8(200), Matter.PowerSourceTrait.BatChargeLevelEnum.ok, false), (40, .warning, false),
        (20, .critical, true),
        (255, .ok, false),
    ])
    func aBatterysChargeMakesItsLevelAndTheWishForANewOne(
        _ charge: UInt8, _ level: Matter.PowerSourceTrait.BatChargeLevelEnum, _ isNeeded: Bool
    ) throws {
        var bench = Bench([PowerSourceBehavior(battery: "AA", quantity: 2, halfPercent: 100)])
        bench.sense(.battery(halfPercent: charge))
        let attributes = try bench.attributes(PowerSourceBehavior.self)
        expect(attributes.batPercentRemaining, equals: min(charge, 200))
        expect(attributes.batChargeLevel, equals: level)
        expect(attributes.batReplacementNeeded, equals: isNeeded)
    }

    @Test func theMainsHaveNoBattery() throws {
        var bench = Bench([PowerSourceBehavior()])
        bench.sense(.battery(halfPercent: 10))
        try expect(bench.attributes(PowerSourceBehavior.self).$batPercentRemaining.isSupported, equals: false)
    }

    @Test func labelAndLocationAreWritableAndPersist() throws {
        typealias T = Matter.BasicInformationTrait
        var bench = Bench([BasicInformationBehavior(product)])
        try bench.write(T.self) {
            $0.nodeLabel = String(repeating: "x", count: 32)
            $0.location = "SE"
        }
        expect(
            status { try bench.write(T.self) { $0.nodeLabel = String(repeating: "x", count: 33) } },
            equals: .constraintError)
        for location in ["", "S", "se", "SWE", "1A"] {
            expect(status { try bench.write(T.self) { $0.location = location } }, equals: .constraintError)
        }
        bench = bench.restarted([BasicInformationBehavior(product)])
        try expect(bench.attributes(BasicInformationBehavior.self).location, equals: "SE")
    }

    @Test func startUpIsAnEventAtPowerOn() throws {
        typealias T = Matter.BasicInformationTrait
        var bench = Bench([BasicInformationBehavior(product)])
        bench.pass(.milliseconds(1))
        try expect(bench.payloads(T.StartUpEvent.self, of: T.descriptor).map(\.softwareVersion), equals: [1])
    }

    @Test func aBridgedDeviceIsUnreachableWhileTheBridgeHasLostIt() throws {
        typealias T = Matter.BridgedDeviceBasicInformationTrait
        var bench = Bench([BridgedDeviceBasicInformationBehavior(product, label: "L")])
        bench.sense(.bridgeLink(isUp: false))
        bench.sense(.bridgeLink(isUp: false))
        try expect(bench.attributes(BridgedDeviceBasicInformationBehavior.self).reachable, equals: false)
        try expect(
            bench.payloads(T.ReachableChangedEvent.self, of: T.descriptor).map(\.reachableNewValue), equals: [false])
        try bench.write(T.self) { $0.nodeLabel = "new" }
        expect(
            status { try bench.write(T.self) { $0.nodeLabel = String(repeating: "é", count: 17) } },
            equals: .constraintError)
    }
}
