internal import HearthTraitCatalog
internal import HearthTraitCore

/// An update of the firmware, on one endpoint: its state, the version that it brings, and its installation.
struct UpdateConverter: EntityConverter {
    private typealias T = StandardTraits

    private let key: String
    private let install: PressTrait?
    let parts: [EntityPart]

    init(_ entity: Entity, canInstall: Bool) {
        key = entity.key
        let name = entity.name.isEmpty ? "Update" : entity.name
        install =
            canInstall
            ? PressTrait(
                part: entity.key, name: name, command: EntityCommand(entity: entity.key, action: .install),
                deviceClass: "update") : nil
        let requestor = TraitDraft(
            T.matterOtaSoftwareUpdateRequestor,
            [
                "defaultOTAProviders": [], "updatePossible": .bool(canInstall), "updateState": 0,
                "updateStateProgress": nil,
            ])
        let version = TraitDraft(
            T.hearthProjectTextValue,
            ["value": "", "minimumLength": 0, "maximumLength": 255, "isSecret": false, "isSettable": false])
        let press = install?.endpoint
        parts = [
            EntityPart(
                key: key, name: name,
                types: [T.otaRequestorDeviceType, T.hearthTextValueDeviceType] + (press?.types ?? []),
                traits: [requestor, version] + (press?.traits ?? []))
        ]
    }

    var entities: [String] { [key] }

    func values(_ states: EntityStates) -> PartValues {
        let state = states.of(key)
        let isInProgress = state.bool(.isInProgress) ?? false
        let installed = state.text(.installedVersion)
        let latest = state.text(.latestVersion)
        var update: PlainValue = 0
        if isInProgress {
            // Downloading.
            update = 4
        } else if let installed, let latest {
            // Idle, or waiting for a person's consent.
            update = installed == latest ? 1 : 8
        }
        let progress = isInProgress ? state.number(.progress).map { min(max($0, 0), 1) * 100 } : nil
        // The text is empty while there is nothing to install, so that apps need not compare versions.
        let news = isInProgress || latest != installed ? latest ?? "" : ""
        return [
            PartTrait(key, T.hearthProjectTextValue): ["value": .text(news.prefix(bytes: 255))],
            PartTrait(key, T.matterOtaSoftwareUpdateRequestor): [
                "updateState": update, "updateStateProgress": .rounded(progress),
            ],
        ]
    }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        guard let commands = install?.commands(call) else { throw call.unsupported }
        return commands
    }
}
