package import HearthEntities
package import HearthEventLoop
package import HearthIntegrations
internal import HearthMQTT
internal import HearthTLS
package import HearthTraitCore
internal import HearthZigbee2MQTT

/// Zigbee devices behind a zigbee2mqtt, by its MQTT broker. Each bridge is an integration of its own.
package struct Zigbee2MQTTKind: IntegrationKind {
    private enum Field {
        static let host = "host"
        static let port = "port"
        static let security = "security"
        static let authorities = "authorities"
        static let user = "user"
        static let password = "password"
        static let base = "base-topic"
        static let groups = "groups"
    }

    private enum Security {
        static let none = "none"
        static let tls = "tls"
    }

    /// How long a probe waits for the connection, and then for a list of devices. A broker sends kept messages at once.
    private static let patience: Duration = .seconds(10)
    /// How long a probe waits for further devices after the first: all are in one message.
    private static let quiet: Duration = .milliseconds(500)
    private static let usualBase = "zigbee2mqtt"

    private let loop: EventLoop
    private let clock: any HomeClock
    private let notice: @Sendable (String) -> Void

    /// - Parameters:
    ///   - loop: the loop that connections run on.
    ///   - clock: the clock of links.
    ///   - notice: receives messages for a log.
    package init(loop: EventLoop, clock: any HomeClock, notice: @escaping @Sendable (String) -> Void) {
        self.loop = loop
        self.clock = clock
        self.notice = notice
    }

    package var id: String { "zigbee2mqtt" }
    package var title: String { "Zigbee2MQTT" }
    package var summary: String { "Zigbee devices of all makers, through a Zigbee2MQTT and its MQTT broker." }

    package var fields: [IntegrationField] {
        [
            IntegrationField(
                Field.host, "Address of the broker", .host, isNeeded: true,
                hint: "the host after mqtt:// in its settings"),
            IntegrationField(Field.port, "Port", .number(1...65_535), hint: "1883, or 8883 with TLS, if left empty"),
            IntegrationField(
                Field.security, "Encryption", .choice([Security.none, Security.tls]), default: Security.none),
            IntegrationField(
                Field.authorities, "Certificate authority", .text,
                hint: "the path on the hub of a PEM file, for a broker with a certificate of its own authority"),
            IntegrationField(Field.user, "User name", .text),
            IntegrationField(Field.password, "Password", .secret, hint: "the password of that user at the broker"),
            IntegrationField(
                Field.base, "Base topic", .text, default: Self.usualBase,
                hint: "base_topic in the settings of Zigbee2MQTT"),
            IntegrationField(Field.groups, "Groups as devices", .choice(["no", "yes"]), default: "no"),
        ]
    }

    package func probe(
        _ settings: IntegrationSettings, reached: @escaping @Sendable (AddingStep) -> Void
    ) async throws(IntegrationFailure) -> ProbedDevices {
        reached(.connecting)
        let (described, hasDescribed) = AsyncStream.makeStream(of: Void.self)
        let (connected, hasConnected) = AsyncStream.makeStream(of: Void.self)
        let collector = BridgeProbe(
            connected: {
                reached(.asking)
                hasConnected.yield()
            }, described: { hasDescribed.yield() })
        let link = try link(settings, identity: "")
        do {
            try await link.start(receiver: collector)
        } catch {
            throw IntegrationFailure(.failed, "\(error)", wayOut: "try again", cause: error)
        }
        let (clock, quiet, patience) = (clock, Self.quiet, Self.patience)
        let alarm = clock.schedule(after: patience) { collector.endUnlessConnected() }
        let listing = Task {
            for await _ in connected {
                await clock.sleep(for: patience)
                collector.end()
            }
        }
        let settling = Task {
            for await _ in described {
                await clock.sleep(for: quiet)
                collector.end()
            }
        }
        let found = await withTaskCancellationHandler {
            await collector.result()
        } onCancel: {
            collector.end()
        }
        alarm.cancel()
        hasConnected.finish()
        listing.cancel()
        hasDescribed.finish()
        settling.cancel()
        let status = await link.status
        await link.stop()
        if let failure = found.failure { throw failure }
        guard status.isConnected else {
            throw IntegrationFailure(
                .timedOut, "the broker at \(link.address) did not answer within \(Self.patience.components.seconds) s",
                wayOut: "check the address and the port", fields: [Field.host, Field.port])
        }
        guard let coordinator = status.coordinator else {
            let base = settings[Field.base] ?? Self.usualBase
            throw IntegrationFailure(
                .notSupported, "no Zigbee2MQTT publishes below the topic \(quoted(base)) of the broker",
                wayOut: "start Zigbee2MQTT, or correct the base topic", fields: [Field.base])
        }
        return ProbedDevices(
            identity: coordinator, name: title, deviceNames: found.names, deviceCount: found.count)
    }

    package func makeLink(
        _ settings: IntegrationSettings, identity: String
    ) throws(IntegrationFailure) -> any EntityLink {
        try link(settings, identity: identity)
    }

    /// - Parameter identity: the coordinator of the bridge; empty if it is not known yet.
    private func link(
        _ settings: IntegrationSettings, identity: String
    ) throws(IntegrationFailure) -> BridgeLink {
        let isTLS = settings[Field.security] == Security.tls
        let host = settings[Field.host] ?? ""
        let port = settings[Field.port].flatMap { UInt16($0) } ?? (isTLS ? 8883 : 1883)
        var broker = MQTTSettings(
            endpoint: .tcp(host: host, port: port), security: .clearText,
            clientID: MQTTSettings.makeClientID(.random(in: 0...(.max))))
        if isTLS {
            broker.security = .tls(trust: settings[Field.authorities].map { .authorities($0) } ?? .system)
        }
        broker.user = settings[Field.user]
        broker.password = settings.secret(Field.password)
        let bridge = Zigbee2MQTTMachine.Settings(
            base: settings[Field.base] ?? Self.usualBase, hasGroups: settings[Field.groups] == "yes",
            requestPrefix: broker.clientID, coordinator: identity.isEmpty ? nil : identity)
        do throws(MQTTError) {
            return try BridgeLink(broker, bridge, loop: loop, clock: clock, notice: notice)
        } catch {
            throw Self.failure(error)
        }
    }

    static func failure(_ error: MQTTError) -> IntegrationFailure {
        let (reason, wayOut, fields): (IntegrationFailure.Reason, String, [String]) =
            switch error.code {
            case .unreachable, .notConnected:
                (.unreachable, "check the address and the port, and that the broker runs", [Field.host, Field.port])
            case .notAuthorized:
                (.secretRefused, "give a user name and password that the broker knows", [Field.user, Field.password])
            case .insecure:
                (
                    .notSupported, "check the encryption and the certificate authority",
                    [Field.security, Field.authorities]
                )
            case .timedOut: (.timedOut, "try again", [])
            case .protocolViolation:
                (.notSupported, "check the address and the port; this is no MQTT broker", [Field.host, Field.port])
            case .invalid: (.failed, "correct the settings", [])
            case .refused, .takenOver, .tooLarge, .queueFull, .unknownOutcome, .stopped: (.failed, "try again", [])
            }
        let (message, ownWayOut) = parts(error)
        return IntegrationFailure(reason, message, wayOut: ownWayOut ?? wayOut, fields: fields, cause: error)
    }

    /// An error's message without its way out, which some refusals of brokers end with.
    private static func parts(_ error: MQTTError) -> (message: String, wayOut: String?) {
        switch error.code {
        case .notAuthorized, .refused, .takenOver:
            // A closing bracket ends the broker's own words, which may have a semicolon too.
            guard let end = error.message.lastIndex(of: ";") else { return (error.message, nil) }
            let wayOut = error.message[end...].dropFirst().drop { $0 == " " }
            guard !wayOut.isEmpty, !wayOut.contains(")") else { return (error.message, nil) }
            return (String(error.message[..<end]), String(wayOut))
        default: return (error.message, nil)
        }
    }
}
