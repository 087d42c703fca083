internal import HearthMessage
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Expectations
internal import Testing
internal import RefusalTestSupport
@testable internal import HearthHub

@Suite(.timeLimit(.minutes(5)))
struct SendFollowedTests {
    private let onOff = TestProvider.onOff

    private func hub() async throws -> TestHub {
        let test = try await TestHub()
        try await test.hub.attach(TestProvider(lamps: 1, room: nil))
        return test
    }

    private func item(_ command: UInt32) -> Hearth_V1_BatchItem {
        Hearth_V1_BatchItem(
            target: Hearth_V1_Target(deviceID: "lamp-1", endpoint: 1), traitID: onOff.id,
            action: .command(Hearth_V1_BatchCommand(commandID: command)))
    }

    /// The messages of the hub, in order.
    private func send(
        _ test: TestHub, _ item: Hearth_V1_BatchItem?, _ options: Hearth_V1_CallOptions = Hearth_V1_CallOptions(),
        by principal: Principal = .owner
    ) async throws -> (progress: [String], result: Hearth_V1_BatchResult?) {
        let reader = try await test.home(principal).sendFollowed(
            Hearth_V1_SendFollowedRequest(item: item, options: options), options: CallOptions(timeout: .seconds(30)))
        var progress: [String] = []
        var result: Hearth_V1_BatchResult?
        while let message = try await reader.next() {
            switch message.progress {
            case .accepted: progress.append("accepted")
            case .sent: progress.append("sent")
            case .result(let last):
                progress.append("result")
                result = last
            case nil: progress.append("?")
            }
        }
        return (progress, result)
    }

    @Test func acceptedThenSentThenItsResult() async throws {
        let test = try await hub()
        let (progress, result) = try await send(test, item(1))
        expect(progress, equals: ["accepted", "sent", "result"])
        expect(result?.code, equals: 0)
        expect(result?.position?.structureID, equals: test.structureID)
    }

    @Test func refusedCommandIsNotAccepted() async throws {
        let test = try await hub()
        let (progress, result) = try await send(test, item(99))
        expect(progress, equals: ["result"])
        expect(result?.error?.code, equals: .unimplemented)
        expect(result?.error?.traitError?.status, equals: .unsupportedCommand)
        await expect(refused: .invalidArgument, saying: "no item") { try await send(test, nil) }
        let guest = Principal(id: "guest", rights: [.public, .view])
        await expect(refused: .permissionDenied) { try await send(test, item(1), by: guest) }
    }

    @Test func aRepeatedRequestHasTheFirstResultOnly() async throws {
        let test = try await hub()
        let options = Hearth_V1_CallOptions(idempotencyKey: "k", requestID: "r")
        let first = try await send(test, item(2), options)
        expect(first.progress, equals: ["accepted", "sent", "result"])
        let again = try await send(test, item(2), options)
        expect(again.progress, equals: ["result"])
        expect(again.result, equals: first.result)
        try expect(test.hub.read(TestProvider.onOff(of: "lamp-1"), as: owner).attributes[0], equals: .bool(true))
    }

    /// The report names its request, also to a client that otherwise excludes its own changes.
    @Test func theReportNamesTheRequest() async throws {
        let test = try await hub()
        let filter = Hearth_V1_WatchFilter(exceptClientID: "app")
        let reader = try await test.home().watch(Hearth_V1_WatchRequest(filter: filter))
        while let message = try await reader.next() {
            if case .snapshotComplete = message.content { break }
        }
        _ = try await send(test, item(1), Hearth_V1_CallOptions(clientID: "app"))
        let (_, result) = try await send(test, item(0), Hearth_V1_CallOptions(clientID: "app", requestID: "r-1"))
        let person = try require(test.hub.truth().people.values.first { $0.name == "Owner" })
        while let message = try await reader.next() {
            guard case .report(let report) = message.content else { continue }
            expect(
                report.cause,
                equals: Hearth_V1_Cause(
                    kind: .client, clientID: "app", requestID: "r-1", personID: person.id, personName: "Owner"))
            expect(report.position, equals: result?.position)
            break
        }
        let wrong = await expect(throws: (any Error).self) {
            let long = Hearth_V1_CallOptions(requestID: String(repeating: "x", count: 256))
            if let error = try await send(test, item(1), long).result?.error { throw error }
        }
        expect((wrong as? RPCError)?.message, equals: "the request's request_id has 256 bytes; at most 255 are allowed")
    }
}
