internal import HearthBase
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// Descriptors of traits fetched from the hub: when first needed, and again if a device has a newer revision.
final class SchemaCache: Sendable {
    private let traits = Mutex<[UInt32: TraitDescriptor]>([:])

    /// The descriptors that are known in at least the given revision.
    func known(_ entries: [DeviceEndpoint.TraitEntry]) -> [UInt32: TraitDescriptor] {
        traits.withLock { traits in
            var known: [UInt32: TraitDescriptor] = [:]
            for entry in entries {
                if let trait = traits[entry.id], UInt32(trait.revision) >= entry.revision { known[entry.id] = trait }
            }
            return known
        }
    }

    func learn(_ more: [TraitDescriptor]) {
        traits.withLock { traits in
            for trait in more { traits[trait.id] = trait }
        }
    }
}

extension HomeConnection {
    /// Descriptors by trait ID. Traits that the hub can't describe are omitted.
    func descriptors(
        of entries: [DeviceEndpoint.TraitEntry]
    ) async throws(HomeError) -> [UInt32: TraitDescriptor] {
        let known = schemas.known(entries)
        let missing = Set(entries.map(\.id)).subtracting(known.keys)
        guard !missing.isEmpty else { return known }
        let fetched = try await schemas(of: missing)
        return known.merging(fetched) { _, new in new }
    }

    /// Fetches descriptors by trait ID. Traits that the hub can't describe are omitted.
    func schemas(of ids: Set<UInt32>) async throws(HomeError) -> [UInt32: TraitDescriptor] {
        var request = Hearth_V1_GetTraitSchemasRequest(traitIDs: ids.ordered())
        var fetched: [TraitDescriptor] = []
        repeat {
            let page: Hearth_V1_GetTraitSchemasResponse = try await call(
                Hearth_V1_HomeMethods.getTraitSchemas, request)
            fetched += page.schemas.compactMap { try? TraitDescriptor(schema: $0) }
            request.pageToken = page.nextPageToken
        } while !request.pageToken.isEmpty
        schemas.learn(fetched)
        return Dictionary(fetched.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    }
}
