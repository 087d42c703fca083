internal import HearthHomeKitMapping
internal import HearthAutomation
internal import HearthTraitDescriptors
internal import HearthWire
internal import Expectations
internal import Testing

@testable internal import HearthHomeKit

/// Scenes as automations and back.
@Suite struct ScenePlanTests {
    private func plan(
        _ writes: [(String, CharacteristicType, CharacteristicValue)]
    ) throws -> ScenePlan {
        var plan = ScenePlan()
        for (device, type, value) in writes { plan.set(value, of: try MappedHouse.characteristic(device, type)) }
        return plan
    }

    private func program(_ plan: ScenePlan) throws -> Hearth_V1_AutomationProgram {
        try plan.program(from: ScenePlan.program(.userDefined), in: MappedHouse.home())
    }

    @Test func newSceneIsAManualStarterWithoutActions() throws {
        let program = ScenePlan.program(.wakeUp)
        expect(program.scene, equals: .wakeUp)
        expect(ScenePlan(program, in: try MappedHouse.home()).isEmpty)
        expect(MappedHouse.issues(program), equals: [])
    }

    @Test(arguments: [
        [("lamp", CharacteristicType.on, CharacteristicValue.bool(true))],
        [("lamp", .on, .bool(false))],
        [("lamp", .brightness, .int(40))],
        [("lamp", .on, .bool(true)), ("lamp", .brightness, .int(40))],
        [("lamp", .on, .bool(false)), ("lamp", .brightness, .int(40))],
        [("lamp", .hue, .float(120)), ("lamp", .saturation, .float(80))],
        [("lamp", .colorTemperature, .int(300)), ("lamp", .brightness, .int(10)), ("lamp", .on, .bool(true))],
        [("lock", .lockTargetState, .uint(1))],
        [("lock", .lockTargetState, .uint(0)), ("outlet", .on, .bool(true))],
        [("shade", .targetPosition, .uint(30)), ("lamp", .on, .bool(true)), ("outlet", .on, .bool(false))],
    ])
    func writesAreReadBackFromTheGraph(
        _ writes: [(String, CharacteristicType, CharacteristicValue)]
    ) throws {
        let plan = try plan(writes)
        let program = try program(plan)
        expect(MappedHouse.issues(program), equals: [])
        let back = ScenePlan(program, in: try MappedHouse.home())
        expect((back.writes, back.others.isEmpty), are: (plan.writes, true))
    }

    @Test func aSceneDoesTheSameWhateverTheDeviceShows() throws {
        // The lamp is at 50 % and has this color.
        let plan = try plan([("lamp", .brightness, .int(50)), ("lamp", .hue, .float(180))])
        let actions = try program(plan).graph?.flow?.last?.flow ?? []
        expect((actions.count, actions.first?.flow?.count), are: (1, 2))
    }

    @Test func unmappedActionsStayInTheScene() throws {
        var scene = try program(try plan([("lamp", .on, .bool(true)), ("outlet", .on, .bool(true))]))
        guard case .sequential(var flow)? = scene.graph?.kind, let index = flow.nodes.indices.last,
            case .parallel(var branches)? = flow.nodes[index].kind
        else {
            Issue.record("the program has another form")
            return
        }
        branches.nodes.append(Hearth_V1_AutomationNode(id: 90, kind: .delay(.init(seconds: 7))))
        flow.nodes[index].kind = .parallel(branches)
        scene.graph?.kind = .sequential(flow)

        let home = try MappedHouse.home(without: "outlet")
        var plan = ScenePlan(scene, in: home)
        expect((plan.writes.count, plan.others.map(\.id)), are: (1, [90]))
        expect(plan.hasLost, "actions go with their accessories")
        plan.set(.bool(false), of: try MappedHouse.characteristic("lamp", .on))
        let edited = ScenePlan(try plan.program(from: scene, in: home), in: try MappedHouse.home())
        expect((edited.writes.count, edited.others.map(\.id), edited.hasLost), are: (1, [90], false))
    }

    @Test(arguments: [
        ("lamp", CharacteristicType.brightness, CharacteristicValue.int(101), HMError.Code.valueHigherThanMaximum),
        ("lamp", .on, .string("on"), .invalidValueType),
        ("contact", .contactSensorState, .uint(1), .readOnlyCharacteristic),
    ])
    func invalidWriteHasHomeKitsErrorCode(
        _ device: String, _ type: CharacteristicType, _ value: CharacteristicValue, _ code: HMError.Code
    ) throws {
        let plan = try plan([(device, type, value)])
        #expect { try program(plan) } throws: { ($0 as? HMError)?.code == code }
    }
}
