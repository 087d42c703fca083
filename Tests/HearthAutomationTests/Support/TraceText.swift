internal import HearthTraitDescriptors

@testable internal import HearthAutomation

/// Steps and reasons as short texts, for comparing with a test's expectation.
enum TraceText {
    /// Minutes and seconds, with hours and days if there are any.
    static func time(_ duration: Duration) -> String {
        if duration < .zero { return "-" + time(.zero - duration) }
        let (seconds, rest) = duration.components
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let fraction = rest == 0 ? "" : ".\(rest / 1_000_000_000_000_000)"
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        let start = hours == 0 ? "\(minutes)" : "\(hours):\(two(minutes))"
        return "\(start):\(two(seconds % 60))\(fraction)"
    }

    static func text(_ what: TraceStep.What, since epoch: Duration) -> String {
        switch what {
        case .condition(let result, let leaves): "condition \(text(result))\(text(leaves))"
        case .branch(let branch): "branch \(branch.map(String.init) ?? "none")"
        case .waiting(let until): "waits until \(time(until - epoch))"
        case .waited(let held): held ? "waited" : "waited in vain"
        case .action(let fields, let outcome, let took):
            "action\(text(fields)) \(outcome)\(took == .zero ? "" : " in \(time(took))")"
        case .assignment(let variable, let result): "\(variable) = \(text(result))"
        case .reading: "read"
        case .suppressing(let until): "suppresses until \(time(until - epoch))"
        case .partAction(let path, let command, let fields, let outcome, let took):
            "\(path.target.deviceID) \(TestTrait.name(command))\(text(fields)) \(outcome)"
                + (took == .zero ? "" : " in \(time(took))")
        case .execution(let runID, let end):
            end.map { "\(runID.map { "run \($0)" } ?? "no run"): \(text($0.reason))" } ?? "runs \(runID ?? 0)"
        case .restoration(let restored, let kept): "puts back \(restored), keeps \(kept)"
        case .unobserved(let span): "not seen for \(time(span))"
        case .conflict(let origin, let attribute):
            "run \(origin.runID) has set \(attribute.path.target.deviceID) \(attribute.id) as well"
        }
    }

    static func text(_ result: Evaluated) -> String {
        switch result {
        case .known(let value): text(value)
        case .unknown(let why):
            switch why {
            case .missing: "unknown (missing)"
            case .null: "unknown (null)"
            case .unset: "unknown (unset)"
            default: "unknown (\(why))"
            }
        }
    }

    static func text(_ value: TraitValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .signed(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let value): value
        default: "\(value)"
        }
    }

    static func text(_ fields: StructureValue) -> String {
        guard !fields.isEmpty else { return "" }
        let parts = fields.fields.sorted { $0.key < $1.key }.map { "\($0.key): \(text($0.value))" }
        return " (\(parts.joined(separator: ", ")))"
    }

    static func text(_ leaves: [EvaluatedLeaf]) -> String {
        guard !leaves.isEmpty else { return "" }
        let parts = leaves.map { leaf in
            let name =
                switch leaf.expression {
                case .field(let field): "\(field.nodeID).\(field.path.map(String.init).joined(separator: "."))"
                case .variable(let name): name
                default: "?"
                }
            return "\(name) = \(text(leaf.result))"
        }
        return " [\(parts.joined(separator: ", "))]"
    }

    static func text(_ reason: EndReason) -> String {
        switch reason {
        case .notHeld(let after): "not held, after \(time(after))"
        case .late(let by): "late by \(time(by))"
        case .stopped(let name): "stopped by \(name)"
        default: "\(reason)"
        }
    }
}
