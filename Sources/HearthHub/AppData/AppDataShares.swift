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
    private let limits: HubLimits
    /// By structure and holder, for structures in which something was stored since the start.
    private let bytes = Mutex<[String: AppDataBytes]>([:])

    init(_ environment: HubEnvironment) {
        store = environment.store
        limits = environment.limits
    }

    /// - Throws: ``HubError`` if a holder may not store `growth` more bytes in a structure.
    func check(_ growth: Int, in structureID: String, for holder: String?) async throws(HubError) {
        guard growth > 0 else { return }
        func shortage() -> PoolRefusal? {
            bytes.withLock { $0[structureID].map { $0.refusal(of: growth, for: holder) } ?? .total(0) }
        }
        func refuse(_ refusal: PoolRefusal) -> HubError {
            HubError(
                homeKit: .maximumObjectLimitReached, of: structureID,
                refusal.excess(
                    "bytes of app data in the structure", wayOut: "have an app remove what it does not need"))
        }
        guard let first = shortage() else { return }
        // A person's share is counted exactly, so reading the store would not change the result.
        if case .share = first { throw refuse(first) }
        // Objects may have been deleted since, with data from before the start.
        let stored: Int
        do throws(StoreError) {
            stored = try await store.appDataBytes(of: structureID)
        } catch {
            throw HubError(error, "the app data could not be read")
        }
        let most = limits.pool(limits.appDataBytes, share: limits.appDataBytesPerPerson)
        bytes.withLock { $0[structureID, default: AppDataBytes(most)].settle(stored: stored) }
        if let refusal = shortage() { throw refuse(refusal) }
    }

    /// Counts the bytes that a holder has stored with an object.
    func count(_ growth: Int, with objectID: String, in structureID: String, for holder: String?) {
        bytes.withLock { $0[structureID]?.count(growth, with: objectID, for: holder) }
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
