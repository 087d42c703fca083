internal import Expectations
internal import HearthEventLoop
@testable internal import HearthWebRTC
internal import Testing

struct ConnectivityChecksTests {
    private typealias Types = STUNMessage.AttributeType

    private let credentials = ICECredentials(fragment: "own", password: "secret")
    private let transaction = [UInt8](repeating: 7, count: 12)

    private func check(
        _ number: UInt16 = 0x0707, _ name: String = "own:peer", password: String = "secret",
        with more: [STUNMessage.Attribute] = []
    ) throws -> STUNMessage {
        let message = STUNMessage(
            .bindingRequest, transaction: number.networkBytes + transaction.dropFirst(2),
            [.init(Types.username, Array(name.utf8))] + more)
        return try require(STUNMessage(message.encoded(password: password)))
    }

    @Test func aCheckIsAnsweredWithItsAddress() throws {
        var checks = ConnectivityChecks(credentials, peer: "peer")
        let answer = try require(STUNMessage(checks.received(check(), from: address(1)) ?? []))
        expect(
            answer,
            equals: STUNMessage(
                .bindingSuccess, transaction: transaction,
                [.init(Types.xorMappedAddress, STUNMessage.xorMapped(address(1), transaction: transaction))]))
        expect(answer.isProven(by: "secret"))
        expect((checks.isProven(address(1)), checks.isProven(address(2))), are: (true, false))
    }

    @Test func nothingIsAnsweredWithoutThePassword() throws {
        var checks = ConnectivityChecks(credentials, peer: "peer")
        try expectNil(checks.received(check(password: "guess"), from: address(1)))
        try expectNil(checks.received(check(1, "own:other"), from: address(1)))
        try expectNil(checks.received(check(1, "other:peer"), from: address(1)))
        expectNil(checks.received(STUNMessage(.bindingRequest, transaction: transaction), from: address(1)))
        expect((checks.isProven(address(1)), checks.selected), are: (false, nil))
    }

    @Test func aNominatedAddressStays() throws {
        var checks = ConnectivityChecks(credentials, peer: "peer")
        _ = try checks.received(check(1), from: address(1))
        expect(checks.selected, equals: address(1))
        _ = try checks.received(check(2), from: address(2))
        expect(checks.selected, equals: address(2))
        _ = try checks.received(check(3, with: [.init(Types.useCandidate, [])]), from: address(1))
        _ = try checks.received(check(4), from: address(2))
        expect(checks.selected, equals: address(1))
    }

    /// A check's code does not cover where it comes from.
    @Test func aRecordedCheckProvesNoOtherAddress() throws {
        var checks = ConnectivityChecks(credentials, peer: "peer")
        let recorded = try check(1, with: [.init(Types.useCandidate, [])])
        expect(checks.received(recorded, from: address(1)) != nil)
        for number in UInt16(2)..<1_000 { _ = try checks.received(check(number), from: address(1)) }
        expectNil(checks.received(recorded, from: address(2)))
        // Its sender repeats it where the answer is lost.
        expect(checks.received(recorded, from: address(1)) != nil)
        expect((checks.selected, checks.isProven(address(2))), are: (address(1), false))
    }

    @Test func whatMustBeUnderstoodAndIsNotIsRefused() throws {
        var checks = ConnectivityChecks(credentials, peer: "peer")
        let answer = checks.received(try check(with: [.init(0x7777, [])]), from: address(1))
        expect(
            STUNMessage(answer ?? []),
            equals: STUNMessage(
                .bindingError, transaction: transaction,
                [.init(Types.errorCode, [0, 0, 4, 20]), .init(Types.unknownAttributes, [0x77, 0x77])]))
        expect(!checks.isProven(address(1)))
    }

    @Test func theOldestAddressIsForgotten() throws {
        var checks = ConnectivityChecks(credentials, peer: "peer")
        for last in 1...17 { _ = try checks.received(check(UInt16(last)), from: address(UInt8(last))) }
        expect((checks.isProven(address(1)), checks.isProven(address(2))), are: (false, true))
    }
}
