@testable internal import HearthHub
internal import HearthTraitCore
internal import HearthWire
internal import Expectations
internal import Testing

/// The wake-ups of automations, as the hub's health sees them.
@Suite(.timeLimit(.minutes(5))) struct AutomationWakeTests {
    @Test func aDeletedHomeLeavesNoOverdueWakeUp() async throws {
        let home = try await AutomationHome()
        _ = try await home.create([AutomationHome.manual(2), AutomationHome.delay(3, .seconds(60))])
        _ = try await home.test.hub.deleteStructure(home.test.structureID, as: owner)
        await home.test.clock.advance(by: .seconds(600))
        expect(home.test.hub.automationDelay, equals: .zero)
    }
}
