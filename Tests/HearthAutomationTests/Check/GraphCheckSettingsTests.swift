@testable internal import HearthAutomation
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

/// Settings and durations have ranges.
@Suite struct GraphCheckSettingsTests: CheckTestWords {
    @Test func settingsInRangeHaveNoIssues() {
        let found = verdict(start, switchOn(3)) {
            $0.maxRuns = 100
            $0.maxExecutions = 1
            $0.catchUp = .seconds(31 * 86_400)
            $0.name = String(repeating: "ä", count: 64)
        }
        expect(found.issues, equals: [])
        expect(found.isWellFormed)
        expect(found.isValid)
        expect(found.isUnderstood)
        expect(found.mayRun)
    }

    @Test func settingsOutOfTheirRangesAreErrorsOfForm() {
        let changes: [(String, (inout Automation) -> Void)] = [
            ("name", { $0.name = " " }), ("name", { $0.name = String(repeating: "a", count: 65) }),
            ("name", { $0.name = String(repeating: "👩‍👩‍👧‍👦", count: 10_000) }),
            ("maxRuns", { $0.maxRuns = 0 }), ("maxRuns", { $0.maxRuns = 101 }), ("maxRuns", { $0.maxRuns = .min }),
            ("maxExecutions", { $0.maxExecutions = 0 }), ("catchUp", { $0.catchUp = .seconds(-1) }),
            ("catchUp", { $0.catchUp = .seconds(Int64.max) }),
        ]
        for (name, change) in changes {
            let found = verdict(start, switchOn(3), change: change)
            expect(found.kinds, equals: [.invalidSetting(name: name)])
            expect(!found.isWellFormed && found.issues[0].nodeID == nil)
        }
    }

    @Test func unusualDelaysAreWarnedOf() {
        for seconds: Int64 in [0, 4, 86_401, 31 * 86_400] {
            let found = verdict(start, AutomationNode(3, .delay(.seconds(seconds))), switchOn(4))
            expect(found.kinds, equals: [.delayDurationOutOfRange(.seconds(seconds))])
            expect(found.isValid && found.issues[0].nodeID == 3)
        }
        for seconds: Int64 in [5, 86_400] {
            expect(verdict(start, AutomationNode(3, .delay(.seconds(seconds))), switchOn(4)).issues, equals: [])
        }
    }

    @Test func unusualHoldsAreWarnedOf() {
        for hold in [Duration.milliseconds(1), .seconds(86_401)] {
            let found = verdict(start, condition(3, isWarm, hold: hold), switchOn(4))
            expect(found.kinds, equals: [.conditionDurationOutOfRange(hold)])
            expect(found.isValid)
        }
        for hold in [Duration.zero, .seconds(5)] {
            expect(verdict(start, condition(3, isWarm, hold: hold), switchOn(4)).issues, equals: [])
        }
    }

    @Test func absurdDurationsAreErrors() {
        let wrong = [
            Duration.seconds(-1), .seconds(31 * 86_400 + 1), .seconds(Int64.max), .seconds(Int64.min), .nanoseconds(-1),
        ]
        for duration in wrong {
            let nodes: [AutomationNode.Kind] = [
                .delay(duration), .condition(Condition(isWarm, hold: duration)), .suppression(duration),
                .wait(Wait(isWarm, timeout: duration)),
                .action(
                    Action(trait("other", 6), commandID: 1, onFailure: .retry(times: 1, after: duration))),
            ]
            for kind in nodes {
                let found = verdict(start, AutomationNode(3, kind), switchOn(4))
                expect(found.kinds, equals: [.invalidDuration(duration)])
                expect(!found.isWellFormed)
            }
        }
        for kind: AutomationNode.Kind in [.suppression(.zero), .wait(Wait(isWarm, timeout: .seconds(31 * 86_400)))] {
            expect(verdict(start, AutomationNode(3, kind), switchOn(4)).issues, equals: [])
        }
    }

    @Test func durationsAreSaidInTheUnitsOfPeople() {
        func said(_ duration: Duration) -> String? {
            verdict(start, AutomationNode(3, .delay(duration)), switchOn(4)).issues.first?.message
        }
        expect(said(.seconds(2))?.hasPrefix("a delay of 2 s is outside of 5 s to 1 d,"), equals: true)
        expect(said(.seconds(90_000))?.hasPrefix("a delay of 25 h"), equals: true)
        expect(said(.nanoseconds(1))?.hasPrefix("a delay of under 1 ms"), equals: true)
        expect(said(.seconds(-120)), equals: "a delay can't last -2 min; choose 0 s to 31 d")
    }

    @Test func retriesAreCounted() {
        func kinds(_ times: UInt32) -> [AutomationIssue.Kind] {
            let retry = Action.OnFailure.retry(times: times, after: .seconds(1))
            return verdict(start, action(3, Action(trait("other", 6), commandID: 1, onFailure: retry))).kinds
        }
        expect(kinds(100), equals: [])
        expect(kinds(101), equals: [.invalidSetting(name: "retries")])
        expect(kinds(.max), equals: [.invalidSetting(name: "retries")])
    }

    @Test func aLongMessageIsCutBetweenCharacters() {
        expect("plain".cut(toBytes: 5), equals: "plain")
        expect("plainly".cut(toBytes: 5), equals: "plain…")
        expect("aüb".cut(toBytes: 2), equals: "a…")
        expect("a🇩🇪b".cut(toBytes: 5), equals: "a…")
        expect("🇩🇪".cut(toBytes: 4), equals: "…")
    }
}
