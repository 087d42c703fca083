internal import HearthEntities
internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

// Messages of `hearth.v1.IntegrationsService` made of the hub's values, and back.

extension Hearth_V1_IntegrationKind {
    init(_ kind: any IntegrationKind) {
        self.init(
            id: kind.id, title: kind.title, summary: kind.summary,
            fields: kind.fields.map { Hearth_V1_IntegrationField($0) })
    }
}

extension Hearth_V1_IntegrationField {
    init(_ field: IntegrationField) {
        var choices: [String] = []
        let type: TypeEnum
        switch field.type {
        case .text: type = .text
        case .number: type = .number
        case .host: type = .host
        case .secret: type = .secret
        case .choice(let words): (type, choices) = (.choice, words)
        }
        self.init(
            name: field.name, label: field.label, type: type, defaultValue: field.defaultValue,
            isNeeded: field.isNeeded, hint: field.hint, choices: choices)
    }
}

extension Hearth_V1_IntegrationHealth {
    init(_ health: LinkHealth, since: Duration) {
        self.init(since: Google_Protobuf_Timestamp(sinceEpoch: since))
        switch health {
        case .connecting: state = .connecting
        case .online: state = .online
        case .offline(let why): (state, reason) = (.offline, why)
        case .needsAttention(let why, let out): (state, reason, wayOut) = (.needsAttention, why, out)
        }
    }
}

extension Inbox.Entry {
    func message(addedAs integrationID: String?) -> Hearth_V1_FoundDevice {
        let readiness: Hearth_V1_FoundDevice.Readiness =
            switch thing.readiness {
            case _ where integrationID != nil: .added
            case .ready: .ready
            case .needsKey: .needsKey
            case .needsPassword: .needsPassword
            case .needsCode: .needsCode
            case .needsButton: .needsButton
            case .notSupported: .notSupported
            }
        return Hearth_V1_FoundDevice(
            key: thing.key, kind: thing.kind, name: thing.name, maker: thing.maker, address: thing.address,
            readiness: readiness, integrationID: integrationID ?? "",
            settings: thing.settings.sorted { $0.key < $1.key }
                .map { Hearth_V1_IntegrationSetting(field: $0.key, value: $0.value) },
            seenAt: Google_Protobuf_Timestamp(sinceEpoch: seenAt))
    }
}

extension Hearth_V1_IgnoredDevice {
    init(_ thing: StoredIgnoredThing) {
        self.init(
            key: thing.key, kind: thing.kind, name: thing.name, maker: thing.maker,
            ignoredAt: Google_Protobuf_Timestamp(sinceEpoch: thing.ignoredAt))
    }
}

extension Hearth_V1_DeviceEntity {
    init(_ entity: ListedEntity) {
        let category: Category =
            switch entity.category {
            case .main: .main
            case .setting: .setting
            case .diagnostic: .diagnostic
            }
        let (leftOut, reason): (LeftOut, String) =
            switch entity.leftOut {
            case nil: (.unspecified, "")
            case .turnedOff: (.turnedOff, "")
            case .unsupported(let reason): (.unsupported, reason)
            case .tooMany: (.tooMany, "")
            }
        self.init(
            key: entity.key, name: entity.name, category: category, isShown: entity.leftOut == nil,
            isChoice: entity.isChoice, leftOut: leftOut, leftOutReason: reason, isAssumed: entity.isAssumed)
    }
}

extension Hearth_V1_JoinDevicesResponse {
    init(_ report: JoinCourse.Report) {
        self.init(
            isOpen: report.isOpen, closesAt: report.ends.map { Google_Protobuf_Timestamp(sinceEpoch: $0) },
            devices: report.devices.map { Hearth_V1_JoiningDevice($0) })
    }
}

extension Hearth_V1_JoiningDevice {
    init(_ device: JoinCourse.Report.Device) {
        let stage: Stage =
            switch device.candidate.stage {
            case .joined: .joined
            case .interviewing: .asking
            case .ready: device.hubID == nil ? .asking : .ready
            case .unsupported: .unsupported
            case .failed: .failed
            }
        self.init(
            key: device.candidate.deviceID, name: device.candidate.name, stage: stage,
            maker: device.candidate.vendor ?? "", model: device.candidate.model ?? "", deviceID: device.hubID ?? "")
    }
}

extension Hearth_V1_AddingStep {
    init(_ step: AddingStep?) {
        self =
            switch step {
            case .searching: .searching
            case .connecting: .connecting
            case .waitingForButton: .waitingForButton
            case .asking: .asking
            case .describing: .describing
            case nil: .unspecified
            }
    }
}

extension Hearth_V1_IntegrationFailure {
    init(_ failure: IntegrationFailure) {
        let reason: Reason =
            switch failure.reason {
            case .unreachable: .unreachable
            case .secretRefused: .secretRefused
            case .notSupported: .notSupported
            case .addedAlready: .addedAlready
            case .timedOut: .timedOut
            case .refusedByHub: .refusedByHub
            case .failed: .failed
            }
        self.init(
            reason: reason, step: Hearth_V1_AddingStep(failure.step), message: failure.message,
            wayOut: failure.wayOut, fields: failure.fields, integrationID: failure.integrationID)
    }
}

extension IntegrationSettings {
    /// The most settings, and the most secrets, of a request.
    private static let mostFields = 64

    /// The values of a request; empty values delete.
    init(
        _ settings: [Hearth_V1_IntegrationSetting], secrets: [Hearth_V1_IntegrationSetting]
    ) throws(RPCError) {
        self.init()
        guard settings.count <= Self.mostFields, secrets.count <= Self.mostFields else {
            throw RPCError(
                .invalidArgument,
                "the request has more than \(Self.mostFields) settings or secrets, the most it may have")
        }
        for setting in settings {
            guard values.updateValue(setting.value, forKey: setting.field) == nil else {
                throw RPCError(.invalidArgument, "the request has the setting \(quotedBeginning(setting.field)) twice")
            }
        }
        for secret in secrets {
            guard self.secrets.updateValue(StoredSecret(secret.value), forKey: secret.field) == nil else {
                throw RPCError(.invalidArgument, "the request has the secret \(quotedBeginning(secret.field)) twice")
            }
        }
    }
}
