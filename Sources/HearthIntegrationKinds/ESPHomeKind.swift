package import HearthCalendar
package import HearthEntities
internal import HearthESPHome
package import HearthEventLoop
package import HearthIntegrations
internal import HearthStore
package import HearthTraitCore

/// Devices with ESPHome's firmware, by its native API. Each device is an integration of its own.
package struct ESPHomeKind: IntegrationKind {
    private static let key = "key"
    private static let givesKey = "give-key"
    private static let password = "password"
    private static let serviceType = "_esphomelib._tcp"
    private static let address = AddressFields(usualPort: 6053)

    private let loop: EventLoop
    private let zone: HomeZone
    private let turns: ConnectTurns
    private let keys: ESPHomeKeys
    private let makeKey: @Sendable () -> [UInt8]

    /// - Parameters:
    ///   - loop: the loop that connections run on.
    ///   - clock: the clock of waits.
    ///   - zone: the home's time zone, for entities with date and time.
    ///   - zoneText: the same zone in the form of POSIX's TZ variable, for devices' clocks; empty if not known.
    ///   - turns: limits how many devices are connected to at the same time.
    ///   - makeKey: makes 32 random bytes, the key of a device that has none.
    ///   - notice: receives messages for a log.
    package init(
        loop: EventLoop, clock: any HomeClock, zone: ZoneRules, zoneText: String = "",
        turns: ConnectTurns = ConnectTurns(), makeKey: @escaping @Sendable () -> [UInt8],
        notice: @escaping @Sendable (String) -> Void
    ) {
        self.loop = loop
        self.makeKey = makeKey
        keys = ESPHomeKeys(loop: loop, clock: clock, notice: notice)
        self.zone = HomeZone(rules: zone, text: zoneText)
        self.turns = turns
    }

    package var id: String { "esphome" }
    package var title: String { "ESPHome" }
    package var summary: String {
        "A device with ESPHome's firmware: lights, plugs, sensors and whatever it was built for."
    }
    package var serviceTypes: [String] { [Self.serviceType] }

    package var fields: [IntegrationField] {
        Self.address.fields + [
            IntegrationField(
                Self.key, "Encryption key", .secret,
                hint: "the 44 characters after key: below api: encryption: in the device's configuration"),
            IntegrationField(
                Self.givesKey, "Give it a key", .choice(["no", "yes"]), default: "no",
                hint:
                    "yes, if the device has none: it then takes the key above, or one that only the hub knows, and no "
                    + "client without it"),
            IntegrationField(
                Self.password, "Password", .secret,
                hint: "only of firmware before 2026.1: the one after password: below api: in the device's configuration"
            ),
        ]
    }

    /// ESPHome, and the maker whose project the firmware is: `athom` of `athom.smart-plug-v2`.
    private func maker(_ service: NearbyService) -> String {
        guard let project = service.properties["project_name"], !project.isEmpty else { return title }
        return "\(title) (\(project.prefix { $0 != "." }))"
    }

    package func found(_ service: NearbyService) -> FoundThing? {
        guard let mac = service.properties["mac"]?.lowercased(), !mac.isEmpty else { return nil }
        let (address, settings) = Self.address.found(service)
        let friendly = service.properties["friendly_name"] ?? ""
        return FoundThing(
            key: "\(id)/\(mac)", kind: id, identity: mac, name: friendly.isEmpty ? service.name : friendly,
            maker: maker(service), address: address,
            readiness: service.properties["api_encryption"] == nil ? .ready : .needsKey, settings: settings)
    }

    package func newAddress(_ service: NearbyService, _ settings: IntegrationSettings) -> NewAddress? {
        Self.address.newAddress(service, leaving: settings, isProven: settings.secret(Self.key) != nil)
    }

    package func probe(
        _ settings: IntegrationSettings, isAddition: Bool, reached: @escaping @Sendable (AddingStep) -> Void
    ) async throws(IntegrationFailure) -> ProbedDevices {
        let connection = try connection(settings, identity: nil)
        reached(.connecting)
        // A device that was added has its key. One without it at a later time is another one.
        let isToGetKey = isAddition && gives(settings)
        let (description, hasKey): (ESPHomeDescription, Bool)
        do throws(ESPHomeError) {
            (description, hasKey) = try await describe(connection, mayBeKeyless: isToGetKey)
        } catch {
            throw Self.failure(error)
        }
        reached(.asking)
        var secrets: [String: StoredSecret] = [:]
        if isToGetKey, connection.key == nil {
            guard description.takesKey, let key = ESPHomeKey(bytes: makeKey()) else {
                throw IntegrationFailure(
                    .notSupported, "\(connection.host) takes no key, as its firmware has no encryption",
                    wayOut: "add it without giving it a key, or install firmware with encryption: below api:",
                    fields: [Self.givesKey])
            }
            secrets[Self.key] = StoredSecret(key.text)
        }
        return ProbedDevices(
            identity: description.mac, name: description.devices.first?.name ?? description.name,
            deviceNames: description.devices.map(\.name),
            // What another client has set is not the hub's to take away.
            settings: isToGetKey && hasKey ? [Self.givesKey: "no"] : [:], secrets: secrets)
    }

    /// - Parameter mayBeKeyless: whether the device may lack the key, as it is to get it.
    /// - Returns: also whether the device has the key.
    private func describe(
        _ connection: ESPHomeSettings, mayBeKeyless: Bool
    ) async throws(ESPHomeError) -> (ESPHomeDescription, hasKey: Bool) {
        do throws(ESPHomeError) {
            return (try await ESPHomeLink.probe(connection, loop: loop), connection.key != nil)
        } catch {
            guard mayBeKeyless, connection.key != nil, [.wrongKey, .hasNoEncryption].contains(error.code) else {
                throw error
            }
            var keyless = connection
            keyless.key = nil
            // What answers without the key may be another machine that wants the password.
            keyless.password = nil
            guard let description = try? await ESPHomeLink.probe(keyless, loop: loop), description.takesKey else {
                throw error
            }
            return (description, false)
        }
    }

    /// Whether the hub gives the device its key, or has given it.
    private func gives(_ settings: IntegrationSettings) -> Bool { settings[Self.givesKey] == "yes" }

    package func claim(_ settings: IntegrationSettings, identity: String) async throws(IntegrationFailure) {
        guard gives(settings) else { return }
        let connection = try connection(settings, identity: identity)
        do throws(ESPHomeError) {
            try await keys.give(connection)
        } catch {
            throw Self.failure(error)
        }
    }

    package func completed(
        _ new: IntegrationSettings, changing old: IntegrationSettings
    ) throws(IntegrationFailure) -> IntegrationSettings {
        guard !gives(new) || gives(old) else {
            throw IntegrationFailure(
                .notSupported, "the hub gives a device its first key only when it adds the device",
                wayOut: "remove it, and add it again with \(Self.givesKey)=yes", fields: [Self.givesKey])
        }
        var completed = new
        // Another key is one that another client has set, or the device's firmware.
        if gives(new), new.secret(Self.key) != old.secret(Self.key) { completed.values[Self.givesKey] = "no" }
        return completed
    }

    package func makeLink(
        _ settings: IntegrationSettings, identity: String
    ) throws(IntegrationFailure) -> any EntityLink {
        let connection = try connection(settings, identity: identity)
        let link = ESPHomeLink(connection, zone: zone, loop: loop, turns: turns)
        guard gives(settings), connection.key != nil else { return link }
        return KeyedESPHomeLink(link: link, settings: connection, keys: keys)
    }

    private func connection(
        _ settings: IntegrationSettings, identity: String?
    ) throws(IntegrationFailure) -> ESPHomeSettings {
        var key: ESPHomeKey?
        if let text = settings.secret(Self.key) {
            key = ESPHomeKey(text)
            guard key != nil else {
                throw IntegrationFailure(
                    .secretRefused, "this is no encryption key of ESPHome",
                    wayOut: "copy all 44 characters after key: from the device's configuration", fields: [Self.key])
            }
        }
        let (host, port) = Self.address.address(settings)
        return ESPHomeSettings(
            host: host, port: port, key: key, password: settings.secret(Self.password), expectedMAC: identity)
    }

    private static func failure(_ error: ESPHomeError) -> IntegrationFailure {
        let (reason, fields): (IntegrationFailure.Reason, [String]) =
            switch error.code {
            case .unreachable: (.unreachable, [AddressFields.Name.host])
            case .timedOut, .disconnected: (.timedOut, [])
            case .needsKey, .wrongKey, .keyRefused, .hasNoEncryption: (.secretRefused, [key])
            case .needsPassword, .wrongPassword: (.secretRefused, [password])
            case .unsupportedVersion, .noIdentity: (.notSupported, [])
            case .wrongDevice: (.notSupported, [AddressFields.Name.host])
            case .malformed: (.notSupported, [AddressFields.Name.host, AddressFields.Name.port])
            case .handshakeFailed, .stopped, .unknownEntity, .unsupportedCommand, .actionFailed: (.failed, [])
            }
        return IntegrationFailure(reason, error.message, wayOut: error.wayOut, fields: fields, cause: error)
    }
}
