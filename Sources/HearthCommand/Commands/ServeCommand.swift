internal import Foundation
internal import HearthAccess
internal import HearthDevices
internal import HearthHub
internal import HearthLoop
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCServices
internal import HearthStore
internal import HearthTLS
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import HearthWords

/// `hearth serve`: runs a hub until Ctrl-C.
enum ServeCommand {
    static func run(_ arguments: Arguments) async throws(CommandError) {
        let path = try storePath(arguments["store"])
        let location = try arguments["location"].map(location)
        let loop = try EventLoop.shared.mapError { CommandError(.cantStart, $0.message) }.get()
        let store = try await open(path)
        let hub = Hub(
            store: store, traits: StandardTraits.descriptors,
            information: Hub.Information(version: Help.version, schemaFingerprint: StandardTraits.schemaFingerprint),
            notice: notice)
        let access: HubAccess
        do {
            try await hub.start()
            try await hub.attachOwnTraits { structure in
                VirtualHome(structureID: structure, location: location, secondsEastOfUTC: LocalTime.secondsEastOfUTC)
            }
            if arguments.has("demo") {
                _ = try await hub.attach(VirtualHome(secondsEastOfUTC: LocalTime.secondsEastOfUTC))
            }
            access = try await HubAccess.make(store, path: path, arguments)
        } catch {
            try? await hub.shutdown()
            throw error as? CommandError ?? CommandError(.cantStart, "the hub can't start: \(error)")
        }
        let services = Reflection.server()
        hub.serve(on: services)
        access.serve(on: services)
        Reflection.serve(hub, on: services)
        let health = HealthService()
        services.updateRoutes { $0.register(health) }
        // In this order, so that a trait that is added now isn't missed.
        hub.onNewTrait { health.set(.serving, for: $0.serviceName) }
        hub.onRemovedTrait { health.set(nil, for: $0.serviceName) }
        for service in Set(services.methods.map(\.service)) { health.set(.serving, for: service) }
        let server: HTTP2Server
        do throws(RPCError) {
            let address = arguments["listen"] ?? Connection.defaultAddress
            server = try await HTTP2Server.listen(services, on: address, loop: loop, settings: access.settings)
        } catch {
            await access.control.close()
            try? await hub.shutdown()
            throw CommandError(error.code == .invalidArgument ? .usage : .cantStart, error.message)
        }
        let signals = loop.endSignals()
        welcome(server.address, path, isDemo: arguments.has("demo"))
        await access.open(at: server.address)
        for await _ in signals { break }
        try? printLine("Ending: calls have five seconds to finish.")
        await end(hub, access, health, server, signals)
    }

    private static let notice: @Sendable (String) -> Void = { printError("hearth: \($0)") }

    /// A second signal ends the process immediately.
    private static func end(
        _ hub: Hub, _ access: HubAccess, _ health: HealthService, _ server: HTTP2Server,
        _ signals: AsyncStream<EndSignal>
    ) async {
        let impatient = Task {
            for await _ in signals { exit(130) }
        }
        health.drain()
        await access.control.close()
        do {
            try await hub.shutdown()
        } catch {
            printError("hearth: not everything could be saved: \(error)")
        }
        await server.shutdown(grace: .seconds(5))
        impatient.cancel()
        try? printLine("Ended.")
    }

    private static func open(_ path: String) async throws(CommandError) -> HomeStore {
        do throws(StoreError) {
            return try await HomeStore.open(path: path, now: SystemClock().sinceEpoch)
        } catch {
            throw CommandError(.cantStart, error.message)
        }
    }

    private static func location(_ text: String) throws(CommandError) -> GeoLocation {
        let numbers = text.split(separator: ",").map { Double($0.trimmingCharacters(in: .whitespaces)) }
        if numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
            let location = GeoLocation(latitude: latitude, longitude: longitude)
        {
            return location
        }
        throw CommandError(
            .usage, "--location is a latitude and a longitude in degrees, as 52.52,13.40; \(quoted(text)) is none")
    }

    /// The given path, otherwise `hearth/home.db` in the user's data directory.
    private static func storePath(_ given: String?) throws(CommandError) -> String {
        if let given { return given }
        let environment = ProcessInfo.processInfo.environment
        let base = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
        let data = base ?? home + "/.local/share"
        do {
            try FileManager.default.createDirectory(
                atPath: data + "/hearth", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            let reason = error.localizedDescription
            throw CommandError(.cantStart, "\(data)/hearth can't be made (\(reason)); give a file with --store")
        }
        return data + "/hearth/home.db"
    }

    private static func welcome(_ address: String, _ path: String, isDemo: Bool) {
        let program = CommandLine.arguments.first ?? "hearth"
        // A listener on all addresses is reached over loopback from this machine.
        let here = address.replacing("0.0.0.0:", with: "127.0.0.1:").replacing("[::]:", with: "[::1]:")
        let hub = here == Connection.defaultAddress ? "" : " --hub \(here)"
        try? printLine(
            """
            Hearth \(Help.version) is listening on \(address)
            The home is kept in \(path)
            """)
        guard isDemo else { return }
        try? printLine(
            """
            Try in another terminal:
                \(program) devices\(hub)
                \(program) watch\(hub)
                \(program) send "Ceiling Light" OnOff.toggle\(hub)
            Ctrl-C ends it.
            """)
    }
}
