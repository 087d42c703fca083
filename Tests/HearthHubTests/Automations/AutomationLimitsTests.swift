@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// The limits of automations are settings of the hub.
@Suite(.timeLimit(.minutes(5)))
struct AutomationLimitsTests {
    private static let path = TestProvider.onOff(of: "lamp-1")
    private static let nodes = [
        AutomationHome.manual(2), AutomationHome.command(3, path, 1), AutomationHome.delay(4, .seconds(60)),
    ]

    private func home(_ change: (inout HubLimits) -> Void) async throws -> TestHub {
        var limits = HubLimits()
        change(&limits)
        let test = try await TestHub(limits: limits)
        try await test.hub.attach(TestProvider([TestProvider.lamp("lamp-1", name: "Lamp 1")]))
        return test
    }

    private func create(_ name: String, _ test: TestHub) async throws -> String {
        let made = try await Hearth_V1_AutomationClient(test.client()).createAutomation(
            .init(
                structureID: test.structureID, name: name,
                program: .init(graph: AutomationHome.sequence(Self.nodes))))
        return try require(made.automation?.id)
    }

    @Test func automationsNodesAndBytesAreLimited() async throws {
        let one = try await home { $0.automations = 1 }
        _ = try await create("First", one)
        await expect(refused: .resourceExhausted) { try await create("Second", one) }
        for change in [{ $0.automationNodes = 3 }, { $0.automationBytes = 20 }] as [(inout HubLimits) -> Void] {
            let small = try await home(change)
            await expect(refused: .invalidArgument) { try await create("Large", small) }
        }
    }

    @Test func runsAreLimitedOverTheWholeHub() async throws {
        let test = try await home { $0.runs = 1 }
        let automations = Hearth_V1_AutomationClient(test.client())
        let first = try await create("First", test), second = try await create("Second", test)
        _ = try await automations.executeAutomation(.init(automationID: first))
        await expect(refused: .failedPrecondition) {
            _ = try await automations.executeAutomation(.init(automationID: second))
        }
        _ = try await automations.stopAutomation(.init(automationID: first))
        _ = try await automations.executeAutomation(.init(automationID: second))
    }
}
