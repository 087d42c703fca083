internal import HearthTraitCatalog
internal import HearthDeviceBehaviors
internal import HearthTraitCore

/// Chime (Matter cluster 0x0556): plays one of its sounds, which is only visible in its event.
struct ChimeBehavior: DescribedBehavior {
    private static let installedSounds: UInt32 = 0x0
    private static let selectedSound: UInt32 = 0x1
    private static let enabled: UInt32 = 0x2
    private static let startedPlaying: UInt32 = 0x0

    let descriptor = StandardTraits.matterChime
    var values: StructureValue
    private let sounds: Set<UInt64>

    static let storedAttributes: Set<UInt32> = [selectedSound, enabled]

    /// - Parameter sounds: names of the sounds, which are numbered from 1; the first is selected.
    init(_ sounds: [String]) {
        self.sounds = Set(sounds.indices.map { UInt64($0 + 1) })
        values = [
            Self.installedSounds: .list(
                sounds.enumerated().map { index, name in
                    .structure([0: .unsigned(UInt64(index + 1)), 1: .string(name)])
                }),
            Self.selectedSound: .unsigned(1), Self.enabled: .bool(true),
        ]
    }

    mutating func perform(
        _ command: CommandDescriptor, _ arguments: StructureValue, _ context: inout EndpointContext
    ) throws(TraitError) -> StructureValue? {
        guard let sound = arguments[0] ?? values[Self.selectedSound] else { return nil }
        try check(sound, .command(command.id))
        // A chime that is switched off succeeds and stays silent.
        if values[Self.enabled] == .bool(true) {
            context.emit(descriptor.id, Self.startedPlaying, [0: sound])
        }
        return nil
    }

    mutating func write(_ written: StructureValue, _ context: inout EndpointContext) throws(TraitError) {
        try descriptor.checkWrite(written, present: values)
        if let sound = written[Self.selectedSound] { try check(sound, .attribute(Self.selectedSound)) }
        adopt(written)
    }

    private func check(_ sound: TraitValue, _ element: TraitError.Element) throws(TraitError) {
        guard case .unsigned(let id) = sound, sounds.contains(id) else {
            throw TraitError(
                .notFound, "the chime has the sounds 1 to \(sounds.count)", element: element, field: "chimeID")
        }
    }
}
