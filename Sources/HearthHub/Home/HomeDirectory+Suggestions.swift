internal import HearthHomeKitMapping
internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore

// Suggestions in errors about missing objects. Their time is bounded in a home of any size, as a caller can ask for
// missing objects as often as it likes.
extension HomeDirectory {
    /// The most structures that are searched.
    static let searchedStructures = 32
    /// The most objects of a kind that are searched in a structure.
    private static let searchedObjects = 256
    /// The most objects that an error names.
    private static let namedObjects = 20

    /// An ending such as "; did you mean lamp-1?" with similar ids of devices that the caller sees, or empty. A large
    /// home is searched only in part.
    func nearDevices(_ id: String, for principal: Principal) -> String {
        guard !id.isEmpty, id.utf8.count <= NameSearch.wordBytes else { return "" }
        var known: [String] = []
        for cell in cells.prefix(Self.searchedStructures) where known.count < NameSearch.names {
            known += cell.read { state -> [String] in
                let access = state.access(of: principal, at: clock.sinceEpoch)
                guard access != .none else { return [] }
                return state.devices(around: id, most: Self.searchedObjects)
                    .filter { access.shows($0, in: state.id) }.map(\.id)
            }
        }
        return didYouMean(id, known)
    }

    /// An object that an error may name, if the caller sees it.
    struct Suggested {
        let id: String
        let name: String
        let isSeen: Bool
    }

    /// The error for an unknown id, with the first objects of the kind that the caller sees.
    ///
    /// - Parameter objects: the objects of a structure, each with whether the caller sees it.
    func notFound(
        _ noun: String, _ id: String, for principal: Principal,
        _ objects: (StructureState, StructureAccess) -> some Sequence<Suggested>
    ) -> HubError {
        var known: [String] = []
        for cell in cells.prefix(Self.searchedStructures) where known.count < Self.namedObjects {
            known += cell.read { state -> [String] in
                let access = state.access(of: principal, at: clock.sinceEpoch)
                guard access != .none else { return [] }
                return objects(state, access).prefix(Self.searchedObjects).filter(\.isSeen).prefix(Self.namedObjects)
                    .map { "\($0.name) (\($0.id))" }
            }
        }
        let hint =
            known.isEmpty
            ? "there are no \(noun)s" : "there is \(known.prefix(Self.namedObjects).joined(separator: ", "))"
        return HubError(homeKit: .notFound, of: id, "there is no \(noun) with the id \(quoted(id)); \(hint)")
    }
}

extension StructureReading {
    /// Some of the devices: all in a small home, else the first ones and those whose ids come after the beginning of a
    /// key.
    fileprivate func devices(around key: String, most: Int) -> [DeviceRecord] {
        guard devices.count > most else { return Array(orderedDevices) }
        let beginning = String(key.dropLast(max(1, key.count / 4)))
        return Array(orderedDevices.prefix(most / 2)) + Array(devices(from: beginning).prefix(most / 2))
    }
}
