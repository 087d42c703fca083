internal import HearthBase
internal import HearthEventLoop
internal import HearthIntegrations
internal import HearthMQTT
internal import HearthTLS
internal import HearthTraitCore

/// The fields of an MQTT broker, which all kinds of integrations behind one have, and what follows from their values.
enum BrokerFields {
    enum Name {
        static let host = "host"
        static let port = "port"
        static let security = "security"
        static let authorities = "authorities"
        static let certificate = "certificate"
        static let user = "user"
        static let password = "password"
        static let client = "client-id"
    }

    /// The names of the fields whose values all integrations at a broker share: all but the client id.
    static let names = fields(hostHint: "").map(\.name).filter { $0 != Name.client }

    private enum Security {
        static let none = "none"
        static let tls = "tls"
        /// TLS with one key of the broker, by any signer of its certificate.
        static let pinned = "tls-pinned"
    }

    /// - Parameter hostHint: where a person finds the address.
    static func fields(hostHint: String) -> [IntegrationField] {
        [
            IntegrationField(Name.host, "Address of the broker", .host, isNeeded: true, hint: hostHint),
            IntegrationField(Name.port, "Port", .number(1...65_535), hint: "1883, or 8883 with TLS, if left empty"),
            IntegrationField(
                Name.security, "Encryption", .choice([Security.none, Security.tls, Security.pinned]),
                default: Security.none,
                hint: "tls-pinned for a broker that has signed its certificate itself: the hub takes its key when the "
                    + "broker is added, and no other one later"),
            IntegrationField(
                Name.authorities, "Certificate authority", .text,
                hint: "the path on the hub of a PEM file, for a broker with a certificate of its own authority"),
            IntegrationField(
                Name.certificate, "Certificate", .text,
                hint:
                    "for tls-pinned, SHA-256 of the broker's public key; leave it empty, as the hub takes it when the "
                    + "broker is added"),
            IntegrationField(Name.user, "User name", .text),
            IntegrationField(Name.password, "Password", .secret, hint: "the password of that user at the broker"),
            IntegrationField(
                Name.client, "Client ID", .text,
                hint: "the hub's name at the broker, for access control by it; leave it empty, as the hub makes one"),
        ]
    }

    /// The port of checked settings, or the usual one.
    static func port(_ settings: IntegrationSettings) -> UInt16 {
        settings[Name.port].flatMap { UInt16($0) } ?? (isTLS(settings) ? 8883 : 1883)
    }

    private static func isTLS(_ settings: IntegrationSettings) -> Bool {
        [Security.tls, Security.pinned].contains(settings[Name.security])
    }

    /// The client id at its broker; nil for the one that the hub makes for each connection.
    static func exclusive(_ settings: IntegrationSettings) -> ExclusiveSetting? {
        settings[Name.client].map { id in
            let host = (settings[Name.host] ?? "").lowercased()
            return ExclusiveSetting(
                field: Name.client, value: "the client ID \(quoted(id)) at the broker \(host):\(port(settings))")
        }
    }

    private static func endpoint(_ settings: IntegrationSettings) -> Endpoint {
        .tcp(host: settings[Name.host] ?? "", port: port(settings))
    }

    /// Whether the broker's key is to be pinned, and is not known.
    private static func lacksPin(_ settings: IntegrationSettings) -> Bool {
        settings[Name.security] == Security.pinned && settings[Name.certificate] == nil
    }

    /// The settings of an integration that is to be added, with what the hub makes or takes for it: a client id of its own,
    /// and the broker's key if that is to be pinned. Unchanged if it was added before.
    static func prepared(
        _ settings: IntegrationSettings, isAddition: Bool, loop: EventLoop
    ) async throws(IntegrationFailure) -> IntegrationSettings {
        guard isAddition else { return settings }
        return withClientID(try await pinning(settings, loop: loop))
    }

    private static func withClientID(_ settings: IntegrationSettings) -> IntegrationSettings {
        var settings = settings
        settings.values[Name.client] = settings[Name.client] ?? makeClientID()
        return settings
    }

    private static func makeClientID() -> String { MQTTSettings.makeClientID(.random(in: 0...(.max))) }

    /// The settings with the key of a broker whose key is to be pinned and is not known yet. It is the key that the broker
    /// shows now, before anything is sent to it. A machine that stands in between now is taken for the broker, so only an
    /// addition takes a key.
    private static func pinning(
        _ settings: IntegrationSettings, loop: EventLoop
    ) async throws(IntegrationFailure) -> IntegrationSettings {
        guard lacksPin(settings) else { return settings }
        var pinned = settings
        do throws(MQTTError) {
            pinned.values[Name.certificate] = hex(try await BrokerKey.read(of: endpoint(settings), loop: loop))
        } catch {
            throw failure(error)
        }
        return pinned
    }

    /// Changed settings of an added integration, with a client id.
    ///
    /// - Throws: an error if the broker's key is to be pinned and is not given.
    static func completed(_ settings: IntegrationSettings) throws(IntegrationFailure) -> IntegrationSettings {
        guard !lacksPin(settings) else {
            throw IntegrationFailure(
                .notSupported, "the hub takes the key of a broker only when it adds the broker",
                wayOut:
                    "give the SHA-256 of the key as \(Name.certificate), or remove the integration and add it again",
                fields: [Name.certificate])
        }
        return withClientID(settings)
    }

    /// What a probe with prepared settings has learnt.
    static func learnt(_ settings: IntegrationSettings) -> [String: String] {
        settings.values.filter { name, _ in
            name == Name.client || name == Name.certificate && settings[Name.security] == Security.pinned
        }
    }

    private static let testSuffix = "t"

    /// How to reach the broker.
    ///
    /// - Parameter isTest: whether the integration's own connection may stand meanwhile. A broker ends one of two with the
    ///   same client id, so the id gets a letter more.
    static func broker(
        _ settings: IntegrationSettings, isTest: Bool = false
    ) throws(IntegrationFailure) -> MQTTSettings {
        var broker = MQTTSettings(
            endpoint: endpoint(settings), security: .clearText,
            // Those of earlier versions have none until they are changed.
            clientID: (settings[Name.client] ?? makeClientID()) + (isTest ? testSuffix : ""))
        switch settings[Name.security] {
        case Security.tls:
            broker.security = .tls(trust: settings[Name.authorities].map { .authorities($0) } ?? .system)
        case Security.pinned:
            guard let key = settings[Name.certificate].flatMap(KeyFingerprint.bytes) else {
                throw IntegrationFailure(
                    .notSupported, "the certificate is not the SHA-256 of a public key",
                    wayOut: "give 64 hexadecimal digits, or add the broker again without them",
                    fields: [Name.certificate])
            }
            broker.security = .tls(trust: .pinned(publicKeySHA256: key))
        default: break
        }
        broker.user = settings[Name.user]
        broker.password = settings.secret(Name.password)
        return broker
    }

    /// Carries out a probe. If a broker that lets in only some client ids refuses that of a test, the failure says so.
    static func probing<Found>(
        _ settings: IntegrationSettings, isAddition: Bool,
        _ body: () async throws(IntegrationFailure) -> Found
    ) async throws(IntegrationFailure) -> Found {
        do throws(IntegrationFailure) {
            return try await body()
        } catch {
            let code = (error.cause as? MQTTError)?.code
            guard !isAddition, [.notAuthorized, .refused(.clientIdentifierNotValid)].contains(code),
                let id = settings[Name.client]
            else { throw error }
            var failure = error
            failure.fields.append(Name.client)
            failure.wayOut +=
                "; a test connects as \(quoted(id + testSuffix)), beside the connection of \(quoted(id)), so let the "
                + "broker take that client ID, too"
            throw failure
        }
    }

    /// A failure of the client as one of an integration, with the fields to correct.
    static func failure(_ error: MQTTError) -> IntegrationFailure {
        if let cause = error.cause as? TLSError, cause.isOfPin {
            return IntegrationFailure(
                .notSupported, "the broker shows another key than when it was added",
                wayOut:
                    "if its certificate was renewed, set \(Name.certificate) to the SHA-256 of the new key; else another "
                    + "machine answers there",
                fields: [Name.certificate], cause: error)
        }
        let (reason, wayOut, fields): (IntegrationFailure.Reason, String, [String]) =
            switch error.code {
            case .unreachable, .notConnected:
                (.unreachable, "check the address and the port, and that the broker runs", [Name.host, Name.port])
            case .notAuthorized:
                (.secretRefused, "give a user name and password that the broker knows", [Name.user, Name.password])
            case .insecure:
                (
                    .notSupported,
                    "check the encryption and the certificate authority, or choose tls-pinned for a certificate that the "
                        + "broker has signed itself",
                    [Name.security, Name.authorities, Name.certificate]
                )
            case .timedOut: (.timedOut, "try again", [])
            case .protocolViolation:
                (.notSupported, "check the address and the port; this is no MQTT broker", [Name.host, Name.port])
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
