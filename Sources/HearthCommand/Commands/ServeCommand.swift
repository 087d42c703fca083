internal import Foundation
internal import HearthAccess
internal import HearthCalendar
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
internal import HearthWire
internal import HearthWords

/// `hearth serve`: runs a hub until Ctrl-C.
enum ServeCommand {
    static func run(_ arguments: Arguments) async throws(CommandError) {
        let place = StorePlace(arguments["store"])
        try place.makeFolder(arguments)
        let path = place.path
        let isNew = !FileManager.default.fileExists(atPath: path)
        let backups = backupFolder(of: place, arguments["backups"])
        let location = try arguments["location"].map(location)
        let web = try WebAccess(arguments)
        let deliveries = try NoticeSink.sinks(arguments).map { NoticeDelivery($0, say: notice) }
        var limits = try Retention(arguments).limits
        let loop = try EventLoop.shared.mapError { CommandError(.cantStart, $0.message) }.get()
        let store = try await open(place, backups)
        do {
            let makers = arguments["saved-first"] == nil ? [] : try await store.load().schemas
            let named = makers.compactMap { Retention.NamedTrait(schema: $0.schema) }
            limits.savedFirst = try Retention.savedFirst(arguments, makers: named) ?? limits.savedFirst
        } catch {
            try? await store.close(clean: true)
            if let error = error as? StoreError { throw await refusal(error, place, backups) }
            throw error as? CommandError ?? CommandError(.cantStart, "the hub can't start: \(error)")
        }
        for file in place.unfinished { try? FileManager.default.removeItem(atPath: file) }
        let hub = Hub(
            store: store, traits: StandardTraits.descriptors,
            deviceTypes: StandardTraits.deviceTypes.map { ($0.id, $0.name) },
            information: Hub.Information(version: Help.version, schemaFingerprint: StandardTraits.schemaFingerprint),
            limits: limits, isTimeZone: TimeZones.isKnown, notice: notice)
        hub.onNotice { notice in for delivery in deliveries { delivery.take(notice) } }
        let demo = arguments.has("demo") ? VirtualHome(secondsEastOfUTC: LocalTime.secondsEastOfUTC) : nil
        let access: HubAccess
        do {
            try await hub.start()
            try await hub.placeFirstStructure(timeZone: TimeZones.ofThisMachine, location: location)
            try await hub.attachOwnTraits { structure in
                VirtualHome(
                    structureID: structure.id,
                    location: structure.location.flatMap {
                        GeoLocation(latitude: $0.latitude, longitude: $0.longitude)
                    },
                    secondsEastOfUTC: TimeZones.secondsEastOfUTC(in: structure.timeZone))
            }
            if let demo { try await hub.attach(demo) }
            access = try await HubAccess.make(store, place, web, arguments)
        } catch {
            try? await hub.shutdown()
            if let error = error as? StoreError { throw await refusal(error, place, backups) }
            throw error as? CommandError ?? CommandError(.cantStart, "the hub can't start: \(error)")
        }
        let services = Reflection.server()
        hub.serve(on: services)
        access.serve(on: services)
        await access.connect(to: hub)
        let backup = HubBackup(hub: hub, store: store)
        services.updateRoutes { $0.register(MaintenanceServiceHandler(backup: backup, place: place)) }
        if let demo { services.updateRoutes { $0.register(DemoServiceHandler(home: demo)) } }
        Reflection.serve(
            hub, on: services, web.descriptors, besides: demo == nil ? [] : [Hearth_V1_DemoFile.descriptor])
        if arguments.has("demo"), isNew {
            do { try await DemoAutomations.add(to: services) } catch { notice(error.message) }
        }
        let health = HealthService()
        services.updateRoutes { $0.register(health) }
        // In this order, so that a trait that is added now isn't missed.
        hub.onNewTrait { health.set(.serving, for: $0.serviceName) }
        hub.onRemovedTrait { health.set(nil, for: $0.serviceName) }
        for service in Set(services.methods.map(\.service)) { health.set(.serving, for: service) }
        // Before it listens: who reads that it does may end it at once.
        let signals = loop.endSignals()
        let server: HTTP2Server
        do throws(RPCError) {
            let address = arguments["listen"] ?? Connection.defaultAddress
            server = try await HTTP2Server.listen(services, on: address, loop: loop, settings: access.settings)
        } catch {
            await access.control.close()
            try? await hub.shutdown()
            throw CommandError(error.code == .invalidArgument ? .usage : .cantStart, error.message)
        }
        welcome(server.address, path, isDemo: arguments.has("demo"))
        await access.open(server)
        let daily =
            arguments["backups"] == "off" ? nil : Task { await automatic(backup, place, backups, arguments).run() }
        let checks = AutomaticChecks(
            mark: CheckMark(of: place), clock: SystemClock(), check: { try await store.findDamage(pause: $0) },
            notice: notice)
        let checking = Task { await checks.run() }
        let delivering = deliveries.map { delivery in Task { await delivery.run() } }
        for await _ in signals { break }
        daily?.cancel()
        checking.cancel()
        for task in delivering { task.cancel() }
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

    private static func open(_ place: StorePlace, _ backups: BackupFolder) async throws(CommandError) -> HomeStore {
        do throws(StoreError) {
            return try await HomeStore.open(path: place.path, now: SystemClock().sinceEpoch)
        } catch {
            throw await refusal(error, place, backups)
        }
    }

    /// Why a hub doesn't start with its store; and if that is damaged, how to go on: never with an empty home.
    private static func refusal(
        _ error: StoreError, _ place: StorePlace, _ backups: BackupFolder
    ) async -> CommandError {
        guard [.damaged, .notOurs].contains(error.code) else { return CommandError(.cantStart, error.message) }
        let good = await backups.newestGood()
        // A file that is none of a hub's, where no hub ever was, is a word that is wrong.
        guard error.code == .damaged || good != nil else { return CommandError(.cantStart, error.message) }
        let program = CommandLine.arguments.first ?? "hearth"
        var text =
            "\(error.message); no hub starts with it, and hearth doctor --store \(place.path) says what can still be read"
        if let (path, backup) = good {
            let time = backup.madeAt.map { UTC.text($0) } ?? "an unknown time"
            text += """

                the newest good backup is of \(time), \(Backups.content(backup)); to go on with it, and keep the damaged file:
                    \(program) restore \(path) --store \(place.path)
                """
        } else {
            text += "\nthere is no good backup in \(backups.path)"
        }
        return CommandError(.cantStart, text)
    }

    private static func backupFolder(of place: StorePlace, _ word: String?) -> BackupFolder {
        BackupFolder(of: place, folder: word == "off" ? nil : word)
    }

    private static func automatic(
        _ backup: HubBackup, _ place: StorePlace, _ folder: BackupFolder, _ arguments: Arguments
    ) -> AutomaticBackups {
        let withKeys = !arguments.has("backups-without-keys")
        let make: @Sendable (String) async throws -> Void = { path in
            _ = try await backup.make(path, keys: withKeys ? KeyFiles(folder: place.keys).read() : nil)
        }
        return AutomaticBackups(folder: folder, clock: SystemClock(), make: make, notice: notice)
    }

    /// A latitude and a longitude.
    static func location(_ text: String) throws(CommandError) -> StoredLocation {
        let numbers = text.split(separator: ",").map { Double($0.trimmingCharacters(in: .whitespaces)) }
        if numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
            GeoLocation(latitude: latitude, longitude: longitude) != nil
        {
            return StoredLocation(latitude: latitude, longitude: longitude)
        }
        throw CommandError(
            .usage, "--location is a latitude and a longitude in degrees, as 52.52,13.40; \(quoted(text)) is none")
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
        if !address.hasPrefix("unix:") { try? printLine("See it in a browser of this machine: http://\(here)/") }
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
