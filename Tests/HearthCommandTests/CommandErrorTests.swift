@testable internal import HearthTerminal
internal import HearthRPC
internal import HearthTraitCore
internal import Expectations
internal import Testing

@Suite struct CommandErrorTests {
    @Test func aMissingHubSaysHowToStartOne() {
        let error = CommandError(RPCError(.unavailable, "cannot connect to here: connection refused"))
        expect(error.code, equals: .unavailable)
        expect(error.message.hasSuffix("; is a hub running? hearth serve --demo starts one"))
        let lost = "cannot connect to here; whether the creation of the token has taken effect is not known"
        expect(CommandError(HomeError(.unavailable, lost)), equals: CommandError(.unavailable, lost))
        expect(CommandError(HomeError(.unavailable, "it has gone")), equals: CommandError(.unavailable, "it has gone"))
    }

    @Test func aRefusalNamesTheDeviceOnce() {
        let plain = HomeError(.permissionDenied, "the PIN code is wrong")
        let door = "Front Door"
        expect(CommandError(plain, changing: door), equals: CommandError(.refused, "Front Door: the PIN code is wrong"))
        let named = HomeError(.unimplemented, "Front Door does not take it")
        expect(
            CommandError(named, changing: "Front Door"), equals: CommandError(.refused, "Front Door does not take it"))
    }

    @Test func aLateAnswerLeavesOpenWhatHappened() {
        let error = CommandError(HomeError(.deadlineExceeded, "the call's deadline passed"), changing: "Front Door")
        expect(error.code, equals: .unavailable)
        expect(error.message.hasPrefix("Front Door: timed out; it may still have taken effect"))
    }
}
