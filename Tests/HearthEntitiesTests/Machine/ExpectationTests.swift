internal import Expectations
@testable internal import HearthEntities
internal import Testing

struct ExpectationTests {
    @Test("An effect that ends another one is confirmed by the report of none")
    func endsOfEffectsAreConfirmedByNone() {
        var states = EntityStates()
        func report(_ effect: String) { _ = states.take(EntityState(entity: "e", values: [.effect: .text(effect)])) }
        report("colorloop")
        let wanted = ["off", "None", "stop_effect", "blink"].map { effect in
            Expectation.of(EntityCommand(entity: "e", values: [.effect: .text(effect)]), states)
        }
        var met: [[Bool]] = []
        for effect in ["colorloop", "None", "blink"] {
            report(effect)
            met.append(wanted.map { $0.allSatisfy { $0.isMet(by: states) } })
        }
        expect(
            met, equals: [[false, false, false, false], [true, true, true, false], [false, false, false, true]])
    }
}
