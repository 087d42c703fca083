internal import HearthBase
internal import HearthTerminal

/// A unit file of systemd that runs a hub (systemd.service(5), systemd.exec(5)).
struct ServiceUnit: Hashable {
    /// Which service manager runs the hub.
    enum Manager: Hashable {
        /// That of the machine. The hub has a user of its own, and access only to its folder and the network.
        case system
        /// That of a user, whose home the hub keeps where `hearth serve` does.
        case user
    }

    static let name = "hearth.service"
    /// The user and the group of a hub that is a service of the machine.
    static let account = "hearth"
    /// The folder of its home.
    static let folder = "/var/lib/hearth"

    var manager: Manager
    /// The path of this program.
    var program: String
    /// Further words for `hearth serve`.
    var options: [String] = []

    var text: String {
        let sections = [
            ("Unit", Self.unit),
            ("Service", start + Self.supervision + (manager == .system ? Self.place : []) + limits),
            ("Install", [("WantedBy", Self.target(of: manager))]),
        ]
        return sections.map { name, settings in
            "[\(name)]\n" + settings.map { "\($0)=\($1)\n" }.joined()
        }.joined(separator: "\n")
    }

    /// What starts the service.
    static func target(of manager: Manager) -> String {
        manager == .system ? "multi-user.target" : "default.target"
    }

    private typealias Settings = [(String, String)]

    private static let unit: Settings = [
        ("Description", "Hearth smart-home hub"), ("Documentation", "man:hearth(1)"),
        // Debian's network is up only then; without a network the hub starts late, but it starts.
        ("Wants", "network-online.target"), ("After", "network-online.target time-sync.target"),
        // The cause of a failed start can last for hours, such as a missing network.
        ("StartLimitIntervalSec", "0"),
    ]

    private var start: Settings {
        var words = [program, "serve"]
        var settings: Settings = [("Type", "notify"), ("NotifyAccess", "main")]
        if manager == .system {
            settings += [("User", Self.account), ("Group", Self.account), ("EnvironmentFile", "-/etc/default/hearth")]
            words += [
                "--store", Self.folder + "/home.db", "--socket", LocalHub.serviceSocket, "--local-owner", "group",
            ]
        }
        words += options
        // Not quoted: systemd splits the value of such a variable into words.
        let variable = manager == .system ? " $HEARTH_SERVE_OPTIONS" : ""
        return settings + [("ExecStart", words.map(Self.quoted).joined(separator: " ") + variable)]
    }

    /// A usage error, a bad file or a store that can't be used is the same after another start. An address in use, a
    /// missing network and a full disk are not: they have another exit code.
    private static let supervision: Settings = [
        ("TimeoutStartSec", "300"), ("TimeoutStopSec", "20"), ("WatchdogSec", "30"), ("Restart", "on-failure"),
        ("RestartSec", "2"), ("RestartPreventExitStatus", "64 65 73"),
    ]

    /// Without PrivateUsers, behind which all users of the machine have the same number: the hub judges callers by users.
    private static let place: Settings = [
        ("StateDirectory", "hearth"), ("StateDirectoryMode", "0700"), ("RuntimeDirectory", "hearth"),
        ("RuntimeDirectoryMode", "0750"), ("CapabilityBoundingSet", ""), ("ProtectSystem", "strict"),
        ("ProtectHome", "yes"), ("PrivateTmp", "yes"), ("PrivateDevices", "yes"), ("DevicePolicy", "closed"),
        ("PrivateMounts", "yes"), ("ProtectClock", "yes"), ("ProtectHostname", "yes"),
        ("ProtectKernelTunables", "yes"), ("ProtectKernelModules", "yes"), ("ProtectKernelLogs", "yes"),
        ("ProtectControlGroups", "yes"), ("ProtectProc", "invisible"), ("ProcSubset", "pid"), ("RemoveIPC", "yes"),
        ("KeyringMode", "private"),
    ]

    /// Netlink tells the machine's addresses and the user of a loopback connection. Swift's threads try to set their
    /// priority, which is to fail without ending the process. When memory runs out, Linux ends a hook of backups first, and
    /// the hub continues.
    private var limits: Settings {
        [
            ("UMask", "0077"), ("NoNewPrivileges", "yes"),
            ("RestrictAddressFamilies", "AF_INET AF_INET6 AF_UNIX AF_NETLINK"), ("RestrictNamespaces", "yes"),
            ("RestrictRealtime", "yes"), ("RestrictSUIDSGID", "yes"), ("LockPersonality", "yes"),
            ("MemoryDenyWriteExecute", "yes"), ("SystemCallArchitectures", "native"),
            ("SystemCallFilter", "@system-service"), ("SystemCallFilter", "~@privileged @resources"),
            ("SystemCallErrorNumber", "EPERM"), ("LimitNOFILE", "65536"), ("TasksMax", "256"), ("MemoryHigh", "512M"),
            ("MemoryMax", "768M"), ("OOMPolicy", "continue"),
        ]
    }

    /// A word of a command line (systemd.service(5), "Command lines"), in which `%` and `$` have no special meaning.
    private static func quoted(_ word: String) -> String {
        let plain = word.escaped(["%": "%%", "$": "$$", "\\": "\\\\", "\"": "\\\"", "\n": "\\n"])
        let isSimple = !word.isEmpty && word.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x27 && $0 != 0x5C }
        return isSimple && plain != ";" ? plain : "\"\(plain)\""
    }
}
