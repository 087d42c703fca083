internal import Expectations
internal import HearthMDNS
internal import Testing

@testable internal import HearthServer

@Suite struct AnnouncementPlanTests {
    private func plan(_ address: String, _ occasion: AnnouncementPlan.Occasion = .auto) -> AnnouncementPlan? {
        AnnouncementPlan(listeningAt: address, on: occasion)
    }

    @Test func hubIsAnnouncedWhereItListens() throws {
        let one = try require(IPAddress([192, 0, 2, 5]))
        let linkLocal = try require(IPAddress([0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1]))
        for (address, addresses) in [
            ("0.0.0.0:4327", AnnouncedAddresses.ipv4), ("[::]:4327", .all), ("192.0.2.5:4327", .only(one)),
            ("[fe80::1%2]:4327", .only(linkLocal)),
        ] {
            for occasion in [AnnouncementPlan.Occasion.auto, .always] {
                let plan = try require(plan(address, occasion))
                expect((plan.port, plan.addresses, plan.isOfThisMachine), are: (4327, addresses, false), "\(address)")
            }
            expectNil(plan(address, .never))
        }
    }

    @Test func hubOfItsMachineIsAnnouncedOnRequestOnly() throws {
        for address in ["127.0.0.1:4327", "127.0.0.2:4327", "[::1]:4327"] {
            expectNil(plan(address), "\(address)")
            expectNil(plan(address, .never), "\(address)")
            let plan = try require(plan(address, .always))
            expect((plan.port, plan.isOfThisMachine), are: (4327, true), "\(address)")
        }
    }

    @Test func unixSocketsAndOtherTextsAreNot() {
        for address in ["unix:/run/hearth", "localhost", "x", "", "hub.example:4327"] {
            expectNil(plan(address, .always), "\(address)")
        }
    }
}
