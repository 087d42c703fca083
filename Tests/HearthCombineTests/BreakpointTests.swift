internal import Foundation
internal import HearthCombine
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct BreakpointTests {
    @Test func withoutAReasonAllPasses() {
        var asked: [String] = []
        let probe = Probe<Int, Failed>(.unlimited)
        [1, 2].publisher.setFailureType(to: Failed.self).breakpoint(
            receiveSubscription: { _ in
                asked.append("subscription"); return false
            },
            receiveOutput: {
                asked.append("\($0)"); return false
            },
            receiveCompletion: { _ in
                asked.append("completion"); return false
            }
        ).breakpointOnError().subscribe(probe)
        expect(asked, equals: ["subscription", "1", "2", "completion"])
        expect(probe.events, equals: [.subscription, .value(1), .value(2), .finished])
    }

    @Test func aReasonStopsTheProcess() async {
        await #expect(processExitsWith: .signal(SIGTRAP)) {
            let token = Just(1).breakpoint(receiveOutput: { $0 == 1 }).sink { _ in }
            token.cancel()
        }
        await #expect(processExitsWith: .signal(SIGTRAP)) {
            let token = Fail<Int, Failed>(error: Failed()).breakpointOnError()
                .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
            token.cancel()
        }
    }
}
