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
            .write(Self.mark + unit.text, to: file), .run(control("daemon-reload")),
            .run(control("enable", ServiceUnit.name)), .run(control("restart", ServiceUnit.name)),
        ]
    }

    /// The steps of a removal, each of which is to be tried: without a running service manager its commands fail.
    ///
    /// - Parameter isPackaged: Debian's package has a unit too, which the removed one has hidden.
    func remove(isPackaged: Bool = false) -> [Step] {
        let folder = String(file.dropLast(ServiceUnit.name.count))
        let own: [Step] = [
            .run(control("disable", "--now", ServiceUnit.name)),
            .delete(folder + ServiceUnit.target(of: manager) + ".wants/" + ServiceUnit.name), .delete(file),
            .run(control("daemon-reload")),
        ]
        return own + (isPackaged ? [.run(control("enable", "--now", ServiceUnit.name))] : [])
    }

    /// The steps that undo a failed installation, each of which is to be tried.
    ///
    /// - Parameter former: the text of the unit file before; nil if there was none.
    func undo(to former: String?) -> [Step] {
        guard let former else { return remove() }
        return [
            .write(former, to: file), .run(control("daemon-reload")), .run(control("restart", ServiceUnit.name)),
        ]
    }

    /// The first line of a unit file that `hearth service install` has written.
    private static let mark = "# Written by hearth service install; hearth service remove deletes it.\n"

    /// Why a unit file is not touched; nil if `hearth service install` wrote it.
    func refusal(ofFile text: String?) -> String? {
        if let text, text.hasPrefix(Self.mark) { return nil }
        return "\(file) was not written by hearth service install; delete it yourself if it is not needed any more"
    }

    /// Why a program can't run as such a service; nil if it can.
    func refusal(of program: String) -> String? {
        guard program.hasPrefix("/") else {
            return "a service needs the absolute path of its program, as in --program /usr/local/bin/hearth"
        }
        let closed = ["/home/", "/root/", "/tmp/", "/var/tmp/"]
        guard manager == .system, closed.contains(where: program.hasPrefix) else { return nil }
        return "a service of the machine has no access to \(program); put the program elsewhere first: "
            + "install \(program) /usr/local/bin/hearth; /usr/local/bin/hearth service install"
    }
}
