internal import HearthCombine
internal import Testing

/// The publishers that a case feeds: two whose demand and cancellation its transcript shows, two subjects, a subject
/// with the value 0, and a clock.
final class CaseInputs {
    let a = Source<Int, Failed>()
    let b = Source<Int, Failed>()
    let s = PassthroughSubject<Int, Failed>()
    let t = PassthroughSubject<Int, Failed>()
    let v = CurrentValueSubject<Int, Failed>(0)
    let clock = TestScheduler()

    /// A publisher that fails at once.
    var fail: Fail<Int, Failed> { Fail(error: Failed()) }

    fileprivate func send(_ value: Int, through name: Character) {
        switch name {
        case "a": a.send(value)
        case "b": b.send(value)
        case "s": s.send(value)
        case "t": t.send(value)
        default: v.send(value)
        }
    }

    fileprivate func send(_ completion: Subscribers.Completion<Failed>, through name: Character) {
        switch name {
        case "a": a.send(completion: completion)
        case "b": b.send(completion: completion)
        case "s": s.send(completion: completion)
        case "t": t.send(completion: completion)
        default: v.send(completion: completion)
        }
    }
}

/// What a publisher does with its inputs, as a transcript: each input, with its effects in parentheses.
///
///     (: a?1) a7(7 a+2) a!(!)
///
/// Inputs: `a7` the publisher a sends 7; `a1-3` it sends 1, 2 and 3; `a.` it finishes; `a!` it fails; `?2` the
/// subscriber asks for two values, `?*` for all; `x` it cancels; `~500` 500 ms pass; `w` asks how many closures wait
/// for the clock.
///
/// Effects: `:` the subscriber gets its subscription, which is the first step's; `7` a value; `.` and `!` the end; `a?1`
/// a is asked for a value, `a+2` and for two more when it sends one; `ax` it is cancelled.
struct OperatorCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let transcript: String
    /// The transcript of what happens.
    let happened: @Sendable () -> String
}

/// A table of cases.
struct OperatorCases {
    private(set) var all: [OperatorCase] = []

    /// - Parameters:
    ///   - asks: the subscriber's first demand; nil for no limit.
    ///   - more: the demand that it returns from values.
    mutating func add<P: Publisher & SendableMetatype>(
        _ name: String, asks: Int? = nil, more: [String: Int] = [:], _ transcript: String,
        _ make: @escaping @Sendable (CaseInputs) -> P
    ) where P.Output: Equatable & SendableMetatype {
        all.append(
            OperatorCase(testDescription: name, transcript: transcript) {
                let probe = Probe<P.Output, P.Failure>(
                    asks.map { .max($0) } ?? .unlimited, more: { .max(more[text($0)] ?? 0) })
                var stage = CaseStage(probe: probe)
                return stage.transcript(of: make, inputs(of: transcript))
            })
    }
}

/// The inputs of a transcript.
private func inputs(of transcript: String) -> [Substring] {
    var depth = 0
    let words = transcript.map { letter -> Character in
        depth += letter == "(" ? 1 : 0
        defer { depth -= letter == ")" ? 1 : 0 }
        return depth > 0 ? " " : letter
    }
    return String(words).split(separator: " ")
}

private func text<Value>(_ value: Value) -> String {
    guard let optional = value as? (any OptionalValue) else { return "\(value)" }
    return optional.text
}

private protocol OptionalValue { var text: String { get } }

extension Optional: OptionalValue {
    var text: String { map { "\($0)" } ?? "nil" }
}

/// A subscriber with its inputs while a transcript is played.
private struct CaseStage<Output: Equatable, Failure: Error> {
    let probe: Probe<Output, Failure>
    private let inputs = CaseInputs()
    private var events = 0
    private var seen: [ObjectIdentifier: (requests: Int, returned: Int, cancellations: Int)] = [:]

    init(probe: Probe<Output, Failure>) { self.probe = probe }

    mutating func transcript<P: Publisher>(of make: (CaseInputs) -> P, _ steps: [Substring]) -> String
    where P.Output == Output, P.Failure == Failure {
        make(inputs).subscribe(probe)
        var played = [effects()]
        for step in steps { played.append(step + play(step)) }
        return played.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private mutating func play(_ step: Substring) -> String {
        let rest = step.dropFirst()
        switch step.first {
        case "?": probe.subscription?.request(Int(rest).map { .max($0) } ?? .unlimited)
        case "x": probe.subscription?.cancel()
        case "~": inputs.clock.advance(by: .milliseconds(Int(rest) ?? 0))
        case "w": return "(\(inputs.clock.waiting))"
        case let name?:
            if rest == "." {
                inputs.send(.finished, through: name)
            } else if rest == "!" {
                inputs.send(.failure(Failed()), through: name)
            } else {
                let range = rest.split(separator: "-").compactMap { Int($0) }
                let values = rest.hasPrefix("-") ? [-(range.first ?? 0)] : Array((range.first ?? 0)...(range.last ?? 0))
                for value in values { inputs.send(value, through: name) }
            }
        case nil: break
        }
        return effects()
    }

    /// What has happened since the last call.
    private mutating func effects() -> String {
        var words = probe.events.dropFirst(events).map { event in
            switch event {
            case .subscription: ":"
            case .value(let value): text(value)
            case .finished: "."
            case .failed: "!"
            }
        }
        events = probe.events.count
        for (name, source) in [("a", inputs.a), ("b", inputs.b)] {
            let before = seen[ObjectIdentifier(source)] ?? (0, 0, 0)
            words += source.requests.dropFirst(before.requests).map { "\(name)?\(text($0))" }
            words += source.returned.dropFirst(before.returned).filter { $0 != .none }.map { "\(name)+\(text($0))" }
            words += Array(repeating: "\(name)x", count: source.cancellations - before.cancellations)
            seen[ObjectIdentifier(source)] = (source.requests.count, source.returned.count, source.cancellations)
        }
        return words.isEmpty ? "" : "(\(words.joined(separator: " ")))"
    }

    private func text(_ demand: Subscribers.Demand) -> String { demand.max.map { "\($0)" } ?? "*" }
    private func text(_ value: Output) -> String { HearthCombineTests.text(value) }
}
