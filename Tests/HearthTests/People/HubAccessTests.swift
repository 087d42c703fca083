internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Expectations
internal import Testing
@testable internal import Hearth

@Suite(.timeLimit(.minutes(5))) struct HubAccessTests {
    @Test("An end of a grant that is not a number has passed")
    func everyEndOfAGrantIsSent() throws {
        let ends: [Double?] = [nil, 1.5, -1, .nan, .infinity, -.infinity]
        let sent: [Int64?] = [nil, 1, 0, 0, 1_000_000_000_000, 0]
        try expect(
            ends.map { try Hearth_V1_Grant(GuestGrant(until: $0)) },
            equals: sent.map { end in Hearth_V1_Grant(until: end.map { Google_Protobuf_Timestamp(seconds: $0) }) })
    }

    @Test("Hours without a day never come: on the wire they would be every day")
    func hoursWithoutADayAreRefused() async throws {
        let access = HubAccess(over: ScriptedHub().client { _ in })
        for hours in [[], [GuestGrant.Hours(from: 480, until: 540), .init(weekdays: [], from: 480, until: 540)]] {
            let offer = MembershipOffer(structureID: "s", role: .guest, grant: GuestGrant(hours: hours))
            let error = await expect(throws: HomeError.self) { try await access.invite(to: [offer]) }
            expect(error?.code, equals: .invalidArgument)
        }
    }

    @Test func everyDayAndAllTimesAreNil() throws {
        for hours in [nil, [GuestGrant.Hours(from: 480, until: 540), .init(weekdays: [6, 7], from: 0, until: 1_440)]] {
            let grant = GuestGrant(everything: true, hours: hours)
            try expect(GuestGrant(Hearth_V1_Grant(grant)), equals: grant)
        }
        let message = try Hearth_V1_Grant(GuestGrant(hours: [.init(from: 1, until: 2)]))
        expect(message.hours, equals: [Hearth_V1_Hours(from: 1, until: 2)])
    }

    @Test func negativeLimitGivesNoEntries() async throws {
        let client = ScriptedHub().client { router in
            router.unary(Hearth_V1_PeopleMethods.listAudit) {
                (_: Hearth_V1_ListAuditRequest, _: ServerContext) async throws -> Hearth_V1_ListAuditResponse in
                Hearth_V1_ListAuditResponse(entries: [Hearth_V1_AuditEntry(number: 1), Hearth_V1_AuditEntry(number: 2)])
            }
        }
        let access = HubAccess(over: client)
        try await expect(access.auditLog(limit: -1), equals: [])
        try await expect(access.auditLog(limit: 1), equals: [AuditEntry(Hearth_V1_AuditEntry(number: 1))])
    }

    @Test("Roles of newer hubs are unknown, and hide nothing")
    func rolesOfNewerHubsAreUnknown() {
        let role = Hearth_V1_Role.unrecognized(99)
        expect(
            OpenInvitation(
                Hearth_V1_Invitation(id: "i", role: role, offers: [Hearth_V1_Offer(structureID: "s", role: role)])),
            equals: OpenInvitation(
                id: "i", role: nil, name: nil, offers: [MembershipOffer(structureID: "s", role: .unknown)],
                expiresAt: 0))
        expect(
            StructureMember(Hearth_V1_Person(id: "p", structureID: "s", name: "Ada", role: role)),
            equals: StructureMember(id: "p", structureID: "s", name: "Ada", role: .unknown))
        let caller = Hearth_V1_Caller(
            memberships: [Hearth_V1_Membership(structureID: "s", personID: "p", role: role)])
        expect(
            HubCaller(caller).memberships,
            equals: [
                HubCaller.Membership(
                    structureID: "s", personID: "p", role: .unknown, grant: nil, isOutsideHours: false)
            ])
        expect(CachedCaller(caller).memberships, equals: ["s": CachedMembership(personID: "p", role: .unknown)])
        expect(Hearth_V1_Role(StructureRole.unknown), equals: .unspecified)
        expectNil(StructureMember(Hearth_V1_Person(id: "p", role: .provider)))
    }
}
