/// What `hearth service` does to install or remove a service, and where.
struct ServicePlan: Hashable {
    /// One step.
    enum Step: Hashable {
        case write(String, to: String)
        case delete(String)
        case run([String])

        /// The step in words, after it was done.
        var words: String {
            switch self {
            case .write(_, let path): "wrote \(path)"
            case .delete(let path): "deleted \(path)"
            case .run(let command): "ran \(command.joined(separator: " "))"
            }
        }
    }

    let manager: ServiceUnit.Manager
    /// The user's folder for configuration, `~/.config`.
    let configuration: String

    /// The path of the unit file.
    var file: String {
        switch manager {
        case .system: "/etc/systemd/system/" + ServiceUnit.name
        case .user: configuration + "/systemd/user/" + ServiceUnit.name
        }
    }

    /// The unit files of Debian's package.
    static let packaged = ["/lib/systemd/system/", "/usr/lib/systemd/system/"].map { $0 + ServiceUnit.name }

    /// A command to the service manager.
    func control(_ words: String...) -> [String] { ["systemctl"] + (manager == .user ? ["--user"] : []) + words }

    func install(_ unit: ServiceUnit) -> [Step] {
        let account = "u \(ServiceUnit.account) - \"Hearth smart-home hub\" \(ServiceUnit.folder)"
        let user: [Step] = manager == .system ? [.run(["systemd-sysusers", "--inline", account])] : []
        return user + [
            .write(unit.text, to: file), .run(control("daemon-reload")),
            .run(control("enable", ServiceUnit.name)), .run(control("restart", ServiceUnit.name)),
        ]
    }

    var remove: [Step] {
        [.run(control("disable", "--now", ServiceUnit.name)), .delete(file), .run(control("daemon-reload"))]
    }

    /// Why a program can't run as such a service; nil if it can.
    func refusal(of program: String) -> String? {
        let closed = ["/home/", "/root/", "/tmp/", "/var/tmp/"]
        guard manager == .system, closed.contains(where: program.hasPrefix) else { return nil }
        return "a service of the machine has no access to \(program); put the program elsewhere first: "
            + "install \(program) /usr/local/bin/hearth; /usr/local/bin/hearth service install"
    }
}
