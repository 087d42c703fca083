internal import Hearth
internal import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

extension HomeListing.Device {
    /// The device's state in the form that is put into words.
    var reading: DeviceReading {
        DeviceReading(
            endpoints.map { endpoint in
                DeviceReading.Part(
                    endpoint: endpoint.id, deviceTypes: endpoint.deviceTypes.map(\.id), name: endpoint.name,
                    traits: endpoint.traits.map { DeviceReading.Trait($0.descriptor, $0.values) })
            })
    }

    /// The state in words.
    var deviceState: DeviceState { DeviceState(reading) }
}

extension DeviceState {
    /// The facts by name, as JSON. If there are several parts, each has its own object, by endpoint.
    var json: JSON {
        func object(_ part: Part) -> [(String, JSON)] { part.facts.map { ($0.name, JSON($0.value)) } }
        guard parts.count > 1 else { return .object(parts.first.map(object) ?? []) }
        return .object(
            parts.map { part in
                let label: [(String, JSON)] = part.label.map { [("label", .string($0))] } ?? []
                return (String(part.endpoint), .object(label + object(part)))
            })
    }
}

extension JSON {
    fileprivate init(_ value: StateFact.Value) {
        switch value {
        case .unknown: self = .null
        case .bool(let value): self = .bool(value)
        case .number(let number): self = .number(Int64(exactly: number).map { "\($0)" } ?? "\(number)")
        case .word(let word): self = .string(word)
        }
    }
}
