internal import Foundation
internal import Hearth
internal import HearthHomeKitMapping
@testable internal import HearthHomeKit
internal import HearthTraitCore
internal import Testing

struct ErrorTests {
    @Test func allErrorNumbersExist() {
        let numbers = HMError.Code.allCases.map(\.rawValue)
        #expect(Set(numbers) == Set([-1] + (1...105).filter { $0 != 94 }))
        #expect(HMError.Code.noCompatibleHomeHub == .incompatibleHomeHub)
    }

    @Test func anErrorIsAnNSErrorOfHomeKitsDomain() {
        let error = HMError(.insufficientPrivileges, "a guest can't do that") as NSError
        #expect(error.domain == HMErrorDomain)
        #expect(error.code == 17)
        #expect(error.localizedDescription == "a guest can't do that")
    }

    /// Two enumerations with the same cases, since an app that imports this module alone must see them.
    @Test func errorsHaveTheNumbersAndNamesOfHubs() {
        #expect(HMError.Code.allCases.map(\.rawValue) == HomeKitErrorCode.allCases.map(\.rawValue))
        for (code, sent) in zip(HMError.Code.allCases, HomeKitErrorCode.allCases) {
            #expect("\(code)" == "\(sent)", "\(sent.rawValue)")
        }
    }

    @Test func theRuleThatAHubNamesComesFirst() {
        #expect(HMError(HomeError(.alreadyExists, "", subcodes: [32])).code == .homeWithSimilarNameExists)
        #expect(HMError(HomeError(.alreadyExists, "")).code == .alreadyExists)
        #expect(HMError(HomeError(.permissionDenied, "")).code == .insufficientPrivileges)
        #expect(HMError(HomeError(.alreadyExists, "", subcodes: [94])).code == .alreadyExists, "no number of HomeKit's")
    }

    @Test func deviceStatusTakesPrecedenceOverTheCallsCode() {
        func code(_ status: MatterStatus) -> HMError.Code {
            HMError(HomeError(.unknown, "", subtype: .matter(.init(code: Int(status.rawValue))))).code
        }
        #expect(code(.busy) == .accessoryIsBusy)
        #expect(code(.constraintError) == .invalidParameter)
        #expect(code(.unsupportedWrite) == .readOnlyCharacteristic)
        #expect(code(.timeout) == .operationTimedOut)
    }

    @Test func aUUIDIsStableAndOfItsKind() {
        let id = UUID(hubID: "abc", kind: "room")
        #expect(id == UUID(hubID: "abc", kind: "room"))
        #expect(id != UUID(hubID: "abc", kind: "zone"))
        #expect(id.uuidString == "\(id.uuidString.prefix(14))8\(id.uuidString.dropFirst(15))", "version 8, RFC 9562")
    }
}
