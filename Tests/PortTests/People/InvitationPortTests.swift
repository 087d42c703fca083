import Foundation
import GoogleHomeSDK
import GoogleHomeTypes
import Testing

/// An app's list of invitations, with times as Foundation has them.
private struct InvitationList {
    typealias Invitation = Google.StructureUserManagementTrait.InvitationDetails

    struct Line: Equatable {
        let id: String
        let age: TimeInterval?
        let end: Date
    }

    private(set) var lines: [Line] = []

    /// Lists what can be accepted at a time. What ends first comes first, and what never ends comes last.
    init(_ invitations: [Invitation], at now: Date) {
        for invitation in invitations where invitation.status == .pending {
            guard let id = invitation.invitationId else { continue }
            var age: TimeInterval?
            if let start = invitation.creationTimestamp { age = now.timeIntervalSince(start) }
            lines.append(Line(id: id, age: age, end: invitation.expirationTimestamp ?? .distantFuture))
        }
        lines = lines.filter { $0.end > now }.sorted { $0.end < $1.end }
    }
}

@Suite struct InvitationPortTests {
    /// A time of a test in the milliseconds of the wire.
    private static let start: UInt64 = 1_760_000_000_500
    private let now = Date(timeIntervalSince1970: 1_760_000_010)

    @Test func timesOfInvitationsAreDates() {
        let week: UInt64 = 7 * 86_400_000
        let list = InvitationList(
            [
                .init(invitationId: "no times", status: .pending),
                .init(
                    invitationId: "week", status: .pending, creationTimestamp: Self.start,
                    expirationTimestamp: Self.start + week),
                .init(invitationId: "over", status: .pending, creationTimestamp: 0, expirationTimestamp: Self.start),
                .init(invitationId: "taken back", status: .revoked, expirationTimestamp: Self.start + week),
            ], at: now)
        #expect(
            list.lines == [
                .init(id: "week", age: 9.5, end: Date(timeIntervalSince1970: 1_760_604_800.5)),
                .init(id: "no times", age: nil, end: .distantFuture),
            ])
    }

    @Test func anyNumberOfMillisecondsIsADate() {
        let invitation = InvitationList.Invitation(creationTimestamp: 0, expirationTimestamp: .max)
        #expect(invitation.creationTimestamp == Date(timeIntervalSince1970: 0))
        #expect(invitation.expirationTimestamp == Date(timeIntervalSince1970: Double(UInt64.max) / 1_000))
    }
}
