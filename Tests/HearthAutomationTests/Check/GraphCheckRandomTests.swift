@testable internal import HearthAutomation
internal import HearthTraitDescriptors
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// No content of a graph can trap, and expressions of a valid graph have the types that the check found.
@Suite struct GraphCheckRandomTests: CheckTestWords {
    @Test(arguments: 0..<40)
    func noGraphTraps(_ round: Int) {
        let seed = UInt64.random(in: 0 ... .max)
        var maker = RandomGraph(seed: seed)
        for _ in 0..<50 {
            let graph = maker.graph()
            let found = verdict(root: graph.root) {
                $0.maxRuns = maker.number(in: -1...200)
                $0.catchUp = maker.duration()
            }
            for issue in found.issues {
                let text = issue.message
                expect(!text.isEmpty, "seed \(seed): \(issue)")
                expect(text.utf8.count, isBelow: 2_000, "seed \(seed): \(issue)")
                expect(!text.hasSuffix("."), "seed \(seed): \(issue)")
            }
            expect(found, equals: verdictAgain(graph, like: found), "seed \(seed)")
            _ = graph.objectIDs
        }
    }

    /// A check is a pure function of its arguments.
    private func verdictAgain(_ graph: AutomationGraph, like found: AutomationVerdict) -> AutomationVerdict {
        let settings = found.issues.filter { $0.nodeID == nil }
        return AutomationVerdict(settings + verdict(root: graph.root).issues)
    }

    /// Well-formed expressions evaluate without a type mismatch as long as every field is present and has its type.
    @Test(arguments: 0..<20)
    func wellFormedExpressionsEvaluate(_ round: Int) {
        let seed = UInt64.random(in: 0 ... .max)
        var maker = RandomGraph(seed: seed)
        for _ in 0..<1_000 {
            let expression = maker.expression(depth: 3, nodes: [2])
            guard verdict(start, condition(3, expression)).isWellFormed else { continue }
            var evaluator = Evaluator(SampleScope())
            let result = evaluator.evaluate(expression)
            expect(result, differsFrom: .unknown(.mismatch), "seed \(seed): \(expression)")
            switch result {
            case .known(.bool), .unknown: continue
            case .known: Issue.record("seed \(seed): \(expression) is no truth")
            }
        }
    }
}

/// All attributes of the Sample trait, with values the lamp could have.
private struct SampleScope: AutomationScope {
    private let values: [[UInt32]: TraitValue] = [
        [0]: .bool(true), [1]: .signed(5), [2]: .double(0.5), [3]: .string("a"), [4]: .octets([1]), [5]: .unsigned(1),
        [6]: .unsigned(0), [7]: .list([.unsigned(0), .unsigned(7)]),
        [8]: .structure([0: .unsigned(1), 1: .signed(2)]), [9, 0]: .string("b"),
        [9]: .structure([0: .string("b"), 1: .structure([0: .unsigned(1), 1: .signed(2)])]), [11]: .unsigned(9),
    ]

    func evaluate(_ reference: FieldReference) -> Evaluated {
        values[reference.path].map(Evaluated.known) ?? .unknown(.missing(reference))
    }
    func value(ofVariable name: String) -> TraitValue? { nil }
    func held(_ expression: AutomationExpression, for seconds: Int64) -> Evaluated { .known(.bool(true)) }
    func isOnline(_ nodeID: UInt32) -> Bool? { true }
    func sunTime(_ reference: FieldReference) -> SunTime? { nil }
    var isSunUp: Bool? { true }
}
