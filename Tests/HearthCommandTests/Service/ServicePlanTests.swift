@testable internal import HearthServer
internal import Expectations
internal import Testing

@Suite struct ServicePlanTests {
    private let machine = ServicePlan(manager: .system, configuration: "/root/.config")
    private let own = ServicePlan(manager: .user, configuration: "/home/anna/.config")

    @Test func aServiceOfTheMachineGetsAUserOfItsOwn() {
        let unit = ServiceUnit(manager: .system, program: "/usr/local/bin/hearth")
        let file = "/etc/systemd/system/hearth.service"
        expect(
            machine.install(unit),
            equals: [
                .run(["systemd-sysusers", "--inline", "u hearth - \"Hearth smart-home hub\" /var/lib/hearth"]),
                .write(unit.text, to: file), .run(["systemctl", "daemon-reload"]),
                .run(["systemctl", "enable", "hearth.service"]), .run(["systemctl", "restart", "hearth.service"]),
            ])
        expect(
            machine.remove,
            equals: [
                .run(["systemctl", "disable", "--now", "hearth.service"]), .delete(file),
                .run(["systemctl", "daemon-reload"]),
            ])
    }

    @Test func aServiceOfAUserTouchesOnlyTheUsersFolder() {
        let unit = ServiceUnit(manager: .user, program: "/home/anna/hearth/.build/release/hearth")
        let file = "/home/anna/.config/systemd/user/hearth.service"
        expect(
            own.install(unit),
            equals: [
                .write(unit.text, to: file), .run(["systemctl", "--user", "daemon-reload"]),
                .run(["systemctl", "--user", "enable", "hearth.service"]),
                .run(["systemctl", "--user", "restart", "hearth.service"]),
            ])
        expect(own.remove[1], equals: .delete(file))
    }

    /// The unit closes these folders to the service.
    @Test func theMachinesServiceRefusesAProgramInAClosedFolder() {
        expect(machine.refusal(of: "/home/anna/hearth"), differsFrom: nil)
        expectNil(machine.refusal(of: "/usr/local/bin/hearth"))
        expectNil(own.refusal(of: "/home/anna/hearth"))
    }
}
