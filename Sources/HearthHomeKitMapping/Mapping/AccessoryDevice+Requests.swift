public import HearthTraitDescriptors

/// An event of a trait that a change of a characteristic stands for.
public struct TraitEvent: Hashable, Sendable {
    /// The endpoint.
    public let endpoint: UInt16
    /// The trait.
    public let trait: UInt32
    /// Matter's id of the event in the trait.
    public let event: UInt32
    /// The fields by id.
    public let fields: StructureValue
}

extension AccessoryDevice {
    /// The characteristics to write for a command or an update of attributes, with values in the accessory's limits.
    ///
    /// - Throws: ``CharacteristicError`` with HomeKit's code 48 if no characteristic can fulfil the request.
    public func writes(for request: TraitRequest) throws(CharacteristicError) -> [CharacteristicWrite] {
        var writes: [CharacteristicWrite] = []
        for part in parts where part.endpoint == request.endpoint || request.trait == TraitIDs.identify {
            for (link, characteristic) in part.links where characteristic.permissions.contains(.write) {
                for (type, value) in Self.values(of: request, link, part.values) where type == link.type {
                    guard let fitted = characteristic.metadata.fitted(value) else { continue }
                    writes.append(CharacteristicWrite(CharacteristicKey(part.service.key, type), fitted))
                }
            }
            // The effects of a command on characteristics that are mapped by another link.
            for (link, _) in part.links {
                for (type, value) in Self.values(of: request, link, part.values) where type != link.type {
                    let key = CharacteristicKey(part.service.key, type)
                    guard let other = part.service[type], other.permissions.contains(.write),
                        !writes.contains(where: { $0.key == key }), let fitted = other.metadata.fitted(value)
                    else { continue }
                    writes.append(CharacteristicWrite(key, fitted))
                }
            }
        }
        guard !writes.isEmpty else {
            throw CharacteristicError(
                .operationNotSupported,
                "no characteristic of the accessory corresponds to the request to trait \(request.trait) on endpoint "
                    + "\(request.endpoint)")
        }
        return writes
    }

    private static func values(
        of request: TraitRequest, _ link: CharacteristicLink, _ present: CharacteristicValues
    ) -> CharacteristicValues {
        switch request.content {
        case .command(let id, let arguments):
            let command = link.commands.first { $0.key.trait == request.trait && $0.key.id == id }?.value
            return command?(arguments, present) ?? [:]
        case .update(let values):
            var result: CharacteristicValues = [:]
            for (attribute, change) in link.updates where attribute.trait == request.trait {
                guard let value = values[attribute.id] else { continue }
                result.merge(change(value, present)) { first, _ in first }
            }
            return result
        }
    }

    /// The event that a reported value stands for, such as a button press or a lock's last action; nil if it only
    /// changes attributes, which ``snapshot(id:)`` contains.
    public func event(of write: CharacteristicWrite) -> TraitEvent? {
        guard let part = parts.first(where: { $0.service.key == write.key.service }),
            let (event, fields) = part.mapping.link(write.key.type)?.reports?(write.value)
        else { return nil }
        return TraitEvent(endpoint: part.endpoint, trait: event.trait, event: event.id, fields: fields)
    }
}
