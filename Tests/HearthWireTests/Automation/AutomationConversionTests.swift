internal import HearthAutomation
internal import HearthMessage
internal import HearthTraitModel
internal import HearthWire
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
        .restored,
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
    ]

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
            let read = try #require(AutomationRun(try Hearth_V1_AutomationRun(serialized: bytes.span.bytes)))
            #expect(read == run)
        }
    }

    @Test func whatIsRememberedIsStoredAsItIs() throws {
        var memory = AutomationMemory()
        memory.executions = 3
        memory.lastStart = .seconds(5)
        memory.suppressedUntil = [4: .seconds(6)]
        memory.lastInstants = [2: 1_800_000_000]
        memory.pausedUntil = .seconds(7)
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
            #expect(AutomationMemory(try Hearth_V1_AutomationMemory(serialized: bytes.span.bytes)) == memory)
        }
    }

    @Test(arguments: Operator.allCases) func expressionsTravel(_ operation: Operator) throws {
        let expression = AutomationExpression.operation(
            operation,
            [.field(Self.field), .variable("x"), .constant(.structure([0: .unsigned(22)])), .constant(.null)])
        let bytes = Hearth_V1_AutomationExpression(expression).serialized()
        #expect(AutomationExpression(try Hearth_V1_AutomationExpression(serialized: bytes.span.bytes)) == expression)
    }

    /// AU-02: a node, an operator and a field that this version does not know are never run as something else.
    @Test func whatIsOfANewerVersionIsUnknown() throws {
        let target = Hearth_V1_Target(deviceID: "d", endpoint: 1)
        let known = Hearth_V1_AutomationNode(
            id: 1, kind: .starter(.init(trait: .init(target: target, traitID: 6))))
        #expect(
            AutomationNode(known).kind
                == .starter(Starter(TraitReference(TraitTarget(deviceID: "d", endpoint: 1), traitID: 6))))
        // The field 99 of the starter, with nothing in it.
        let newer: [UInt8] = [0x9A, 0x06, 0x00]
        let inner = Hearth_V1_AutomationStarter(trait: .init(target: target, traitID: 6)).serialized() + newer
        let starter = try Hearth_V1_AutomationStarter(serialized: inner.span.bytes)
        #expect(AutomationNode(Hearth_V1_AutomationNode(id: 1, kind: .starter(starter))).kind == .unknown)
        #expect(AutomationNode(Hearth_V1_AutomationNode(id: 1)).kind == .unknown)
        let operation = Hearth_V1_AutomationOperation(operator: .unrecognized(99), operands: [])
        #expect(AutomationExpression(Hearth_V1_AutomationExpression(kind: .operation(operation))) == .unsupported)
        // An endpoint that none is.
        let far = Hearth_V1_AutomationTrait(target: .init(deviceID: "d", endpoint: 70_000), traitID: 6)
        #expect(AutomationNode(Hearth_V1_AutomationNode(id: 1, kind: .stateReader(far))).kind == .unknown)
    }
}
