internal import HearthHomeState
internal import HearthPhrases
internal import HearthSpeech
internal import HearthTraitCore

/// The parts of a structure's devices as they are now, as far as a speaker sees them.
struct SpokenParts: Sendable {
    /// A part that a sentence means.
    struct Part {
        let part: DeviceReading.Part
        let isOffline: Bool
        let kinds: Set<ThingKind>
    }

    let cell: StructureCell
    /// Of the speaker.
    let access: StructureAccess
    /// Decides which attributes the speaker sees.
    let values: ReadAccess

    /// The structure's time zone; empty for the hub's.
    var timeZone: String { cell.read { $0.timeZone } }

    /// A target as it is now; nil for a scene, and if the speaker does not see it any more.
    func part(_ target: SpokenTarget) -> Part? {
        cell.read { state in
            guard let device = state.device(target.id), access.shows(device, in: state.id),
                let endpoint = device.spokenEndpoints.first(where: { $0.id == target.endpoint })
            else { return nil }
            let part = device.part(endpoint, values)
            return Part(
                part: part, isOffline: device.connectivity.connectivityState == .offline, kinds: SpokenPart(part).kinds)
        }
    }
}

extension DeviceRecord {
    /// The endpoints that sentences can mean: not the root, and not those of devices behind it.
    var spokenEndpoints: [EndpointRecord] { endpoints.filter { $0.id != 0 && bridged[$0.id] == nil } }

    /// An endpoint with the values that a caller sees.
    func part(_ endpoint: EndpointRecord, _ values: ReadAccess) -> DeviceReading.Part {
        let traits = endpoint.traitIDs.compactMap { id -> DeviceReading.Trait? in
            self.traits[TraitKey(endpoint: endpoint.id, traitID: id)].map {
                DeviceReading.Trait($0.descriptor, values.visible($0.attributes, of: id))
            }
        }
        return DeviceReading.Part(
            endpoint: endpoint.id, deviceTypes: endpoint.deviceTypes.map(\.id), name: endpoint.name, traits: traits)
    }
}
