internal import HearthHomeKitMapping
internal import HearthBase
internal import HearthHomeState
internal import HearthStore
internal import HearthTraitCore
internal import Synchronization

/// Limits the bytes of app data in each structure, with a share for each person.
///
/// Its lock guards the counts. It is not held while the store is read.
final class AppDataShares: Sendable {
    private let store: any HomeStorage
    private let environment: HubEnvironment
    /// By structure, for structures in which something was stored since the start.
    private let bytes = Mutex<[String: AppDataBytes]>([:])

    init(_ environment: HubEnvironment) {
        store = environment.store
        self.environment = environment
    }

    private var limits: HubLimits { environment.limits }

    /// - Throws: ``HubError`` if an edit would exceed a limit of the structure.
    func check(_ change: AppDataBytes.Change, in structureID: String) async throws(HubError) {
        guard change.isGrowth else { return }
        if bytes.withLock({ $0[structureID] == nil }) { try await read(structureID) }
        guard bytes.withLock({ $0[structureID]?.refusal(of: change) }) != nil else { return }
        // The counts may be too high, as an edit can fail after it was counted.
        try await read(structureID)
        guard let refusal = bytes.withLock({ $0[structureID]?.refusal(of: change) }) else { return }
        throw HubError(
            homeKit: .maximumObjectLimitReached, of: structureID,
            refusal.excess("bytes of app data in the structure", wayOut: "have an app remove what it does not need"))
    }

    /// Reads the counts of a structure from the store.
    private func read(_ structureID: String) async throws(HubError) {
        let stored: [StoredAppDataBytes]
        do throws(StoreError) {
            stored = try await store.appDataBytes(of: structureID)
        } catch {
            throw HubError(error, "the app data could not be read")
        }
        let most = limits.pool(limits.appDataBytes, share: limits.appDataBytesPerPerson)
        bytes.withLock { $0[structureID] = AppDataBytes(most, stored: stored) }
    }

    /// Counts an edit that was made.
    func count(_ change: AppDataBytes.Change, in structureID: String) {
        bytes.withLock { $0[structureID]?.count(change) }
    }

    /// Releases the bytes of objects that a report removes. Removed devices keep theirs until they are forgotten, since
    /// they may come back.
    func release(_ record: ReportRecord, of structureID: String, former: FormerDevices) {
        for object in record.objects where object.isRemoval {
            let key = object.key
            guard key.kind == .structure else {
                if former[key.id] == nil { release(key.id, of: structureID) }
                continue
            }
            bytes.withLock { $0[key.id] = nil }
        }
    }

    /// Releases the bytes of an object that is gone for good.
    func release(_ objectID: String, of structureID: String) {
        bytes.withLock { $0[structureID]?.removed(objectID) }
    }
}
