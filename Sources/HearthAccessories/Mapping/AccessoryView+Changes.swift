public import HearthTraitModel

extension AccessoryView {
    /// The characteristics that changed attributes of a trait may have changed, or their limits.
    public func touched(
        endpoint: UInt16, trait: UInt32, attributes: some Collection<UInt32>
    ) -> [CharacteristicKey] {
        entries.filter { $0.reading.endpoint.number == endpoint }.flatMap { entry in
            entry.links.filter { link in
                link.sources.contains { $0.trait == trait && attributes.contains($0.id) }
            }.map { CharacteristicKey(entry.key, $0.type) }
        }
    }

    /// What an event says: values of characteristics that are told to whoever follows them.
    ///
    /// A press of a button is told each time and never kept (HAP: a read gives null). Others, such as a lock's last known
    /// action or that it is jammed, are the value until the next change.
    public func values(
        ofEvent event: UInt32, trait: UInt32, endpoint: UInt16, fields: StructureValue
    ) -> [CharacteristicWrite] {
        entries.filter { $0.reading.endpoint.number == endpoint }.flatMap { entry in
            entry.links.compactMap { link in
                guard let read = link.events.first(where: { $0.key.trait == trait && $0.key.id == event })?.value,
                    let value = read(fields, entry.reading).flatMap(Self.metadata(link, entry.reading).fitted)
                else { return nil }
                return CharacteristicWrite(CharacteristicKey(entry.key, link.type), value)
            }
        }
    }
}
