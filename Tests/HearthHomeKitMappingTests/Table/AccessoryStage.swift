internal import ExampleMaker
internal import HearthTraitDescriptors
internal import TranscriptTestSupport

@testable internal import HearthHomeKitMapping

/// A device that plays the inputs of a transcript:
///
///     A lock shows its state
///       device 0x0A
///       DoorLock lockState=locked
///       show LockMechanism LockCurrentState | LockCurrentState 1
///       write LockMechanism LockTargetState=0 | timed DoorLock.UnlockDoor
///
/// `device` and `endpoint` begin a device and an endpoint of a type. A line with a trait sets attributes of the last
/// endpoint; `-` removes one. `services` lists the services, `show` the values of one or of some of its characteristics,
/// `limits` their least, greatest and valid values. `write` shows the requests to the device and the numbers of errors,
/// `event` the values that an event of the device becomes.
struct AccessoryStage {
    private var endpoints: [EndpointSnapshot] = []

    private struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    private var view: AccessoryView { AccessoryView(DeviceSnapshot(id: "d1", name: "Thing", endpoints: endpoints)) }

    /// The input, with its effects if it has some.
    mutating func play(_ input: String) -> String {
        let words = Transcript.words(input)
        do {
            switch words[0] {
            case "device": endpoints = [EndpointSnapshot(number: 1, deviceTypes: [try number(words[1])], traits: [])]
            case "endpoint":
                endpoints.append(
                    EndpointSnapshot(
                        number: UInt16(words[1]) ?? 0, deviceTypes: [try number(words[2])], traits: []))
            case "services": return "\(input) | \(services)"
            case "show": return "\(input) | \(try shown(words[1], Array(words.dropFirst(2))))"
            case "limits": return "\(input) | \(try limits(words[1], Array(words.dropFirst(2))))"
            case "write": return "\(input) | \(try written(words[1], Array(words.dropFirst(2))))"
            case "event": return "\(input) | \(try values(words))"
            default: return try set(words)
            }
            return input
        } catch {
            return "\(input) | \(error)"
        }
    }

    // MARK: The device

    private func number(_ text: String) throws -> UInt32 {
        guard text.hasPrefix("0x"), let number = UInt32(text.dropFirst(2), radix: 16) else {
            throw Mistake(description: "no number")
        }
        return number
    }

    private func trait(_ name: String) throws -> TraitDescriptor {
        let found = ExampleMakerTraits.withStandard.first { $0.name == name } ?? (try? number(name)).flatMap(knownTrait)
        guard let found else { throw Mistake(description: "no trait") }
        return found
    }

    private mutating func set(_ words: [String]) throws -> String {
        let trait = try trait(words[0])
        guard let index = endpoints.indices.last else { throw Mistake(description: "no endpoint") }
        var values = endpoints[index].traits[trait.id]?.attributes ?? [:]
        let names = try words.dropFirst().map { word -> String in
            let parts = Transcript.pair(word)
            guard let attribute = trait.attributes.first(where: { $0.name == parts.name || "\($0.id)" == parts.name })
            else {
                throw Mistake(description: "no attribute \(parts.name)")
            }
            guard parts.value != "-" else {
                values[attribute.id] = nil
                return "\(attribute.name)=-"
            }
            let value = parts.value == "null" ? .null : try trait.value(of: attribute.field, from: parts.value)
            values[attribute.id] = value
            return "\(attribute.name)=\(trait.text(value, attribute.field))"
        }
        endpoints[index].traits[trait.id] = TraitSnapshot(id: trait.id, attributes: values, descriptor: trait)
        let isAlone = ExampleMakerTraits.withStandard.first { $0.name == trait.name }?.id == trait.id
        return ([isAlone ? trait.name : words[0]] + names).joined(separator: " ")
    }

    // MARK: The accessory

    private var services: String {
        let names = view.accessory().services.filter { $0.key != .information }.map { service in
            var notes = service.isPrimary ? ["primary"] : []
            if !service.linked.isEmpty { notes.append("\(service.linked.count) linked") }
            return "\(service.type)" + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
        }
        return names.isEmpty ? "none" : names.joined(separator: ", ")
    }

    /// By its type, with its part or endpoint where there are several: `FilterMaintenance/0x72`, `ServiceLabel@0`.
    private func service(_ name: String) throws -> AccessoryService {
        let parts = name.split { "/@".contains($0) }.map(String.init)
        let found = try view.accessory().services.first { service in
            guard service.type.description == parts[0] else { return false }
            if name.contains("@") { return "\(service.key.endpoint)" == parts[1] }
            return try !name.contains("/") || service.key.part == number(parts[1])
        }
        guard let found else { throw Mistake(description: "no service") }
        return found
    }

    private func characteristics(_ name: String, _ types: [String]) throws -> [(String, AccessoryCharacteristic?)] {
        let service = try service(name)
        guard types.isEmpty else {
            return types.map { type in (type, service.characteristics.first { $0.type.description == type }) }
        }
        return service.characteristics.map { ($0.type.description, $0) }
    }

    private func shown(_ name: String, _ types: [String]) throws -> String {
        try characteristics(name, types).map { name, characteristic in
            guard let characteristic else { return "\(name) missing" }
            return "\(name) \(characteristic.value.map(Self.text) ?? "-")"
        }.joined(separator: ", ")
    }

    private func limits(_ name: String, _ types: [String]) throws -> String {
        try characteristics(name, types).map { name, characteristic in
            guard let metadata = characteristic?.metadata else { return "\(name) missing" }
            let ends = [metadata.minimum, metadata.maximum].map { $0.map(Self.text) ?? "" }
            return "\(name) \(ends.joined(separator: "..."))" + (metadata.validValues.map { " of \($0)" } ?? "")
        }.joined(separator: ", ")
    }

    private func written(_ name: String, _ words: [String]) throws -> String {
        let service = try service(name)
        let writes = try words.map { word in
            let parts = Transcript.pair(word)
            guard let type = service.characteristics.first(where: { $0.type.description == parts.name })?.type else {
                throw Mistake(description: "no characteristic \(parts.name)")
            }
            return CharacteristicWrite(CharacteristicKey(service.key, type), Self.value(parts.value))
        }
        let plan = view.plan(for: writes)
        let effects = plan.requests.map(\.words) + plan.refused.map { "\($0.key.type): \($0.error.code.rawValue)" }
        return effects.isEmpty ? "nothing" : effects.joined(separator: ", ")
    }

    private func values(_ words: [String]) throws -> String {
        let place = words[1].split(separator: "@").map(String.init)
        let trait = try trait(place[0])
        guard let event = trait.events.first(where: { $0.name == words[2] || "\($0.id)" == words[2] }) else {
            throw Mistake(description: "no event")
        }
        var fields = StructureValue()
        for word in words.dropFirst(3) {
            let parts = Transcript.pair(word)
            guard let field = event.fields.fields.first(where: { $0.name == parts.name || "\($0.id)" == parts.name })
            else {
                throw Mistake(description: "no field \(parts.name)")
            }
            fields[field.id] = try trait.value(of: field, from: parts.value)
        }
        let values = view.values(
            ofEvent: event.id, trait: trait.id, endpoint: place.count > 1 ? UInt16(place[1]) ?? 0 : 1, fields: fields)
        return values.isEmpty
            ? "nothing"
            : values.map { "\($0.key.service.type) \($0.key.type) \(Self.text($0.value))" }.joined(separator: ", ")
    }

    // MARK: Words

    private static func value(_ text: String) -> CharacteristicValue {
        if text == "true" || text == "false" { return .bool(text == "true") }
        if text.contains("."), let number = Double(text) { return .float(number) }
        if let number = UInt64(text) { return .uint(number) }
        return Int64(text).map { .int($0) } ?? .tlv8([0])
    }

    private static func text(_ value: CharacteristicValue) -> String {
        if case .bool(let truth) = value { return "\(truth)" }
        return value.number.map(text) ?? value.text.map { "\"\($0)\"" } ?? "\(value)"
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    }
}
