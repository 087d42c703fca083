internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing
@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// Rules for every endpoint, whatever its behaviours.
@Suite struct VirtualEndpointTests {
    private let context = EndpointContext(now: .seconds(1), sinceEpoch: .seconds(1_800_000_000))

    private func endpoint(_ behaviors: [any HostedBehavior]) -> EndpointBehaviors {
        EndpointBehaviors(behaviors)
    }

    @Test func changesAreTakenOnceAndOnlyWhatDiffers() throws {
        var endpoint = endpoint(Parts.dimmableLight(level: 80))
        var context = context
        expect(endpoint.takeChanges().isEmpty)
        let toggle = try require(Matter.OnOffTrait.descriptor.command(2))
        _ = try endpoint.invoke(CommandCall(toggle, values: [:]), of: 6, &context)
        _ = try endpoint.invoke(CommandCall(toggle, values: [:]), of: 6, &context)
        _ = try endpoint.invoke(CommandCall(toggle, values: [:]), of: 6, &context)
        expect(endpoint.takeChanges()[6], equals: [0: .bool(true)])
        expect(endpoint.takeChanges().isEmpty)
    }

    @Test func aRefusedWriteLeavesEverythingAsItWas() {
        var endpoint = endpoint([ThermostatBehavior()])
        var context = context
        let before = endpoint.traits.map(\.attributes)
        expect(throws: TraitError.self) {
            try endpoint.write([0x1C: .unsigned(0), 0x12: .signed(9000)], to: 0x201, &context)
        }
        expect(endpoint.traits.map(\.attributes), equals: before)
    }

    @Test func aCommandThatTheTraitLacksIsUNSUPPORTEDCOMMAND() {
        var endpoint = endpoint([OnOffBehavior()])
        var context = context
        let strange = CommandDescriptor(0x99, "Strange", method: "strange")
        expect(
            status { _ = try endpoint.invoke(CommandCall(strange, values: [:]), of: 6, &context) },
            equals: .unsupportedCommand)
    }

    @Test func theEarliestDeadlineCounts() throws {
        var endpoint = endpoint([IdentifyBehavior(), ThermostatBehavior()])
        var context = context
        endpoint.start(&context) { _ in nil }
        expect(endpoint.deadline, equals: .seconds(6))
        let identify = try require(Matter.IdentifyTrait.descriptor.command(0))
        _ = try endpoint.invoke(CommandCall(identify, values: [0: .unsigned(2)]), of: 3, &context)
        expect(endpoint.deadline, equals: .seconds(3))
    }

    @Test func onlyStoredAttributesThatTheDeviceStillHasComeBack() {
        var endpoint = endpoint([OnOffBehavior()])
        var context = context
        endpoint.start(&context) { _ in [0: .bool(true), 0x4003: .unsigned(1), 0xFFFC: .unsigned(7)] }
        let values = endpoint.traits.first?.attributes
        expect(values?[0], equals: .bool(true))
        expectNil(values?[0x4003])
        expect(values?[0xFFFC], equals: .unsigned(0))
    }
}
