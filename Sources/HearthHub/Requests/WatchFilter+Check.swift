internal import HearthHomeState
internal import HearthRPC
internal import HearthWire

extension Hearth_V1_WatchFilter {
    /// Checks the size of a filter, which is kept with its watch and applied to each change.
    func check(_ limits: HubLimits) throws(RPCError) {
        let lists = [
            ("structure_ids", structureIDs.count), ("device_ids", deviceIDs.count),
            ("trait_ids", traitIDs.count), ("room_ids", roomIDs.count),
            ("device_type_ids", deviceTypeIDs.count),
            ("attributes", attributes.reduce(0) { $0 + 1 + $1.attributeIDs.count }),
            ("events", events.reduce(0) { $0 + 1 + $1.eventIDs.count }),
        ]
        for (name, count) in lists where count > limits.filterEntries {
            throw RPCError(
                .invalidArgument,
                "the filter's \(name) has \(count) entries, more than \(limits.filterEntries); leave it empty for all")
        }
        do throws(HubError) {
            try Caller.check(clientID: exceptClientID)
        } catch {
            throw error.rpcError
        }
    }
}
