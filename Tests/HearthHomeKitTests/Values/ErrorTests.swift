internal import Foundation
internal import Hearth
internal import HearthHomeKitMapping
@testable internal import HearthHomeKit
internal import HearthTraitCore
internal import Expectations
internal import Testing

struct ErrorTests {
    @Test func allErrorNumbersExist() {
        let numbers = HMError.Code.allCases.map(\.rawValue)
        expect(Set(numbers), equals: Set([-1] + (1...105).filter { $0 != 94 }))
        expect(HMError.Code.noCompatibleHomeHub, equals: .incompatibleHomeHub)
    }

    @Test func anErrorIsAnNSErrorOfHomeKitsDomain() {
        let error = HMError(.insufficientPrivileges, "a guest can't do that") as NSError
        expect((error.domain, error.code), are: (HMErrorDomain, 17))
        expect(error.localizedDescription, equals: "a guest can't do that")
    }

    /// Two enumerations with the same cases, since an app that imports this module alone must see them.
    @Test func errorsHaveTheNumbersAndNamesOfHubs() {
        expect(HMError.Code.allCases.map(\.rawValue), equals: HomeKitErrorCode.allCases.map(\.rawValue))
        for (code, sent) in zip(HMError.Code.allCases, HomeKitErrorCode.allCases) {
            expect("\(code)", equals: "\(sent)", "\(sent.rawValue)")
        }
    }

    @Test func theRuleThatAHubNamesComesFirst() {
        expect(HMError(HomeError(.alreadyExists, "", subcodes: [32])).code, equals: .homeWithSimilarNameExists)
        expect(HMError(HomeError(.alreadyExists, "")).code, equals: .alreadyExists)
        expect(HMError(HomeError(.permissionDenied, "")).code, equals: .insufficientPrivileges)
        expect(
            HMError(HomeError(.alreadyExists, "", subcodes: [94])).code, equals: .alreadyExists,
            "no number of HomeKit's")
    }

    @Test func deviceStatusTakesPrecedenceOverTheCallsCode() {
        func code(_ status: MatterStatus) -> HMError.Code {
            HMError(HomeError(.unknown, "", subtype: .matter(.init(code: Int(status.rawValue))))).code
        }
        expect(
            (code(.busy), code(.constraintError), code(.unsupportedWrite), code(.timeout)),
            are: (.accessoryIsBusy, .invalidParameter, .readOnlyCharacteristic, .operationTimedOut))
    }

    @Test func aUUIDIsStableAndOfItsKind() {
        let id = UUID(hubID: "abc", kind: "room")
        expect(id, equals: UUID(hubID: "abc", kind: "room"))
        expect(id, differsFrom: UUID(hubID: "abc", kind: "zone"))
        expect(
            id.uuidString, equals: "\(id.uuidString.prefix(14))8\(id.uuidString.dropFirst(15))", "version 8, RFC 9562")
    }
}
