@testable internal import HearthServer
internal import Expectations
internal import Testing

@Suite struct ServiceUnitTests {
    private func start(_ unit: ServiceUnit) -> Substring? {
        unit.text.split(separator: "\n").first { $0.hasPrefix("ExecStart=") }?.dropFirst("ExecStart=".count)
    }

    @Test func theMachinesHubKeepsItsHomeInVarAndHasASocket() {
        expect(
            start(ServiceUnit(manager: .system, program: "/usr/bin/hearth")),
            equals: "/usr/bin/hearth serve --store /var/lib/hearth/home.db --socket /run/hearth/hub.sock "
                + "--local-owner group $HEARTH_SERVE_OPTIONS")
    }

    @Test func aUsersHubRunsAsHearthServeDoes() {
        expect(
            ServiceUnit(manager: .user, program: "/home/anna/hearth", options: ["--demo"]).text,
            equals: """
                [Unit]
                Description=Hearth smart-home hub
                Documentation=man:hearth(1)
                Wants=network-online.target
                After=network-online.target time-sync.target
                StartLimitIntervalSec=0

                [Service]
                Type=notify
                NotifyAccess=main
                ExecStart=/home/anna/hearth serve --demo
                TimeoutStartSec=300
                TimeoutStopSec=20
                WatchdogSec=30
                Restart=on-failure
                RestartSec=2
                RestartPreventExitStatus=64 65 73
                UMask=0077
                NoNewPrivileges=yes
                RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
                RestrictNamespaces=yes
                RestrictRealtime=yes
                RestrictSUIDSGID=yes
                LockPersonality=yes
                MemoryDenyWriteExecute=yes
                SystemCallArchitectures=native
                SystemCallFilter=@system-service
                SystemCallFilter=~@privileged @resources
                SystemCallErrorNumber=EPERM
                LimitNOFILE=65536
                TasksMax=256
                MemoryHigh=512M
                MemoryMax=768M
                OOMPolicy=continue

                [Install]
                WantedBy=default.target

                """)
    }

    /// By systemd.service(5), "Command lines": specifiers, variables, quotes.
    @Test(
        arguments: [
            ("--demo", "--demo"), ("two words", "\"two words\""), ("100%", "100%%"), ("$HOME", "$$HOME"),
            ("a\"b", "\"a\\\"b\""), ("back\\slash", "\"back\\\\slash\""), ("", "\"\""), (";", "\";\""),
            ("it's", "\"it's\""), ("new\nline", "\"new\\nline\""),
        ])
    func wordsReachTheProgramAsTheyAre(_ word: String, _ written: String) {
        expect(
            start(ServiceUnit(manager: .user, program: "/h", options: [word])), equals: "/h serve \(written)"[...])
    }
}
