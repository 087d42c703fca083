internal import HearthAutomation
internal import HearthMessage
internal import HearthTraitDescriptors
internal import HearthWire
internal import Expectations
internal import Testing

/// Automations' graphs, runs and memories as messages, and back.
@Suite struct AutomationConversionTests {
    private static let field = FieldReference(2, 0, 1)

    private static let results: [Evaluated] = [
        .known(.bool(true)), .known(.list([.signed(-1), .string("a")])),
        .known(.structure([0: .unsigned(7), 3: .double(0.5)])), .known(.octets([1, 2])), .known(.float(1.5)),
        .unknown(.missing(field)), .unknown(.null(field)), .unknown(.unset(variable: "x")), .unknown(.overflow),
        .unknown(.divisionByZero), .unknown(.noItem), .unknown(.mismatch), .unknown(.unsupported),
    ]

    private static let reasons: [EndReason] = [
        .finished, .conditionFalse, .conditionUnknown, .notHeld(after: .milliseconds(1_500)), .suppressed,
        .alreadyRunning,
        .tooManyRuns, .loop, .paused, .restarted, .stopped(by: "me"), .deleted, .actionFailed, .late(by: .seconds(9)),
        .restored, .invalid,
    ]

    private static let outcomes: [ActionOutcome] = [
        .done, .refused("no"), .unreachable("away"), .unknown, .notAllowed("never"),
    ]

    private static let starts: [RunStart] = [
        RunStart(nodeID: 2, .change(epoch: 3, sequence: 4), AutomationCause(.device)),
        RunStart(nodeID: 2, .event(number: 5), AutomationCause(.client, name: "phone")),
        RunStart(nodeID: 2, .instant(1_800_000_000), AutomationCause(.hub)),
        RunStart(
            nodeID: nil, .request("key"),
            AutomationCause(.automation, name: "a", run: RunOrigin(runID: 6, chain: ["a", "b"]))),
        RunStart(
            nodeID: 2, .parent(runID: 6, nodeID: 3),
            AutomationCause(.automation, name: "b", run: RunOrigin(runID: 6, chain: ["b"]))),
    ]

    private static let lamp = TraitPath(TraitTarget(deviceID: "lamp", endpoint: 1), 6)

    private func run(_ start: RunStart, end: RunEnd?) -> AutomationRun {
        var run = AutomationRun(
            id: 9, automationID: "a", revision: 2, startedAt: .seconds(1_800_000_000) + .milliseconds(250),
            start: start,
            chain: ["b", "a"])
        run.isQueued = true
        run.progress = [
            1: .at(2), 3: .finished,
            4: .waiting(.init(since: .seconds(10), until: .seconds(20), due: .seconds(20), attempts: 1)),
            5: .acting(.init(attempts: 2, isRepeatable: true, fields: [1: .unsigned(3)], since: .seconds(11))),
            6: .executing(runID: 12),
            7: .waiting(.init(since: .seconds(10), until: .seconds(20), due: .seconds(20), unseenSince: .seconds(15))),
            8: .actingTogether(
                ([nil] + Self.outcomes).map { outcome in
                    .init(
                        Self.lamp, commandID: outcome == nil ? nil : 1,
                        .init(attempts: 1, isRepeatable: false, fields: [0: .bool(true)], since: .seconds(11)),
                        outcome: outcome)
                }),
        ]
        run.originals = [
            TraitAttribute(Self.lamp, 0): OriginalValue(before: .bool(false), asked: .bool(true)),
            TraitAttribute(Self.lamp, 1): OriginalValue(
                before: .unsigned(4), asked: nil, isOverridden: true, isOffWithThermostat: true),
        ]
        run.readings = [2: [0: .bool(true), 5: .null]]
        run.variables = ["x": .signed(-4)]
        var steps: [TraceStep.What] = [
            .branch(1), .branch(nil), .waiting(until: .seconds(30)), .waited(held: true), .waited(held: false),
            .reading,
            .suppressing(until: .seconds(40)), .assignment(variable: "x", .known(.signed(-4))),
        ]
        steps += Self.results.map {
            .condition($0, [EvaluatedLeaf(.field(Self.field), $0), EvaluatedLeaf(.variable("x"), $0)])
        }
        steps += Self.outcomes.map { .action([0: .string("b")], $0, took: .milliseconds(12)) }
        steps += Self.outcomes.map { .partAction(Self.lamp, commandID: nil, [:], $0, took: .zero) }
        steps += [
            .partAction(Self.lamp, commandID: 2, [1: .null], .done, took: .zero), .execution(runID: 3, end: nil),
            .execution(runID: 3, end: RunEnd(.actionFailed, at: 4, .seconds(13))),
            .execution(runID: nil, end: RunEnd(.loop, at: 4, .seconds(13))), .restoration(restored: 2, kept: 1),
            .unobserved(.seconds(192)),
            .conflict(RunOrigin(runID: 7, chain: ["c"]), TraitAttribute(Self.lamp, 0)),
        ]
        run.trace = steps.map { TraceStep(7, at: .seconds(12), $0) }
        run.traceBytes = run.trace.reduce(0) { $0 + $1.size }
        run.end = end
        return run
    }

    @Test(arguments: starts) func aRunIsStoredAsItIs(_ start: RunStart) throws {
        let ends =
            Self.reasons.map { RunEnd($0, at: 3, .seconds(50)) } + [RunEnd(.finished, at: nil, .seconds(50)), nil]
        for end in ends {
            let run = run(start, end: end)
            let bytes = Hearth_V1_AutomationRun(run, structureID: "s").serialized()
            let read = try require(AutomationRun(try Hearth_V1_AutomationRun(serialized: bytes.span.bytes)))
            expect(read, equals: run)
        }
    }

    @Test func memoryRoundTripIsExact() throws {
        var memory = AutomationMemory()
        memory.executions = 3
        memory.lastStart = .seconds(5)
        memory.suppressedUntil = [4: .seconds(6)]
        memory.lastInstants = [2: 1_800_000_000]
        memory.pausedUntil = .seconds(7)
        memory.heldSince = [0: .seconds(8), 2: .seconds(9)]
        for reason in [
            EndReason.conditionFalse, .conditionUnknown, .suppressed, .alreadyRunning, .loop, .late(by: .seconds(1)),
        ] {
            var told = NonStarts(
                last: NonStart(
                    reason: reason, nodeID: 3, at: .seconds(8), cause: AutomationCause(.client, name: "phone"),
                    leaves: [EvaluatedLeaf(.field(Self.field), .known(.unsigned(1)))]))
            for kind in NonStart.Kind.allCases { told.counts[kind] = UInt64(kind.rawValue) }
            memory.nonStarts = [2: told]
            let bytes = Hearth_V1_AutomationMemory(memory).serialized()
            expect(AutomationMemory(try Hearth_V1_AutomationMemory(serialized: bytes.span.bytes)), equals: memory)
        }
    }

    @Test(arguments: Operator.allCases) func expressionsTravel(_ operation: Operator) throws {
        let expression = AutomationExpression.operation(
            operation,
            [.field(Self.field), .variable("x"), .constant(.structure([0: .unsigned(22)])), .constant(.null)])
        let bytes = Hearth_V1_AutomationExpression(expression).serialized()
        expect(
            AutomationExpression(try Hearth_V1_AutomationExpression(serialized: bytes.span.bytes)), equals: expression)
    }

    private static let graph: AutomationGraph = {
        let lamp = TraitReference(Self.lamp.target, deviceType: 0x100, traitID: 6)
        let starter = Starter(
            lamp, becomes: .operation(.heldFor, [.field(Self.field), .constant(.unsigned(5))]),
            causes: [.client, .hub])
        let event = Starter(lamp, eventID: 0, parameters: [1: .string("x")])
        let groups: [DeviceGroup] = [.room("r"), .zone("z"), .serviceGroup("g"), .structure("s")]
        let failures: [Action.OnFailure] = [.continue, .stop, .retry(times: 3, after: .seconds(2))]
        var kinds: [AutomationNode.Kind] = [
            .starter(starter), .starter(event), .manualStarter, .stateReader(lamp),
            .condition(Condition(.variable("x"))),
            .condition(Condition(.variable("x"), hold: .seconds(9), isStrict: true)), .delay(.milliseconds(1_500)),
            .suppression(.seconds(4)), .assignment(variable: "x", .constant(.bool(true))),
            .wait(Wait(.variable("x"), timeout: .seconds(7), result: "y")),
            .wait(Wait(nil, starters: [starter, event], timeout: .seconds(7))), .execution(automationID: "scene"),
            .restoration, .parallel([AutomationNode(90, .manualStarter)]),
            .select([AutomationNode(91, .manualStarter)]),
            .ifChain(
                IfChain(
                    [.init(.variable("x"), AutomationNode(92, .restoration))],
                    otherwise: AutomationNode(93, .sequential([])))),
        ]
        kinds += groups.map { .action(Action(TraitReference($0, deviceType: 0x100, traitID: 6), commandID: 1)) }
        kinds += failures.map { .action(Action(lamp, fields: [0: .constant(.null)], onFailure: $0)) }
        let nodes = kinds.enumerated().map { AutomationNode(UInt32($0.offset + 2), $0.element) }
        return AutomationGraph(root: AutomationNode(1, .sequential(nodes)))
    }()

    /// Every kind of node there and back.
    @Test func graphsTravel() throws {
        let bytes = Hearth_V1_AutomationNode(Self.graph).serialized()
        expect(AutomationGraph(try Hearth_V1_AutomationNode(serialized: bytes.span.bytes)), equals: Self.graph)
        for kind in SceneKind.allCases { expect(SceneKind(Hearth_V1_AutomationScene(kind)), equals: kind) }
        expectNil(SceneKind(Hearth_V1_AutomationScene(nil)))
        // An unknown kind of group is not read as a device.
        let group = Hearth_V1_AutomationTrait(traitID: 6, group: .init())
        expect(AutomationNode(Hearth_V1_AutomationNode(id: 1, kind: .stateReader(group))).kind, equals: .unknown)
    }

    /// A node, an operator and a field of a newer version are never run as something else.
    @Test func partsOfANewerVersionAreUnknown() throws {
        let target = Hearth_V1_Target(deviceID: "d", endpoint: 1)
        let known = Hearth_V1_AutomationNode(
            id: 1, kind: .starter(.init(trait: .init(target: target, traitID: 6))))
        expect(
            AutomationNode(known).kind,
            equals: .starter(Starter(TraitReference(TraitTarget(deviceID: "d", endpoint: 1), traitID: 6))))
        // Field 99 of the starter, with empty content.
        let newer: [UInt8] = [0x9A, 0x06, 0x00]
        let inner = Hearth_V1_AutomationStarter(trait: .init(target: target, traitID: 6)).serialized() + newer
        let starter = try Hearth_V1_AutomationStarter(serialized: inner.span.bytes)
        expect(AutomationNode(Hearth_V1_AutomationNode(id: 1, kind: .starter(starter))).kind, equals: .unknown)
        expect(AutomationNode(Hearth_V1_AutomationNode(id: 1)).kind, equals: .unknown)
        let operation = Hearth_V1_AutomationOperation(operator: .unrecognized(99), operands: [])
        expect(AutomationExpression(Hearth_V1_AutomationExpression(kind: .operation(operation))), equals: .unsupported)
        // An impossible endpoint number.
        let far = Hearth_V1_AutomationTrait(target: .init(deviceID: "d", endpoint: 70_000), traitID: 6)
        expect(AutomationNode(Hearth_V1_AutomationNode(id: 1, kind: .stateReader(far))).kind, equals: .unknown)
    }
}
