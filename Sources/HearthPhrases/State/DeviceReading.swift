public import HearthTraitDescriptors

/// The state of a device at a moment: its parts with the values of their traits.
public struct DeviceReading: Sendable {
    /// One trait's schema and values.
    public struct Trait: Sendable {
        /// The schema.
        public var descriptor: TraitDescriptor
        /// The known attributes, by id.
        public var values: StructureValue

        /// Creates a trait.
        public init(_ descriptor: TraitDescriptor, _ values: StructureValue) {
            self.descriptor = descriptor
            self.values = values
        }

        /// The value of an attribute by name; nil if absent.
        package func value(_ name: String) -> TraitValue? {
            descriptor.attribute(named: name).flatMap { values[$0.id] }
        }

        /// The integer of an attribute by name; nil if absent or null.
        package func integer(_ name: String) -> Int64? { value(name)?.integer }
    }

    /// An endpoint.
    public struct Part: Sendable {
        /// The Matter endpoint number.
        public var endpoint: UInt16
        /// The ids of its device types.
        public var deviceTypes: [UInt32]
        /// The name that a person gave to the part; empty for none.
        public var name: String
        /// Its traits, by id.
        public var traits: [UInt32: Trait]

        /// Creates a part. If two traits have the same id, the first is kept.
        public init(endpoint: UInt16, deviceTypes: [UInt32], name: String = "", traits: [Trait]) {
            self.endpoint = endpoint
            self.deviceTypes = deviceTypes
            self.name = name
            self.traits = Dictionary(traits.map { ($0.descriptor.id, $0) }, uniquingKeysWith: { first, _ in first })
        }

        func isOne(of types: Set<UInt32>) -> Bool { deviceTypes.contains { types.contains($0) } }

        /// The maker's label of the part, which distinguishes it from others of its kind (Matter, Descriptor: TagList).
        package var makersLabel: String? {
            guard let descriptor = traits[TraitID.descriptor]?.descriptor,
                let tags = traits[TraitID.descriptor]?.value("tagList")?.list,
                let field = descriptor.attribute(named: "tagList")?.field, case .structure(let index) = field.type,
                descriptor.structs.indices.contains(index),
                let label = descriptor.structs[index].fields.first(where: { $0.name == "label" })
            else { return nil }
            for case .structure(let tag) in tags {
                if let text = tag[label.id]?.string, !text.isEmpty { return text }
            }
            return nil
        }
    }

    /// The parts, sorted by endpoint. Endpoint 0 is left out, as it only describes the device.
    public var parts: [Part]

    /// Creates a reading.
    public init(_ parts: [Part]) {
        self.parts = parts.filter { $0.endpoint != 0 }.sorted { $0.endpoint < $1.endpoint }
    }
}

/// The traits that this module has words for.
package enum TraitID {
    package static let onOff: UInt32 = 0x0006
    package static let levelControl: UInt32 = 0x0008
    package static let descriptor: UInt32 = 0x001D
    package static let updateRequestor: UInt32 = 0x002A
    package static let switchTrait: UInt32 = 0x003B
    package static let booleanState: UInt32 = 0x0045
    package static let temperatureControl: UInt32 = 0x0056
    package static let airQuality: UInt32 = 0x005B
    package static let smokeCOAlarm: UInt32 = 0x005C
    package static let operationalState: UInt32 = 0x0060
    package static let runMode: UInt32 = 0x0054
    package static let rvcOperationalState: UInt32 = 0x0061
    package static let valve: UInt32 = 0x0081
    package static let electricalPower: UInt32 = 0x0090
    package static let doorLock: UInt32 = 0x0101
    package static let windowCovering: UInt32 = 0x0102
    package static let closureControl: UInt32 = 0x0104
    package static let thermostat: UInt32 = 0x0201
    package static let fanControl: UInt32 = 0x0202
    package static let colorControl: UInt32 = 0x0300
    package static let illuminance: UInt32 = 0x0400
    package static let temperature: UInt32 = 0x0402
    package static let pressure: UInt32 = 0x0403
    package static let humidity: UInt32 = 0x0405
    package static let occupancy: UInt32 = 0x0406
    package static let mediaPlayback: UInt32 = 0x0506
    // Google's.
    package static let armDisarm: UInt32 = 0x6006_FC0E
    // Hearth's own.
    package static let securitySystem: UInt32 = 0xFFF0_FC01
    package static let numberSetting: UInt32 = 0xFFF0_FC08
    package static let reading: UInt32 = 0xFFF0_FC09
    package static let choice: UInt32 = 0xFFF0_FC0A
    package static let textValue: UInt32 = 0xFFF0_FC0B
    package static let flag: UInt32 = 0xFFF0_FC0C
    package static let press: UInt32 = 0xFFF0_FC0D
    package static let moment: UInt32 = 0xFFF0_FC0E
    package static let namedEvent: UInt32 = 0xFFF0_FC0F
}

/// The device types on which the meaning of a value depends.
package enum DeviceTypeID {
    package static let contactSensor: UInt32 = 0x0015
    package static let speaker: UInt32 = 0x0022
    package static let waterFreezeDetector: UInt32 = 0x0041
    package static let waterLeakDetector: UInt32 = 0x0043
    package static let rainSensor: UInt32 = 0x0044
    /// On/off light, dimmable light, color temperature light, extended color light.
    package static let lights: Set<UInt32> = [0x0100, 0x0101, 0x010C, 0x010D]
    /// Outlets and mounted controls: on/off, dimmable.
    package static let plugs: Set<UInt32> = [0x010A, 0x010B, 0x010F, 0x0110]
    /// Appliances that work unattended and must not be switched together with a room: irrigation, valve, refrigerator,
    /// cabinet, air conditioner, washer, vacuum, dishwasher, dryer, thermostat, pump, heat pump, car charger, water
    /// heater.
    package static let appliances: Set<UInt32> = [
        0x0040, 0x0042, 0x0070, 0x0071, 0x0072, 0x0073, 0x0074, 0x0075, 0x007C, 0x0301, 0x0303, 0x0309, 0x050C, 0x050F,
    ]
    /// Cook surface, cooktop, microwave oven, oven.
    package static let cooking: Set<UInt32> = [0x0077, 0x0078, 0x0079, 0x007B]
}
