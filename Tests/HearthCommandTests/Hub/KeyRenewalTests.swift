@testable internal import HearthClientCommands
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization
internal import Expectations
internal import Testing

/// The key of a program that watches for longer than the key is valid.
@Suite(.timeLimit(.minutes(5)))
struct KeyRenewalTests {
    @Test("A watch renews the program's key each day, if it has one", arguments: [(true, 3), (false, 0)])
    func keyIsRenewedEachDay(_ hasKey: Bool, _ renewals: Int) async {
        let renewed = Mutex(0)
        var router = RPCRouter()
        router.unary(Hearth_V1_AccessMethods.renewCredential) {
            (_: Hearth_V1_RenewCredentialRequest, _: ServerContext) async throws -> Hearth_V1_RenewCredentialResponse in
            renewed.withLock { $0 += 1 }
            return Hearth_V1_RenewCredentialResponse()
        }
        let client = RPCClient(transport: InProcessTransport(server: RPCServer(router: router)))
        let hub = HubClient(client, hasKey: hasKey)
        let (sleeps, sleeping) = AsyncStream.makeStream(of: Void.self)
        let clock = ManualClock()
        let keeping = Task { await hub.keepKey(LookingClock(clock, sleeping)) }
        var sleep = sleeps.makeAsyncIterator()
        await sleep.next()
        for _ in 1...3 {
            await clock.advance(by: .seconds(86_400))
            await sleep.next()
        }
        keeping.cancel()
        await keeping.value
        expect(renewed.withLock { $0 }, equals: renewals)
    }
}
