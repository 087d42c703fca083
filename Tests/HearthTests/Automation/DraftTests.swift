internal import Foundation
internal import HearthAutomation
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing
@testable internal import Hearth

/// The graphs of drafts, and the hub's verdicts on them.
@Suite(.timeLimit(.minutes(5))) struct DraftTests {
    /// Writes an automation of the devices of a hub, and has it checked.
    private func check(
        _ write: (Structure, [String: HomeDevice]) throws -> any DraftAutomation
    ) async throws -> (program: Hearth_V1_AutomationProgram, issues: [String]) {
        let (fixture, structure) = try await HubFixture.withStructure()
        let devices = try await fixture.home.devices().list()
        let draft = try write(structure, Dictionary(uniqueKeysWithValues: devices.map { ($0.id, $0) }))
        let program = draft.program()
        let response = try await Hearth_V1_AutomationClient(fixture.client).validateAutomation(
            Hearth_V1_ValidateAutomationRequest(structureID: structure.id, program: program))
        await fixture.stop()
        return (program, response.issues.map { "\($0.nodeID) \($0.kind)" })
    }

    /// Printed drafts end up in logs, PINs don't.
    @Test func printedCommandsHideBytes() {
        let printed = [
            "\(Matter.OnOffTrait.on())",
            "\(Matter.DoorLockTrait.unlockDoor { $0.setPinCode(Array("4711".utf8)) })",
            "\(Matter.DoorLockTrait.unlockWithTimeout(timeout: 9) { $0.setPinCode([1]) })",
        ]
        expect(
            printed,
            equals: [
                "OnOffTrait.on()", "DoorLockTrait.unlockDoor(pinCode: <4 bytes>)",
                "DoorLockTrait.unlockWithTimeout(timeout: 9, pinCode: <1 byte>)",
            ])
    }

    @Test func aSelectOfStartersWithAConditionIsAsItIsWritten() async throws {
        let (program, issues) = try await check { _, devices in
            let ceiling = try require(devices["ceiling"])
            let lamp = try require(devices["bedroom-lamp"])
            return automation(name: "Together", description: "The lamp follows the ceiling light.") {
                select {
                    sequential {
                        let light = starter(ceiling, OnOffLightDeviceType.self, Matter.OnOffTrait.self)
                        light
                        condition { light.onOff.equals(true) }
                    }
                    manualStarter()
                }
                action(lamp, DimmableLightDeviceType.self) { Matter.OnOffTrait.on() }
                delay(for: .seconds(5))
                action(lamp, DimmableLightDeviceType.self) {
                    Matter.LevelControlTrait.moveToLevel(
                        level: 12, transitionTime: nil, optionsMask: [], optionsOverride: [])
                }
            }
        }
        expect(issues.isEmpty)
        let graph = AutomationGraph(program.graph)
        let onOff = TraitReference(
            TraitTarget(deviceID: "ceiling", endpoint: 1), deviceType: OnOffLightDeviceType.descriptor.id,
            traitID: Matter.OnOffTrait.descriptor.id)
        guard case .sequential(let nodes) = graph.root.kind, case .select(let ways) = nodes.first?.kind,
            case .sequential(let way) = ways.first?.kind
        else {
            Issue.record("\(graph)")
            return
        }
        expect((nodes.count, way.first?.kind), are: (4, .starter(HearthAutomation.Starter(onOff))))
        let isOn = AutomationExpression.operation(
            .equals, [.field(FieldReference(way[0].id, 0)), .constant(.bool(true))])
        expect((way.last?.kind, ways.last?.kind), are: (.condition(HearthAutomation.Condition(isOn)), .manualStarter))
        expect(nodes[2].kind, equals: .delay(.seconds(5)))
        guard case .action(let action) = nodes[3].kind else { return expect(false, "\(nodes[3])") }
        expect((action.commandID, action.fields[0]), are: (0, .constant(.unsigned(12))))
        expect(Set(graph.nodes.map(\.id)).count, equals: graph.nodes.count)
    }

    @Test func attributesAreFoundByTheirKeyPaths() {
        let lamp = TypedReference<Matter.LevelControlTrait, StateReader>(Self.reader(Matter.LevelControlTrait.self))
        for attribute in Matter.LevelControlTrait.descriptor.attributes
        where !GlobalAttribute.contains(attribute.id) {
            expect(Matter.LevelControlTrait.attribute(id: attribute.id)?.id, equals: attribute.id)
        }
        expect((Self.path(lamp.currentLevel), Self.path(lamp.remainingTime)), are: ([0], [1]))
        expect((Self.path(lamp.startUpCurrentLevel), Self.path(lamp.featureMap)), are: ([0x4000], [0xFFFC]))
        expect(Self.path(lamp.clusterRevision), equals: [0xFFFD])
        expect((Matter.OnOffTrait.Attribute.onOff.id, Matter.OnOffTrait.Attribute.startUpOnOff.id), are: (0, 0x4003))
        expect("\(Matter.OnOffTrait.Attribute.startUpOnOff)", equals: "startUpOnOff")
        expect(Matter.OnOffTrait.Attribute.onTime.isWritable)
    }

    @Test func fieldsOfEventsAreFoundByTheirKeyPaths() {
        let lock = TypedReference<Matter.DoorLockTrait.LockOperationEvent, EventStarter>(
            EventStarter(
                Self.place, Matter.DoorLockTrait.LockOperationEvent.self, traitNumber: 0x101, eventNumber: 2, []))
        expect((Self.path(lock.lockOperationType), Self.path(lock.operationSource)), are: ([0], [1]))
        expect(Self.path(lock.userIndex), equals: [2])
    }

    private static let place = AutomationEntity(
        .part(TraitTarget(deviceID: "x", endpoint: 1)), object: nil, deviceType: nil, deviceTypeID: nil)

    private static func reader(_ trait: any HearthTraitCore.Trait.Type) -> StateReader {
        StateReader(place, trait, traitNumber: trait.descriptor.id)
    }

    private static func path<V>(_ expression: TypedExpression<V>) -> [UInt32]? {
        (expression.expression as? FieldSelect)?.selected.map(\.id)
    }
}
