internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

extension Hub {
    /// Returns all structures, rooms and devices, and for each structure the position of that state.
    func list() -> Hearth_V1_ListResponse {
        var response = Hearth_V1_ListResponse()
        for cell in cells {
            cell.read { state in
                response.positions.append(Hearth_V1_Position(state.position))
                response.structures.append(state.message)
                response.rooms += state.rooms.map { state.message($0) }
                response.devices += state.orderedDevices.map { state.message($0) }
            }
        }
        return response
    }

    /// Returns the state of the traits that match a filter.
    ///
    /// - Throws: ``RPCError`` if the filter names a structure or device that does not exist.
    func read(_ filter: Hearth_V1_WatchFilter, rights: Rights) throws -> Hearth_V1_ReadResponse {
        try check(filter)
        for id in filter.structureIDs { _ = try cell(id) }
        let known = catalog.withLock { $0.devices.mapValues { _ in () } }
        for id in filter.deviceIDs where known[id] == nil {
            throw HubError(.notFound, "there is no device \(quoted(id))\(didYouMean(id, known.keys))")
        }
        let view = WatchView(.home(WatchView.HomeFilter(filter)), access: access(rights))
        var response = Hearth_V1_ReadResponse()
        for cell in cells where view.passes(structure: cell.id) {
            // A copy, so that encoding does not hold the structure up.
            let state = cell.read { $0 }
            response.positions.append(Hearth_V1_Position(state.position))
            for device in state.orderedRecords {
                for (key, record) in device.orderedTraits {
                    let path = TraitPath(device.target(key.endpoint), key.traitID)
                    guard view.passes(path) else { continue }
                    response.states.append(
                        Hearth_V1_TraitState(
                            path, record, attributes: view.visible(record.attributes, of: key.traitID),
                            device.connectivity))
                }
            }
        }
        return response
    }
}
