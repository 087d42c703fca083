internal import HearthTraitCatalog
internal import HearthTraitCore

/// An update of the firmware: its state, the version that it brings, and its installation.
struct UpdateConverter: EntityConverter {
    private typealias T = StandardTraits

    private let key: String
    private let version: String
    private let install: PressTrait?
    let parts: [EntityPart]

    init(_ entity: Entity, canInstall: Bool) {
        key = entity.key
        version = entity.key + "#version"
        let name = entity.name.isEmpty ? "Update" : entity.name
        install =
            canInstall
            ? PressTrait(
                part: entity.key + "#install", name: name + ": install",
                command: EntityCommand(entity: entity.key, action: .install), deviceClass: "update") : nil
        let requestor = TraitDraft(
            T.matterOtaSoftwareUpdateRequestor,
            [
                "defaultOTAProviders": [], "updatePossible": .bool(canInstall), "updateState": 0,
                "updateStateProgress": nil,
            ])
        let text = TraitDraft(
            T.hearthProjectTextValue,
            ["value": nil, "minimumLength": 0, "maximumLength": 255, "isSecret": false, "isSettable": false])
        parts =
            [
                EntityPart(key: key, name: name, types: [T.otaRequestorDeviceType], traits: [requestor]),
                EntityPart(
                    key: version, name: name + ": newest version", types: [T.hearthTextValueDeviceType],
                    traits: [text]),
            ] + [install?.endpoint].compactMap { $0 }
    }

    var entities: [String] { [key] }

    func values(_ states: EntityStates) -> PartValues {
        let state = states.of(key)
        var values: PartValues = [:]
        if state.knows(.latestVersion) {
            let text = state.text(.latestVersion).map { PlainValue.text($0.prefix(bytes: 255)) }
            values[PartTrait(version, T.hearthProjectTextValue)] = ["value": text ?? .null]
        }
        let isInProgress = state.bool(.isInProgress) ?? false
        var update: PlainValue = 0
        if isInProgress {
            // Downloading.
            update = 4
        } else if let installed = state.text(.installedVersion), let latest = state.text(.latestVersion) {
            // Idle, or waiting for a person's consent.
            update = installed == latest ? 1 : 8
        }
        let progress = isInProgress ? state.number(.progress).map { min(max($0, 0), 1) * 100 } : nil
        values[PartTrait(key, T.matterOtaSoftwareUpdateRequestor)] = [
            "updateState": update, "updateStateProgress": .rounded(progress),
        ]
        return values
    }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        guard let commands = install?.commands(call) else { throw call.unsupported }
        return commands
    }
}
