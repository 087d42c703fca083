@testable internal import HearthServer
internal import Expectations
internal import Testing

@Suite struct ServicePlanTests {
    private let machine = ServicePlan(manager: .system, configuration: "/root/.config")
    private let own = ServicePlan(manager: .user, configuration: "/home/anna/.config")

    private let mark = "# Written by hearth service install; hearth service remove deletes it.\n"

    @Test func aServiceOfTheMachineGetsAUserOfItsOwn() {
        let unit = ServiceUnit(manager: .system, program: "/usr/local/bin/hearth")
        let file = "/etc/systemd/system/hearth.service"
        expect(
            machine.install(unit),
            equals: [
                .run(["systemd-sysusers", "--inline", "u hearth - \"Hearth smart-home hub\" /var/lib/hearth"]),
                .write(mark + unit.text, to: file), .run(["systemctl", "daemon-reload"]),
                .run(["systemctl", "enable", "hearth.service"]), .run(["systemctl", "restart", "hearth.service"]),
            ])
        expect(
            machine.remove(isPackaged: true),
            equals: [
                .run(["systemctl", "disable", "--now", "hearth.service"]),
                .delete("/etc/systemd/system/multi-user.target.wants/hearth.service"), .delete(file),
                .run(["systemctl", "daemon-reload"]), .run(["systemctl", "enable", "--now", "hearth.service"]),
            ])
    }

    @Test func aServiceOfAUserTouchesOnlyTheUsersFolder() {
        let unit = ServiceUnit(manager: .user, program: "/home/anna/hearth/.build/release/hearth")
        let file = "/home/anna/.config/systemd/user/hearth.service"
        expect(
            own.install(unit),
            equals: [
                .write(mark + unit.text, to: file), .run(["systemctl", "--user", "daemon-reload"]),
                .run(["systemctl", "--user", "enable", "hearth.service"]),
                .run(["systemctl", "--user", "restart", "hearth.service"]),
            ])
        expect(
            own.remove()[1...2],
            equals: [
                .delete("/home/anna/.config/systemd/user/default.target.wants/hearth.service"), .delete(file),
            ])
    }

    @Test func aFailedInstallationLeavesWhatWasThere() {
        let file = "/home/anna/.config/systemd/user/hearth.service"
        expect(own.undo(to: nil), equals: own.remove())
        expect(
            own.undo(to: "former"),
            equals: [
                .write("former", to: file), .run(["systemctl", "--user", "daemon-reload"]),
                .run(["systemctl", "--user", "restart", "hearth.service"]),
            ])
    }

    /// Such as one of `systemctl edit --full`, or the link of `systemctl mask`.
    @Test func aUnitFileOfOthersIsKept() {
        let unit = ServiceUnit(manager: .system, program: "/usr/local/bin/hearth")
        expectNil(machine.refusal(ofFile: mark + unit.text))
        for text in [unit.text, "", nil] { expect(machine.refusal(ofFile: text), differsFrom: nil) }
    }

    /// The unit closes these folders to the service.
    @Test func theMachinesServiceRefusesAProgramInAClosedFolder() {
        expect(machine.refusal(of: "/home/anna/hearth"), differsFrom: nil)
        expectNil(machine.refusal(of: "/usr/local/bin/hearth"))
        expectNil(own.refusal(of: "/home/anna/hearth"))
    }

    /// systemd.service(5), "ExecStart": a path that is not absolute is looked up in folders that systemd chooses.
    @Test(arguments: ["hearth", "./hearth", ""]) func aRelativePathIsRefused(_ program: String) {
        for plan in [machine, own] { expect(plan.refusal(of: program)?.contains("absolute path") ?? false) }
    }
}
