internal import ExampleMaker
internal import HearthTraitDescriptors

@testable internal import HearthHomeKitMapping

/// A device with one endpoint of a type.
func device(_ type: UInt32, _ traits: [UInt32: StructureValue]) -> DeviceSnapshot {
    DeviceSnapshot(id: "d1", name: "Thing", endpoints: [endpoint(1, type, traits)])
}

func endpoint(_ number: UInt16, _ type: UInt32, _ traits: [UInt32: StructureValue]) -> EndpointSnapshot {
    EndpointSnapshot(
        number: number, deviceTypes: [type],
        traits: traits.map { TraitSnapshot(id: $0.key, attributes: $0.value, descriptor: knownTrait($0.key)) })
}

/// A standard trait, or one of the example maker's.
func knownTrait(_ id: UInt32) -> TraitDescriptor? { ExampleMakerTraits.withStandard.first { $0.id == id } }

/// Matter's feature map.
let features = GlobalAttribute.featureMap

extension AccessoryView {
    /// The service's characteristics as an accessory shows them.
    func shown(_ type: ServiceType, part: UInt32 = 0, endpoint: UInt16 = 1) -> AccessoryService? {
        return accessory()[ServiceKey(endpoint: endpoint, type: type, part: part)]
    }

    /// The number that a characteristic shows; nil for none.
    func number(_ service: ServiceType, _ type: CharacteristicType, part: UInt32 = 0) -> Double? {
        shown(service, part: part)?[type]?.value?.number
    }

    /// The commands that writes to one service send, as text.
    func sent(_ service: ServiceType, _ values: [(CharacteristicType, CharacteristicValue)], part: UInt32 = 0)
        -> [String]
    {
        let key = ServiceKey(endpoint: 1, type: service, part: part)
        let plan = plan(for: values.map { CharacteristicWrite(CharacteristicKey(key, $0.0), $0.1) })
        return plan.requests.map(\.words) + plan.refused.map { "\($0.key.type): \($0.error.code.rawValue)" }
    }

    /// The types of all services but the accessory's information.
    var serviceNames: [String] {
        return accessory().services.filter { $0.key != .information }.map(\.type.description)
    }
}

extension TraitRequest {
    /// "LevelControl.MoveToLevel 127 0".
    var words: String {
        let descriptor = knownTrait(trait)
        func text(_ value: TraitValue) -> String {
            switch value {
            case .null: "null"
            case .bool(let value): "\(value)"
            default: value.integer.map { "\($0)" } ?? "?"
            }
        }
        let name = descriptor?.name ?? String(trait, radix: 16)
        switch content {
        case .command(let id, let arguments):
            let values = arguments.fields.sorted { $0.key < $1.key }.map { text($0.value) }
            let timed = isTimed ? "timed " : ""
            return ([timed + name + "." + (descriptor?.command(id)?.name ?? "\(id)")] + values).joined(separator: " ")
        case .update(let values):
            let set = values.fields.sorted { $0.key < $1.key }.map {
                "\(descriptor?.attribute($0.key)?.name ?? "\($0.key)")=\(text($0.value))"
            }
            return ([name] + set).joined(separator: " ")
        }
    }
}
