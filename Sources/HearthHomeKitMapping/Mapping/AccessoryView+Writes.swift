internal import HearthTraitDescriptors

/// The requests to a device for writes to its characteristics.
public struct WritePlan: Sendable {
    /// The requests in the order of sending; empty if the device has the values already.
    public var requests: [TraitRequest] = []
    /// The refused writes, with the reasons.
    public var refused: [(key: CharacteristicKey, error: CharacteristicError)] = []
}

extension AccessoryView {
    /// Plans the requests for characteristics that are written together.
    ///
    /// Related values, such as hue and saturation or a thermostat's two thresholds, become one request; a missing one
    /// keeps its current value. Callers should gather writes that arrive within a short time. The last write of a
    /// characteristic counts. A refused write has HomeKit's code 2, 3, 5, 43 to 46, 51 or 87.
    public func plan(for writes: [CharacteristicWrite]) -> WritePlan {
        var plan = WritePlan()
        var values: [ServiceKey: CharacteristicValues] = [:]
        var authorizations: [CharacteristicKey: [UInt8]] = [:]
        for write in writes {
            do throws(CharacteristicError) {
                values[write.key.service, default: [:]][write.key.type] = try checked(write)
                authorizations[write.key] = write.authorization
            } catch {
                plan.refused.append((write.key, error))
            }
        }
        for entry in entries {
            guard let written = values[entry.key] else { continue }
            for link in entry.links where written[link.type] != nil {
                let authorization = authorizations[CharacteristicKey(entry.key, link.type)]
                for request in link.write?(written, entry.reading) ?? [] {
                    // Apps may give data to accessories that need none.
                    guard let authorization, let way = link.authorization, way.isNeeded(nil, entry.reading) else {
                        plan.add(request)
                        continue
                    }
                    plan.add(way.request(request, authorization))
                }
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
        guard write.authorization != nil || link.authorization?.isNeeded(write.value, entry.reading) != true else {
            throw CharacteristicError(
                .invalidOrMissingAuthorizationData,
                "\(device.name) takes this value of \(write.key.type) only with a code; set it by "
                    + "updateAuthorizationData before the write")
        }
        return try Self.metadata(link, entry.reading).checked(write.value, of: write.key.type)
    }
}

extension WritePlan {
    /// Adds a request unless it exists already; consecutive attribute writes to one trait are merged.
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
