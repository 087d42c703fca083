internal import Hearth
internal import HearthAccessControl
internal import HearthAssets
internal import HearthBase
internal import HearthCalendar
internal import HearthSystem
internal import HearthVirtualHome
internal import HearthHub
internal import HearthIntegrations
internal import HearthEventLoop
internal import HearthNoticeTargets
package import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCServices
internal import HearthStore
internal import HearthTLS
package import HearthTerminal
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import HearthWire
internal import HearthWyoming
internal import HearthPhrases

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// `hearth serve`: runs a hub until Ctrl-C.
package enum ServeCommand {
    /// Runs a hub until a signal ends it.
    ///
    /// - Parameter addAutomations: adds the demo's automations to a new home, as a client of the hub's calls.
    package static func run(
        _ arguments: Arguments, addAutomations: (RPCServer) async throws(CommandError) -> Void
    ) async throws(CommandError) {
        let startedAt = SystemClock().sinceEpoch
        let log = try HubLog(arguments, ThisUser.environment)
        let notice = log.lines(.hub)
        if let problem = TimeZones.problem { log.lines(.hub, .warning)(problem) }
        let place = StorePlace(arguments["store"])
        try place.makeFolder(arguments)
        let location = try arguments["location"].map { text throws(CommandError) in
            let location = try Coordinates.location(text)
            return StoredLocation(latitude: location.latitude, longitude: location.longitude)
        }
        let web = try WebAccess(arguments)
        let wyoming = try WyomingAccess(arguments)
        let occasion = try LocalNetwork.occasion(arguments)
        let camerasUser = try CamerasUser(arguments, notice: log.lines(.access, .warning))
        let sinks = try NoticeOptions.sinks(arguments, say: log.lines(.hub, .warning))
        let telemetry = try Telemetry(arguments)
        var limits = try Retention(arguments).limits
        let media = try MediaOptions.media(arguments, beside: place)
        let loop = try EventLoop.shared.mapError { CommandError(.cantStart, $0.message) }.get()
        let peers = try await DemoPeers.open(arguments, loop: loop)
        let opened = try await open(place, arguments, loop, log)
        let store = opened.storage
        let backups = backupFolder(of: place, arguments)
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
            store: store, media: media, traits: StandardTraits.descriptors,
            deviceTypes: StandardTraits.deviceTypes.map { ($0.id, $0.name) },
            information: Hub.Information(version: Home.version, schemaFingerprint: StandardTraits.schemaFingerprint),
            limits: limits, isTimeZone: TimeZones.isKnown, notice: notice)
        let feed = NoticeFeed()
        hub.onNotice { feed.send(PostedNotice($0)) }
        let (pushed, toBrowsers) = AsyncStream.makeStream(
            of: HubNotice.self, bufferingPolicy: .bufferingNewest(PostQueue<PostedNotice>.most))
        hub.onNotice { toBrowsers.yield($0) }
        let deliveries = sinks.map { (sink: $0, notices: feed.notices()) }
        let demo =
            arguments.has("demo") ? VirtualHome(peers: peers, secondsEastOfUTC: LocalTime.secondsEastOfUTC) : nil
        let listening = OneShot<String>()
        let integrations = StandardIntegrations.centre(
            of: hub, store, loop: loop, camerasUser: camerasUser, notices: feed,
            camerasCommand: { CamerasUser.command(of: camerasUser, hub: listening.value ?? Home.defaultAddress) },
            notice: log.lines(.links))
        let access: HubAccess
        do {
            try await hub.start()
            try await setPlace(of: hub, location, log)
            let warn = log.lines(.hub, .warning)
            try await hub.attachOwnTraits { structure in
                TimeZones.problem(ofZone: structure.timeZone, named: structure.name).map(warn)
                return VirtualHome(
                    structureID: structure.id,
                    location: structure.location.flatMap {
                        GeoLocation(latitude: $0.latitude, longitude: $0.longitude)
                    },
                    secondsEastOfUTC: TimeZones.secondsEastOfUTC(in: structure.timeZone))
            }
            if let demo { try await hub.attach(demo) } else { sayDemo(try await opened.deviceIDs(), place, log) }
            try await integrations.start()
            access = try await HubAccess.make(opened, place, web, camerasUser, arguments, log)
        } catch {
            await integrations.stop()
            try? await hub.shutdown()
            if let error = error as? StoreError { throw await refusal(error, place, backups) }
            throw error as? CommandError ?? CommandError(.cantStart, "the hub can't start: \(error)")
        }
        telemetry?.follow(hub)
        let services = Reflection.server(interceptors: telemetry.map { [$0.interceptor] } ?? [])
        hub.serve(on: services)
        let isEmpty: @Sendable () -> Bool = { [weak hub] in hub.map { !$0.hasDevices } ?? false }
        access.serve(on: services, isEmpty: isEmpty, endingUses: { [weak hub] in hub?.end(credential: $0) })
        web.page.pictures.serve { [weak hub] in hub?.cameraPicture(at: $0) }
        await access.connect(to: hub)
        let push: PushCenter
        do throws(TLSError) {
            push = try PushCenter(
                file: KeyFiles(folder: place.keys).browsers,
                services: PushServices(others: arguments.all(NoticeOptions.push.name)),
                poster: WebPoster(loop: loop, clock: SystemClock()), clock: SystemClock(),
                isValid: { [control = access.control] in control.isValid($0) }, notice: notice)
        } catch {
            await access.control.close()
            await integrations.stop()
            try? await hub.shutdown()
            throw CommandError(.cantStart, error.message)
        }
        services.updateRoutes { $0.register(PushServiceHandler(hub: hub, center: push)) }
        access.control.onEnd { credential in Task { await push.end(credential: credential) } }
        let backup = HubBackup(hub: hub, store: opened.file)
        let (record, offSite) = backupRecords(place, backups, arguments, log)
        log.followFailures(of: services)
        let health = HealthService()
        let operations = HubOperations(
            hub, integrations, place, health, startedAt: startedAt, backups: record, offSite: offSite,
            certificate: { [access] in access.certificate }, log: log)
        let ending = HubEnding()
        let restoration = HomeRestoration(
            place, clock: SystemClock(), room: { DiskSpace(of: place).free }, restart: { ending.restart(with: $0) })
        services.updateRoutes { [status = operations.status] in
            $0.register(
                MaintenanceServiceHandler(
                    backup: backup, status: { status.message }, place: place,
                    restoration: restoration,
                    admission: RestoreAdmission(access: access.control, isEmpty: isEmpty)))
        }
        services.updateRoutes { $0.register(IntegrationsServiceHandler(centre: integrations)) }
        if let demo { services.updateRoutes { $0.register(DemoServiceHandler(home: demo)) } }
        Reflection.serve(
            hub, on: services, web.descriptors, besides: demo == nil ? [] : [Hearth_V1_DemoFile.descriptor])
        if arguments.has("demo"), opened.isNew {
            do { try await addAutomations(services) } catch { notice(error.message) }
        }
        services.updateRoutes { $0.register(health) }
        // In this order, so that a trait added in between isn't missed.
        hub.onNewTrait { health.set(.serving, for: $0.serviceName) }
        hub.onRemovedTrait { health.set(nil, for: $0.serviceName) }
        for service in Set(services.methods.map(\.service)) { health.set(.serving, for: service) }
        // Install signal handlers first: a supervisor may send SIGTERM as soon as it reads "listening on".
        ending.follow(loop.endSignals())
        var settings = access.settings
        settings.authenticator = RestoreAuthenticator(access: access.control, sender: restoration.sender)
        operations.apply(to: &settings, besides: { telemetry?.families ?? [] })
        let server: HTTP2Server
        do throws(RPCError) {
            let address = arguments["listen"] ?? Home.defaultAddress
            server = try await HTTP2Server.listen(services, on: address, loop: loop, settings: settings)
        } catch {
            await access.control.close()
            await integrations.stop()
            try? await hub.shutdown()
            throw CommandError(ofListening: error)
        }
        let words: WyomingServer?
        let local: LocalListener
        do throws(CommandError) {
            words = try await wyoming?.open(for: hub, loop: loop)
            for problem in wyoming?.problems(for: hub) ?? [] { notice("--wyoming-peer: \(problem)") }
            do throws(CommandError) {
                local = try await LocalListener.open(
                    services, beside: server, of: place, at: arguments["socket"], loop, settings,
                    notice: log.lines(.access, .warning))
            } catch {
                words?.close()
                throw error
            }
        } catch {
            await server.shutdown(grace: .zero)
            await access.control.close()
            await integrations.stop()
            try? await hub.shutdown()
            throw error
        }
        listening.set(local.address ?? here(server.address))
        welcome(server.address, place.name, isDemo: arguments.has("demo"))
        await access.open(server)
        if record != nil, let others = backups.othersInWords {
            notice("\(backups.path) also has backups of others: \(others); this hub counts and removes only its own")
        }
        let daily = record.map { record in
            Task { await automatic(backup, place, backups, record, offSite, arguments, log).run() }
        }
        let addresses = [server.address, local.socket].compactMap(\.self)
        let sending = telemetry?.begin(families: { await server.metrics() }, notice: log.lines(.hub, .warning))
        let watching = Task { await operations.run(server, at: addresses) }
        let checking = opened.file.map { file in
            let checks = AutomaticChecks(
                mark: TimeMark.ofCheck(place), clock: SystemClock(), check: { try await file.findDamage(pause: $0) },
                notice: log.lines(.backups, .warning))
            return Task { await checks.run() }
        }
        let network =
            arguments.has("no-mdns")
            ? nil : LocalNetwork(listeningAt: server.address, announcing: occasion, loop: loop, notice: notice)
        let networking = network.map { network in
            Task { await network.run(for: integrations, announcing: hub, access, server) }
        }
        let delivering = deliveries.map { sink, notices in
            Task { await sink.deliver(notices, loop: loop, say: notice) }
        }
        let pushing = Task {
            for await notice in pushed { await push.take(PostedNotice(notice), for: hub.readers(of: notice)) }
            await push.stop()
        }
        let supervision = Supervision.begin(
            loop, stall: { operations.loopStall }, status: "listening on \(server.address)")
        await ending.wait()
        supervision.end(isRestarting: ending.restored != nil)
        watching.cancel()
        if let sending { await Telemetry.end(sending) }
        daily?.cancel()
        checking?.cancel()
        for task in delivering + [pushing] { task.cancel() }
        await network?.stop()
        networking?.cancel()
        words?.close()
        let what = ending.restored == nil ? "Ending" : "Restarting with the restored home"
        try? printLine("\(what): calls have five seconds to finish.")
        await end(hub, integrations, access, health, server, local, log)
        guard let restored = ending.restored else { return }
        let start = RestoredStart(store: restored, log: log, arguments: Array(CommandLine.arguments.dropFirst()))
        // A claim may have been confirmed after the backup was.
        let isStillNew = !access.control.isClaimed && !hub.hasDevices
        if isStillNew { await start.put() } else { start.giveUp() }
        if !ending.isAsked { throw start.restart() }
    }

    /// Says which devices of a demo home stay offline without `--demo`.
    private static func sayDemo(_ devices: [String], _ place: StorePlace, _ log: HubLog) {
        let count = devices.count { VirtualHome.demoDeviceIDs.contains($0) }
        guard count > 0 else { return }
        log.lines(.hub)(
            "the demo's devices, \(count) of \(devices.count) in this home, are offline without --demo; "
                + "hearth demo remove removes them, or start with \(place.command("serve", "--demo"))")
    }

    /// Stores the location of the first home if there is room: a full disk must not keep the devices offline.
    private static func setPlace(of hub: Hub, _ location: StoredLocation?, _ log: HubLog) async throws {
        do {
            try await hub.placeFirstStructure(timeZone: TimeZones.ofThisMachine, location: location)
        } catch let error as HubError where error.code == .resourceExhausted {
            log.lines(.hub, .warning)("the location of the home is not stored:  \(error.message)")
        }
    }

    private static func end(
        _ hub: Hub, _ integrations: IntegrationCentre, _ access: HubAccess, _ health: HealthService,
        _ server: HTTP2Server, _ local: LocalListener, _ log: HubLog
    ) async {
        health.drain()
        await access.control.close()
        await integrations.stop()
        do {
            try await hub.shutdown()
        } catch {
            log.lines(.hub, .error)("not everything could be saved: \(error)")
        }
        async let others: Void = local.close(grace: .seconds(5))
        await server.shutdown(grace: .seconds(5))
        await others
        try? printLine("Ended.")
    }

    /// Opens the store. With `--new-home`, begins a new home in place of a damaged or missing one.
    private static func open(
        _ place: StorePlace, _ arguments: Arguments, _ loop: EventLoop, _ log: HubLog
    ) async throws(CommandError) -> OpenedStore {
        let isNewWanted = arguments.has("new-home")
        if let address = place.address {
            guard !isNewWanted else {
                throw CommandError(
                    .cantStart, "--new-home begins a home in a file; give another database for another home")
            }
            return try await OpenedStore(database: address, on: loop)
        }
        let wasThere = place.exists
        let store: HomeStore
        do throws(StoreError) {
            store = try await open(place, wasUsed: place.wasUsed)
        } catch {
            let backups = backupFolder(of: place, arguments)
            // A file of another program is renamed only where backups show that a home was kept there.
            var mayBegin = error.code == .lost || error.code == .damaged
            if error.code == .notOurs { mayBegin = await !backups.newestGood().isEmpty }
            guard isNewWanted, mayBegin else { throw await refusal(error, place, backups) }
            return OpenedStore(try await openNew(place, log), isNew: true)
        }
        if isNewWanted, wasThere {
            // Some damage shows only when the whole store is read.
            let damage = await damage(of: store)
            try? await store.close(clean: damage == nil)
            guard damage == nil else { return OpenedStore(try await openNew(place, log), isNew: true) }
            throw CommandError(
                .cantStart,
                "there is a home in \(place.path), and it can be read; start without --new-home, or give another file "
                    + "with --store for another home")
        }
        return OpenedStore(store, isNew: !wasThere)
    }

    /// The damage that prevents a hub from starting with an open store, or nil.
    private static func damage(of store: HomeStore) async -> StoreError? {
        do throws(StoreError) {
            _ = try await store.load()
            return nil
        } catch {
            return error.code == .damaged ? error : nil
        }
    }

    private static func open(_ place: StorePlace, wasUsed: Bool) async throws(StoreError) -> HomeStore {
        try await HomeStore.open(path: place.path, now: SystemClock().sinceEpoch, wasUsed: wasUsed)
    }

    private static func openNew(_ place: StorePlace, _ log: HubLog) async throws(CommandError) -> HomeStore {
        do throws(StoreError) {
            let former = ".former-" + UTC.digits(SystemClock().sinceEpoch.components.seconds)
            if let kept = try await HomeStore.setAside(place.path, as: former) {
                log.lines(.hub)("the rest of the former home is kept in \(kept)")
            }
            return try await open(place, wasUsed: false)
        } catch {
            throw CommandError(ofStart: error)
        }
    }

    /// Why a hub doesn't start with its store. For a damaged or missing store, also how to continue: a new home begins
    /// only on request.
    private static func refusal(
        _ error: StoreError, _ place: StorePlace, _ backups: BackupFolder
    ) async -> CommandError {
        guard place.address == nil, [.damaged, .lost, .notOurs].contains(error.code) else {
            return CommandError(ofStart: error)
        }
        let good = await backups.newestGood()
        // A file of another program, without backups of a home, means a wrong path.
        guard error.code != .notOurs || !good.isEmpty else { return CommandError(.cantStart, error.message) }
        var text =
            error.code == .lost
            ? "\(error.message); the hub doesn't start, as it would begin a new home"
            : """
            \(error.message); the hub doesn't start with it; this shows what can still be read:
                \(place.command("doctor"))
            """
        for (path, backup) in good {
            let time = backup.madeAt.map { UTC.text($0) } ?? "an unknown time"
            let home = backups.home == nil && good.count > 1 ? " of home \(backup.hubID)" : ""
            text += """

                the newest good backup\(home) is of \(time), \(Backups.content(backup)); to restore it, and keep \
                what is left of the store:
                    \(place.command("restore", ShellLine.path(path)))
                """
        }
        if good.isEmpty { text += "\nthere is no good backup of this home in \(backups.path)" }
        text += """

            to begin a new home instead, and keep what is left of this one:
                \(place.command("serve", "--new-home"))
            """
        return CommandError(.cantStart, text)
    }

    /// The folder of the daily backups, for the home that is or was in the store.
    private static func backupFolder(of place: StorePlace, _ arguments: Arguments) -> BackupFolder {
        let word = arguments["backups"]
        return BackupFolder(
            of: place, folder: word == "off" ? nil : word, home: HomeStore.hubID(of: place.path))
    }

    /// The records of backups and of their copies off site; nil where none are made.
    private static func backupRecords(
        _ place: StorePlace, _ folder: BackupFolder, _ arguments: Arguments, _ log: HubLog
    ) -> (BackupRecord?, OffSiteCopies?) {
        guard arguments["backups"] != "off", place.address == nil else { return (nil, nil) }
        let now = SystemClock().sinceEpoch.components.seconds
        let newest = folder.entries.first { $0.madeAt <= now }
        let offSite = OffSiteHooks(arguments["backup-hooks"]).map {
            OffSiteCopies(
                $0, mark: TimeMark.ofOffSiteCopy(place), newest: newest.map { ($0.path, $0.madeAt) }, now: now,
                notice: log.lines(.backups, .warning))
        }
        return (BackupRecord(newest: newest?.madeAt, now: now), offSite)
    }

    private static func automatic(
        _ backup: HubBackup, _ place: StorePlace, _ folder: BackupFolder, _ record: BackupRecord,
        _ offSite: OffSiteCopies?, _ arguments: Arguments, _ log: HubLog
    ) -> AutomaticBackups {
        let withKeys = !arguments.has("backups-without-keys")
        let make: @Sendable (String) async throws -> Void = { path in
            try await DailyBackup(backup: backup, place: place, withKeys: withKeys).make(path)
        }
        return AutomaticBackups(
            folder: folder, clock: SystemClock(), record: record, offSite: offSite, make: make,
            ended: { [hub = backup.hub] in hub.noteBackup(failure: $0) }, notice: log.lines(.backups, .warning))
    }

    /// The address for this machine: loopback for a hub that listens on all addresses.
    private static func here(_ address: String) -> String {
        for (all, own) in [("0.0.0.0:", "127.0.0.1:"), ("[::]:", "[::1]:")] where address.hasPrefix(all) {
            return own + address.dropFirst(all.count)
        }
        return address
    }

    private static func welcome(_ address: String, _ path: String, isDemo: Bool) {
        let here = Self.here(address)
        let hub = here == Home.defaultAddress ? [] : ["--hub", here]
        try? printLine(
            """
            Hearth \(Home.version) is listening on \(address)
            The home is kept in \(path)
            """)
        if !address.hasPrefix("unix:") { try? printLine("In a browser on this machine:  http://\(here)/") }
        guard isDemo else { return }
        try? printLine(
            """
            Try in another terminal:
                \(ShellLine.hearth(["devices"] + hub))
                \(ShellLine.hearth(["watch"] + hub))
                \(ShellLine.hearth(["send", "Ceiling Light", "OnOff.toggle"] + hub))
            Ctrl-C ends it.
            """)
    }
}
