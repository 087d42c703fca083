public import HearthTraitDescriptors

/// Events in words.
public enum EventWords {
    /// Whether an event tells something that the state does not: button presses, and all critical events.
    ///
    /// - Parameter attributes: the attributes of the event's trait.
    public static func isSaid(
        _ event: EventDescriptor, of trait: TraitDescriptor, _ importance: EventImportance, attributes: StructureValue
    ) -> Bool {
        switch trait.id {
        case TraitID.switchTrait:
            // FeatureMap bit 4, multi-press: presses are counted, and one event follows the last.
            let counts = (attributes[GlobalAttribute.featureMap]?.integer ?? 0) & 0x10 != 0
            let press = counts ? multiPressComplete : shortRelease
            return [switchLatched, longPress, press].contains(event.id)
        case TraitID.doorLock: return event.id == doorLockAlarm
        // A restart of a device does not matter to residents.
        case _ where housekeeping.contains(trait.id): return false
        // Events of makers' traits are always reported, because their importance to people is unknown.
        default: return trait.id >> 16 != 0 || importance == .critical
        }
    }

    /// An event by its name and fields: "initial press, new position 1".
    public static func text(_ event: EventDescriptor, _ fields: StructureValue, of trait: TraitDescriptor) -> String {
        if trait.id == TraitID.switchTrait {
            let count = event.fields.fields.first { $0.name == "totalNumberOfPressesCounted" }
                .flatMap { fields[$0.id]?.integer }
            switch event.id {
            case shortRelease: return "pressed"
            case longPress: return "held"
            case multiPressComplete: return (count ?? 1) == 1 ? "pressed" : "pressed \(count ?? 0) times"
            default: break
            }
        }
        if trait.id == TraitID.namedEvent,
            let type = event.fields.fields.first(where: { $0.name == "type" }).flatMap({ fields[$0.id]?.string })
        {
            return Phrase.words(ofName: type).replacing("_", with: " ")
        }
        let parts = event.fields.fields.compactMap { field in
            fields[field.id].map { value in
                let plain = trait.text(value, field)
                let isName = plain.first?.isLetter == true
                let said = Quantity.text(value, field) ?? (isName ? Phrase.words(ofName: plain) : plain)
                return "\(Phrase.words(ofName: field.name)) \(said)"
            }
        }
        let name = event.name.prefix(1).lowercased() + event.name.dropFirst()
        return ([Phrase.words(ofName: name)] + parts).joined(separator: ", ")
    }

    /// BasicInformation, GeneralDiagnostics, SoftwareDiagnostics, network diagnostics, BridgedDeviceBasicInformation.
    private static let housekeeping: Set<UInt32> = [0x28, 0x33, 0x34, 0x35, 0x36, 0x37, 0x39]
    /// The events of Matter's Switch cluster.
    private static let switchLatched: UInt32 = 0
    private static let longPress: UInt32 = 2
    private static let shortRelease: UInt32 = 3
    private static let multiPressComplete: UInt32 = 6
    /// The events of Matter's DoorLock cluster.
    private static let doorLockAlarm: UInt32 = 0
}
