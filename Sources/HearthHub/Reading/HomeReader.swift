internal import HearthHomeKitMapping
package import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

/// Reads the home for callers: pages of objects, states, reports and histories. Shows nothing that a crash could undo,
/// as far as the disk permits. Has no state of its own.
package final class HomeReader: Sendable {
    let store: any HomeStorage
    let clock: any HomeClock
    private let environment: HubEnvironment
    let directory: HomeDirectory
    let saver: HomeSaver
    package let accesses: ReadAccesses
    let viewers: ViewerBook

    init(
        _ environment: HubEnvironment, directory: HomeDirectory, saver: HomeSaver, accesses: ReadAccesses,
        viewers: ViewerBook
    ) {
        store = environment.store
        clock = environment.clock
        self.environment = environment
        self.directory = directory
        self.saver = saver
        self.accesses = accesses
        self.viewers = viewers
    }

    var limits: HubLimits { environment.limits }

    /// Returns a page of structures and their objects, with the position of each structure's state.
    ///
    /// - Throws: ``HubError`` if the request's page token is invalid, or its structure is gone.
    func list(_ request: Hearth_V1_ListRequest, as principal: Principal) async throws(HubError)
        -> Hearth_V1_ListResponse
    {
        let place = try ListPlace.read(request.pageToken)
        var page = Page(request.pageSize, limits)
        var response = Hearth_V1_ListResponse()
        let all = WatchView(.home(WatchView.HomeFilter()), access: accesses[principal.rights])
        for cell in try cells(from: place?.structureID, for: principal) {
            let first = place?.structureID == cell.id ? place : nil
            guard let shown = shown(all, in: cell, to: principal) else { continue }
            await saver.untilSaved(shown.objects.position, in: cell)
            guard let next = await list(shown, from: first, &page, &response) else { continue }
            response.nextPageToken = next.token
            return response
        }
        return response
    }

    /// - Returns: where the next page begins; nil if the structure is complete.
    private func list(
        _ shown: ShownRecords, from place: ListPlace?, _ page: inout Page, _ response: inout Hearth_V1_ListResponse
    ) async -> ListPlace? {
        let (state, view) = (shown.objects, shown.view)
        guard !page.isFull else { return ListPlace(structureID: state.id, kind: .structure) }
        response.positions.append(Hearth_V1_Position(state.position))
        if place == nil || place?.kind == .structure {
            response.structures.append(view.shown(state.message))
            page.add(256 + 48 * response.structures.count)
        }
        for room in ListPlace.rest(of: state.rooms.filter { view.passes(room: $0.id) }, .room, from: place, \.id) {
            guard !page.isFull else { return ListPlace(structureID: state.id, kind: .room, id: room.id) }
            response.rooms.append(state.message(room))
            page.add(64 + room.name.utf8.count)
        }
        for zone in ListPlace.rest(of: state.groupings.zones, .zone, from: place, \.id) {
            guard !page.isFull else { return ListPlace(structureID: state.id, kind: .zone, id: zone.id) }
            guard let message = view.shown(state.message(zone)) else { continue }
            response.zones.append(message)
            page.add(message.approximateSize)
        }
        for group in ListPlace.rest(of: state.groupings.serviceGroups, .group, from: place, \.id) {
            guard !page.isFull else { return ListPlace(structureID: state.id, kind: .group, id: group.id) }
            guard let message = view.shown(state.message(group)) else { continue }
            response.serviceGroups.append(message)
            page.add(message.approximateSize)
        }
        for person in ListPlace.rest(of: state.people, .person, from: place, \.id) {
            guard !page.isFull else { return ListPlace(structureID: state.id, kind: .person, id: person.id) }
            let message = view.shown(state.message(person))
            response.people.append(message)
            page.add(ObjectChange.person(message).size)
        }
        // Not the structure's own traits, which come with it.
        var next = shown.first(from: place?.kind == .device ? place?.id ?? "" : "")
        if next?.record.id == state.id { next = shown.first(after: "") }
        while let (rank, device) = next {
            guard !page.isFull else { return ListPlace(structureID: state.id, kind: .device, id: device.id) }
            let message = view.shown(state.message(device))
            response.devices.append(message)
            page.add(message.approximateSize)
            if page.isPauseDue() { await Task.yield() }
            next = shown.first(after: rank)
        }
        return nil
    }

    /// Returns a page of the states of traits that match a filter.
    ///
    /// - Throws: ``RPCError`` if the filter names a structure or device that does not exist, the request's page token
    ///   is invalid, or its structure is gone.
    func read(_ request: Hearth_V1_ReadRequest, as principal: Principal) async throws -> Hearth_V1_ReadResponse {
        let filter = request.filter ?? Hearth_V1_WatchFilter()
        try checkPresent(filter, to: principal)
        let place = try ReadPlace.read(request.pageToken)
        let view = WatchView(.home(WatchView.HomeFilter(filter)), access: accesses[principal.rights])
        var page = Page(request.pageSize, limits)
        var response = Hearth_V1_ReadResponse()
        for cell in try cells(from: place?.structureID, for: principal) where view.passes(structure: cell.id) {
            let first = place?.structureID == cell.id ? place : nil
            guard let shown = shown(view, in: cell, to: principal) else { continue }
            await saver.untilSaved(shown.objects.position, in: cell)
            guard let next = await read(shown, from: first, &page, &response) else { continue }
            response.nextPageToken = next.token
            return response
        }
        return response
    }

    /// The records of a structure that a view shows to a caller; nil if the caller may see nothing of it. They are a
    /// copy, so that encoding does not block the structure.
    private func shown(_ view: WatchView, in cell: StructureCell, to principal: Principal) -> ShownRecords? {
        let (objects, seen) = cell.read { state -> (StructureObjects, WatchView?) in
            switch state.access(of: principal, at: clock.sinceEpoch) {
            case .none: (state.objects, nil)
            case .full(let rights): (state.objects, view.seen(with: accesses[rights], guest: nil))
            case .guest(let grant):
                (
                    state.objects,
                    view.seen(
                        with: accesses[StructureAccess.guest(grant).rights], guest: viewers.scope(of: grant, in: state))
                )
            }
        }
        return seen.map { ShownRecords(of: objects, in: $0.resolved(in: objects.devices)) }
    }

    private func checkPresent(_ filter: Hearth_V1_WatchFilter, to principal: Principal) throws {
        try filter.check(limits)
        for id in filter.structureIDs { _ = try directory.found(id, for: principal) }
        if let missing = filter.deviceIDs.first(where: { !directory.hasDevice($0, for: principal) }) {
            throw HubError(
                homeKit: .notFound, of: missing,
                "there is no device \(quoted(missing))\(directory.nearDevices(missing, for: principal))")
        }
    }

    /// - Returns: where the next page begins; nil if the structure is complete.
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

    /// The structures that a caller sees, from the one with `id` on; all for nil.
    private func cells(from id: String?, for principal: Principal) throws(HubError) -> ArraySlice<StructureCell> {
        let all = directory.cells(for: principal)
        guard let id else { return all[...] }
        guard let index = all.firstIndex(where: { $0.id == id }) else {
            throw HubError(.aborted, "the structure at which the next page begins is gone; begin with the first page")
        }
        return all[index...]
    }
}
