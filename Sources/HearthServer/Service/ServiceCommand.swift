internal import HearthBase
internal import HearthSystem
package import HearthTerminal
internal import HearthTraitCore

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// `hearth service`: runs the hub as a service of systemd.
package enum ServiceCommand {
    package enum Verb: String, CaseIterable {
        case install
        case remove
        case status
        /// Prints the unit file.
        case unit
    }

    package static let options: [Arguments.Option] = [
        .init("system", nil, "A service of the machine, not of the user.", default: "for root"),
        .init("program", "FILE", "The program that the service runs.", default: "this one"),
    ]

    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let words = arguments.positional
        guard let verb = words.first.flatMap(Verb.init(rawValue:)) else {
            let verbs = Verb.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandError(.usage, "say one of \(verbs), not \(quoted(words.first ?? ""))")
        }
        let manager: ServiceUnit.Manager = arguments.has("system") || geteuid() == 0 ? .system : .user
        let plan = ServicePlan(manager: manager, configuration: ThisUser.settingsFolder)
        let program = arguments["program"] ?? ThisProgram.file ?? "hearth"
        let options = Array(words.dropFirst())
        let unit = ServiceUnit(
            manager: manager, program: program,
            options: options + (manager == .system ? CamerasUser.serviceOptions(besides: options) : []))
        switch verb {
        case .unit: try printLine(String(unit.text.dropLast()))
        case .install: try install(plan, unit)
        case .remove: try remove(plan)
        case .status: try status(plan)
        }
    }

    private static func install(_ plan: ServicePlan, _ unit: ServiceUnit) throws(CommandError) {
        if plan.manager == .system, let file = ServicePlan.packaged.first(where: isThere) {
            throw CommandError(
                .refused, "Debian's package has installed the service (\(file)); its options are in /etc/default/hearth"
            )
        }
        if let refusal = plan.refusal(of: unit.program) { throw CommandError(.refused, refusal) }
        let former = try? String(contentsOfFile: plan.file, encoding: .utf8)
        if isThere(plan.file), let refusal = plan.refusal(ofFile: former) { throw CommandError(.refused, refusal) }
        do throws(CommandError) { try ServiceSteps.perform(plan.install(unit)) } catch {
            printError("hearth: this is undone:")
            try ServiceSteps.attempt(plan.undo(to: former))
            throw error
        }
        try printLine(
            """
            The hub runs as a service, and starts with \(plan.manager == .system ? "the machine" : "your session").
            It is asked with:  \(plan.control("status", "hearth").joined(separator: " "))
            To undo this:      \(ShellLine.hearth("service", "remove"))
            """)
        if plan.manager == .user {
            try printLine("It ends when you log out, unless you let it stay:  loginctl enable-linger")
        }
    }

    private static func remove(_ plan: ServicePlan) throws(CommandError) {
        guard isThere(plan.file) else {
            throw CommandError(.refused, "no service is installed by hearth service install: there is no \(plan.file)")
        }
        let text = try? String(contentsOfFile: plan.file, encoding: .utf8)
        if let refusal = plan.refusal(ofFile: text) { throw CommandError(.refused, refusal) }
        let isPackaged = plan.manager == .system && ServicePlan.packaged.contains(where: isThere)
        try ServiceSteps.attempt(plan.remove(isPackaged: isPackaged))
        guard !isThere(plan.file) else { throw CommandError(.cantStart, "the service is not removed") }
        try printLine("The service is removed. The home stays in \(home(plan)).")
    }

    private static func status(_ plan: ServicePlan) throws(CommandError) {
        let files = [plan.file] + (plan.manager == .system ? ServicePlan.packaged : [])
        guard let file = files.first(where: isThere) else {
            throw CommandError(.refused, "no service is installed: there is no \(plan.file)")
        }
        let state = try ServiceSteps.output(of: plan.control("is-active", ServiceUnit.name))
        try printLine("The service is \(state.text).\nUnit file:  \(file)\nHome:       \(home(plan))")
        if state.status != 0 { throw CommandError(.unavailable, "") }
    }

    /// The folder of the service's home, unless it has an option `--store`.
    private static func home(_ plan: ServicePlan) -> String {
        plan.manager == .system ? ServiceUnit.folder : StorePlace.userFolder
    }

    private static func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
