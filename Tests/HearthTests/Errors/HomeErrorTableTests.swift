internal import Foundation
internal import Hearth
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Expectations
internal import Testing

/// Each failure has one code, whatever its origin.
@Suite struct HomeErrorTableTests {
    private static let codes: [(RPCError.Code, HomeError.Code)] = [
        (.cancelled, .cancelled), (.unknown, .unknown), (.invalidArgument, .invalidArgument),
        (.deadlineExceeded, .deadlineExceeded), (.notFound, .notFound), (.alreadyExists, .alreadyExists),
        (.permissionDenied, .permissionDenied), (.resourceExhausted, .resourceExhausted),
        (.failedPrecondition, .failedPrecondition), (.aborted, .aborted), (.outOfRange, .outOfRange),
        (.unimplemented, .unimplemented), (.internal, .internal), (.unavailable, .unavailable),
        (.dataLoss, .dataLoss), (.unauthenticated, .unauthenticated),
    ]

    private static let statuses: [(UInt8, HomeError.Code)] = [
        (0x01, .failedPrecondition), (0x7E, .permissionDenied), (0x7F, .notFound), (0x80, .invalidArgument),
        (0x81, .unimplemented), (0x85, .invalidArgument), (0x86, .unimplemented), (0x87, .invalidArgument),
        (0x88, .invalidArgument), (0x89, .resourceExhausted), (0x8B, .notFound), (0x8D, .invalidArgument),
        (0x8F, .invalidArgument), (0x92, .aborted), (0x94, .deadlineExceeded), (0x9C, .unavailable),
        (0x9D, .permissionDenied), (0xC3, .notFound), (0xC6, .failedPrecondition), (0xC7, .unimplemented),
        (0xC9, .failedPrecondition), (0xCA, .failedPrecondition), (0xCB, .failedPrecondition), (0xCF, .outOfRange),
        (0xD0, .alreadyExists),
    ]

    @Test func everyCodeOfGRPCIsOneOfOurs() {
        expect(Set(Self.codes.map(\.0)), equals: Set(RPCError.Code.allCases))
        expect(Set(Self.codes.map(\.1)), equals: Set(HomeError.Code.allCases))
        for (wire, code) in Self.codes {
            let error = HomeError(RPCError(wire, "why"))
            expect((error, error.errorCode), are: (HomeError(code, "why"), Int(wire.rawValue)))
        }
    }

    @Test func everyStatusOfMatterIsOneCodeAndStaysReadable() {
        let table = Dictionary(uniqueKeysWithValues: Self.statuses)
        for raw in UInt8.min...UInt8.max {
            let error = HomeError(TraitError(MatterStatus(rawValue: raw), "why", clusterStatus: 3))
            expect(error.code, equals: table[raw] ?? .unknown, "status \(raw)")
            expect(error.subtype, equals: .matter(.init(code: Int(raw), clusterCode: 3)))
            expect(error.errorUserInfo["matterStatus"] as? Int == Int(raw))
        }
    }

    @Test func theSameErrorComesFromFarAsFromNear() throws {
        let near = TraitError(.constraintError, "level is 255; at most 254", field: "level", constraint: "max = 254")
        let far = try require(near.rpcError.traitError)
        expect(HomeError(far), equals: HomeError(near))
        expect(HomeError(near.rpcError(code: .unavailable)).code, equals: .unavailable)
    }

    @Test func everyCodeHasAMakerThatNeedsNoMessage() {
        let made: [HomeError] = [
            .cancelled(), .unknown(), .invalidArgument(), .deadlineExceeded(), .notFound(), .alreadyExists(),
            .permissionDenied(), .resourceExhausted(), .failedPrecondition(), .aborted(), .outOfRange(),
            .unimplemented(), .internal(), .unavailable(), .dataLoss(), .unauthenticated(),
        ]
        expect(Set(made.map(\.code)), equals: Set(HomeError.Code.allCases))
        expect(made.map(\.description), equals: made.map { "\($0.code)" })
        expect(HomeError.commandFailed("the oven is hot").description, equals: "unknown: the oven is hot")
        expect((HomeError.parseError().code, HomeError.encodingFailed().code), are: (.internal, .internal))
    }

    @Test func anErrorSpeaksToFoundation() {
        let error: any Error = HomeError.notFound("the home has no device x")
        expect(error.localizedDescription, equals: "the home has no device x")
        expect(HomeError(.dataLoss, "").errorDescription, equals: "dataLoss")
        let bridged = error as NSError
        expect((bridged.domain, bridged.code), are: (HomeError.errorDomain, 5))
        expect(bridged.localizedDescription, equals: "the home has no device x")
    }

    @Test func anErrorIsCaughtByItsType() {
        func move() throws { throw HomeError.failedPrecondition("the door is open") }
        do {
            try move()
            Issue.record("nothing was thrown")
        } catch let error as HomeError {
            expect((error.code, error.message), are: (.failedPrecondition, "the door is open"))
        } catch {
            Issue.record("\(error) is no HomeError")
        }
    }
}
