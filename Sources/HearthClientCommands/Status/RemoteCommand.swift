internal import HearthEventLoop
package import HearthTerminal
internal import HearthTraitCore
internal import HearthWire

/// `hearth doctor --remote`: whether and how other machines can reach the hub. It asks the hub and this machine only.
package enum RemoteCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let status = try await StatusCommand.status(of: try await Connection.open(arguments))
        let interfaces: [NetworkInterface]
        do throws(LoopError) { interfaces = try NetworkInterface.all() } catch {
            throw CommandError(.cantStart, error.message)
        }
        let own = interfaces.filter { !$0.isLoopback }.flatMap { interface in
            interface.addresses.compactMap { OwnAddress(interface: interface.name, host: $0.host) }
        }
        let diagnosis = RemoteDiagnosis(
            listening: status.listening, certificateNames: status.certificate?.names ?? [],
            certificateEnd: status.certificate?.expiresAt?.sinceEpoch,
            isSelfSigned: status.certificate?.isSelfSigned ?? false, own: own, now: SystemClock().sinceEpoch)
        try printLine(arguments.has("json") ? diagnosis.json.text : diagnosis.text)
        if !diagnosis.problems.isEmpty { throw CommandError(.refused, "") }
    }
}
