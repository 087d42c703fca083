internal import HearthBase
internal import HearthTraitCatalog
internal import HearthTraitCore

/// What a provider stores with a device, and the device's id in the hub.
enum EntityMemory {
    static let device = "entity-device"
    static let numbers = "endpoint-numbers"
    static let turnedOn = "turned-on"

    /// The hub stores at most 64 KiB a key.
    private static let mostBytes = 60_000

    static func memories(of device: EntityMachine.Device) -> [String: [UInt8]] {
        var memories = [
            numbers: device.numbers.memory,
            turnedOn: layout.encodeAttributes([0: .list(device.turnedOn.sorted().map { .string($0) })]),
            self.device: device.plan.device.memory,
        ]
        // A larger description comes back with its link, a moment later.
        for (key, bytes) in memories where bytes.count > mostBytes { memories[key] = [] }
        return memories
    }

    private static let layout = TraitDescriptor(
        id: 0, name: "EntityKeys", vendor: "Hearth", package: "hearth.entities.v1", revision: 1,
        attributes: [AttributeDescriptor(FieldDescriptor(0, "keys", .string, .list))])

    /// The keys of entities in a memory.
    static func keys(_ memory: [UInt8]) -> Set<String> {
        let values = try? layout.decodeAttributes(memory.span.bytes)
        return Set((values?[0]?.list ?? []).compactMap(\.string))
    }

    /// The id of a device in the hub: the prefix, and the id with all but letters, digits and `-_.:` as hex. A long id
    /// is replaced by its hash.
    static func hubID(_ prefix: String, _ id: String) -> String {
        guard id.utf8.count <= 60 else { return prefix + String(stableHash(Array(id.utf8)), radix: 16) }
        var cleaned = ""
        for byte in id.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: ":"):
                cleaned.unicodeScalars.append(Unicode.Scalar(byte))
            default: cleaned += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return prefix + cleaned
    }

    /// A trait's values, with the stored ones of what entities report.
    ///
    /// - Parameter settings: the attributes that are settings of the device, which it may have reported.
    static func merged(_ trait: TraitInstance, _ stored: StructureValue?, settings: Set<UInt32>) -> StructureValue {
        var values = trait.attributes
        // What describes a device is as the ecosystem says now.
        let descriptions = [StandardTraits.matterBasicInformation.id, StandardTraits.matterDescriptor.id]
        guard let stored, !descriptions.contains(trait.descriptor.id) else { return values }
        for (id, value) in stored.fields where !GlobalAttribute.contains(id) {
            let isSetting = settings.contains(id)
            guard isSetting || values[id] != nil, let field = trait.descriptor.attribute(id)?.field,
                trait.descriptor.hasType(value, of: field), !described.contains(field.name),
                isSetting || !limits.contains(field.name),
                !isSetting || trait.descriptor.mistakes(in: [id: value], present: trait.attributes).isEmpty
            else { continue }
            values[id] = value
        }
        return values.listed
    }

    /// Attributes that follow from a device's description, unless it has a setting for them.
    private static let limits: Set<String> = [
        "minHeatSetpointLimit", "maxHeatSetpointLimit", "minCoolSetpointLimit", "maxCoolSetpointLimit",
    ]

    /// Attributes that follow from a device's description, so that stored ones may be out of date.
    private static let described: Set<String> = [
        "minLevel", "maxLevel", "colorTempPhysicalMinMireds", "colorTempPhysicalMaxMireds",
        "coupleColorTempToLevelMinMireds", "colorCapabilities", "description", "supportedModes", "minimum", "maximum",
        "step", "unit", "deviceClass", "mode", "stateClass", "options", "isSettable", "isSecret", "minimumLength",
        "maximumLength", "hasDate", "hasTime", "types", "accuracy", "numberOfMeasurementTypes", "measurementUnit",
        "absMinHeatSetpointLimit", "absMaxHeatSetpointLimit", "absMinCoolSetpointLimit", "absMaxCoolSetpointLimit",
        "controlSequenceOfOperation", "fanModeSequence", "speedMax", "rockSupport", "type", "endProductType",
        "configStatus", "multiPressMax", "numberOfPositions", "lockType", "supportedOperatingModes",
        "maxConcurrentEncoders", "maxEncodedPixelRate", "videoSensorParams", "minViewportResolution", "viewport",
        "snapshotCapabilities", "allocatedSnapshotStreams",
    ]
}

extension StructureValue {
    /// A trait's attributes with the list of them.
    var listed: StructureValue {
        var values = self
        values[GlobalAttribute.attributeList] = .list(fields.keys.sorted().map { .unsigned(UInt64($0)) })
        return values
    }
}
