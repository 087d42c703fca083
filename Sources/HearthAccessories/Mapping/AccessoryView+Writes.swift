internal import HearthTraitModel

/// What is to be sent to a device for what was written to its characteristics.
public struct WritePlan: Sendable {
    /// What is sent, in this order; empty where the device is already as it was asked to be.
    public var requests: [TraitRequest] = []
    /// The writes that are refused, and why.
    public var refused: [(key: CharacteristicKey, error: CharacteristicError)] = []
}

extension AccessoryView {
    /// What to send for characteristics that are written together.
    ///
    /// Values that belong together, hue and saturation or the two thresholds of a thermostat, become one request: gather
    /// what comes within a short time, and for what is missing the present value is used. Of two writes of one
    /// characteristic the last one counts. Each refused write has HomeKit's code 2, 3, 5, 43 to 46 or 51.
    public func plan(for writes: [CharacteristicWrite]) -> WritePlan {
        var plan = WritePlan()
        var values: [ServiceKey: CharacteristicValues] = [:]
        for write in writes {
            do throws(CharacteristicError) {
                values[write.key.service, default: [:]][write.key.type] = try checked(write)
            } catch {
                plan.refused.append((write.key, error))
            }
        }
        for entry in entries {
            guard let written = values[entry.key] else { continue }
            for link in entry.links where written[link.type] != nil {
                for request in link.write?(written, entry.reading) ?? [] { plan.add(request) }
            }
        }
        return plan
    }

    private func checked(_ write: CharacteristicWrite) throws(CharacteristicError) -> CharacteristicValue {
        let (entry, link) = try find(write.key)
        try Self.permissions(link, entry.reading).checkWrite(write.key.type)
        if let exception = link.exceptions.first(where: { $0.number != nil && $0.number == write.value.number }) {
            return exception
        }
        return try Self.metadata(link, entry.reading).checked(write.value, of: write.key.type)
    }
}

extension WritePlan {
    /// Adds a request, unless it is there already; writes of attributes of one trait become one.
    mutating func add(_ request: TraitRequest) {
        guard !requests.contains(request) else { return }
        guard case .update(let values) = request.content, let last = requests.last,
            case .update(let earlier) = last.content,
            last.endpoint == request.endpoint, last.trait == request.trait
        else { return requests.append(request) }
        let merged = earlier.fields.merging(values.fields) { $1 }
        requests[requests.count - 1] = TraitRequest(
            endpoint: request.endpoint, trait: request.trait, content: .update(StructureValue(merged)))
    }
}
