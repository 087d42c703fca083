internal import HearthAccessories
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

extension Hub {
    /// Returns structures and what is in them, and for each structure the position of that state: a page of them.
    ///
    /// - Throws: ``HubError`` if the request's token is none that a page gave, or its structure is gone.
    func list(_ request: Hearth_V1_ListRequest) async throws(HubError) -> Hearth_V1_ListResponse {
        let place = try ListPlace.read(request.pageToken)
        var page = Page(request.pageSize, limits)
        var response = Hearth_V1_ListResponse()
        for cell in try cells(from: place?.structureID) {
            let first = place?.structureID == cell.id ? place : nil
            let objects = cell.read { $0.objects }
            await untilSaved(objects.position, in: cell)
            guard let next = await list(objects, from: first, &page, &response) else { continue }
            response.nextPageToken = next.token
            return response
        }
        return response
    }

    /// - Returns: where it goes on when the page is full.
    private func list(
        _ state: StructureObjects, from place: ListPlace?, _ page: inout Page, _ response: inout Hearth_V1_ListResponse
    ) async -> ListPlace? {
        guard !page.isFull else { return ListPlace(structureID: state.id, kind: .structure) }
        response.positions.append(Hearth_V1_Position(state.position))
        if place == nil || place?.kind == .structure {
            response.structures.append(state.message)
            page.add(256 + 48 * response.structures.count)
        }
        for room in ListPlace.rest(of: state.rooms, .room, from: place, \.id) {
            guard !page.isFull else { return ListPlace(structureID: state.id, kind: .room, id: room.id) }
            response.rooms.append(state.message(room))
            page.add(64 + room.name.utf8.count)
        }
        for zone in ListPlace.rest(of: state.groupings.zones, .zone, from: place, \.id) {
            guard !page.isFull else { return ListPlace(structureID: state.id, kind: .zone, id: zone.id) }
            let message = state.message(zone)
            response.zones.append(message)
            page.add(message.approximateSize)
        }
        for group in ListPlace.rest(of: state.groupings.serviceGroups, .group, from: place, \.id) {
            guard !page.isFull else { return ListPlace(structureID: state.id, kind: .group, id: group.id) }
            let message = state.message(group)
            response.serviceGroups.append(message)
            page.add(message.approximateSize)
        }
        for device in state.devices(from: place?.kind == .device ? place?.id ?? "" : "") {
            guard !page.isFull else { return ListPlace(structureID: state.id, kind: .device, id: device.id) }
            let message = state.message(device)
            response.devices.append(message)
            page.add(message.approximateSize)
            if page.isPauseDue() { await Task.yield() }
        }
        return nil
    }

    /// Returns the state of the traits that match a filter: a page of them.
    ///
    /// - Throws: ``RPCError`` if the filter names a structure or device that does not exist; if the request's token is
    ///   none that a page gave, or its structure is gone.
    func read(_ request: Hearth_V1_ReadRequest, rights: Rights) async throws -> Hearth_V1_ReadResponse {
        let filter = request.filter ?? Hearth_V1_WatchFilter()
        try checkPresent(filter)
        let place = try ReadPlace.read(request.pageToken)
        let view = WatchView(.home(WatchView.HomeFilter(filter)), access: access(rights))
        var page = Page(request.pageSize, limits)
        var response = Hearth_V1_ReadResponse()
        for cell in try cells(from: place?.structureID) where view.passes(structure: cell.id) {
            let first = place?.structureID == cell.id ? place : nil
            // A copy, so that encoding does not hold the structure up.
            let objects = cell.read { $0.objects }
            await untilSaved(objects.position, in: cell)
            let shown = ShownRecords(of: objects, in: view.resolved(in: objects.devices))
            guard let next = await read(shown, from: first, &page, &response) else { continue }
            response.nextPageToken = next.token
            return response
        }
        return response
    }

    private func checkPresent(_ filter: Hearth_V1_WatchFilter) throws {
        try check(filter)
        for id in filter.structureIDs { _ = try cell(id) }
        let (missing, known) = catalog.withLock { catalog -> (String?, [String]) in
            let missing = filter.deviceIDs.first { catalog.devices[$0] == nil }
            return (missing, missing == nil ? [] : Array(catalog.devices.keys))
        }
        if let missing {
            throw HubError(
                homeKit: .notFound, of: missing, "there is no device \(quoted(missing))\(didYouMean(missing, known))")
        }
    }

    /// - Returns: where it goes on when the page is full.
    private func read(
        _ shown: ShownRecords, from place: ReadPlace?, _ page: inout Page, _ response: inout Hearth_V1_ReadResponse
    ) async -> ReadPlace? {
        response.positions.append(Hearth_V1_Position(shown.objects.position))
        var next = shown.first(from: place?.rank ?? "")
        while let (rank, device) = next {
            for (index, (key, record)) in device.orderedTraits.enumerated() {
                if let place, rank == place.rank, index < place.trait { continue }
                let path = TraitPath(device.target(key.endpoint), key.traitID)
                guard shown.view.passes(path) else { continue }
                guard !page.isFull else { return ReadPlace(structureID: shown.objects.id, trait: index, rank: rank) }
                let message = Hearth_V1_TraitState(
                    path, record, attributes: shown.view.visible(record.attributes, of: key.traitID),
                    device.connectivity)
                response.states.append(message)
                page.add(message.approximateSize)
                if page.isPauseDue() { await Task.yield() }
            }
            next = shown.first(after: rank)
        }
        return nil
    }

    /// The structures from one on; all for nil.
    private func cells(from id: String?) throws(HubError) -> ArraySlice<StructureCell> {
        let all = cells
        guard let id else { return all[...] }
        guard let index = all.firstIndex(where: { $0.id == id }) else {
            throw HubError(.aborted, "the structure at which the next page begins is gone; begin with the first page")
        }
        return all[index...]
    }
}
