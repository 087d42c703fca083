public import Foundation
internal import Hearth
internal import HearthBase
internal import Synchronization

/// Receives the accessories that a browser finds or loses. Called on the main queue, in order. All methods are optional.
public protocol HMAccessoryBrowserDelegate: NSObjectProtocol {
    /// An accessory that can be added was found.
    func accessoryBrowser(_ browser: HMAccessoryBrowser, didFindNewAccessory accessory: HMAccessory)
    /// A found accessory is gone, or was added to a home.
    func accessoryBrowser(_ browser: HMAccessoryBrowser, didRemoveNewAccessory accessory: HMAccessory)
}

extension HMAccessoryBrowserDelegate {
    public func accessoryBrowser(_ browser: HMAccessoryBrowser, didFindNewAccessory accessory: HMAccessory) {}
    public func accessoryBrowser(_ browser: HMAccessoryBrowser, didRemoveNewAccessory accessory: HMAccessory) {}
}

/// Finds accessories near the hub that are in no home yet: what `Home.integrations` lists as found and the hub can add.
///
/// The hub's owner finds them; of others the hub refuses the search (``searchError``).
public final class HMAccessoryBrowser: NSObject, Sendable {
    private struct State: Sendable {
        var delegate = BrowserDelegate()
        var accessories: [HMAccessory] = []
        var search: Task<Void, Never>?
        /// Differs for each search, so that news of an earlier one are recognised.
        var number = 0
        var error: HMError?
    }

    private let state = Mutex(State())
    private let manager: HMHomeManager?

    /// Creates a browser for the hub of the manager that the program created last. Without a manager, a search creates
    /// one.
    public override convenience init() { self.init(nil) }

    /// Creates a browser for the hub of a manager, and retains the manager.
    public convenience init(manager: HMHomeManager) { self.init(manager) }

    private init(_ manager: HMHomeManager?) { self.manager = manager }

    deinit { state.withLock { $0.search?.cancel() } }

    /// A one-line description, such as `HMAccessoryBrowser(2 accessories)`.
    public override var description: String { "HMAccessoryBrowser(\(discoveredAccessories.count) accessories)" }

    /// Receives found and lost accessories; not retained.
    public var delegate: (any HMAccessoryBrowserDelegate)? {
        get { state.withLock { $0.delegate }.value }
        set {
            let delegate = BrowserDelegate(value: newValue)
            state.withLock { $0.delegate = delegate }
        }
    }

    /// The accessories that the search has found, in the order in which the hub found them. They stay after the end of
    /// the search, without further changes.
    public var discoveredAccessories: [HMAccessory] { state.withLock { $0.accessories } }

    /// Why the search finds nothing: 17 if this user is not the hub's owner, 48 if the hub finds no devices, 54 while
    /// the hub can't be reached; nil while the search works. HomeKit has no such property.
    public var searchError: HMError? { state.withLock { $0.error } }

    /// Starts a search, which lasts until ``stopSearchingForNewAccessories()`` or the end of the browser. Accessories
    /// that the hub has found before are found at once.
    public func startSearchingForNewAccessories() {
        let number = begin()
        let manager = manager ?? HMHomeManager.newest ?? HMHomeManager()
        let search = Task { [weak self] in
            await manager.begun.wait()
            while !Task.isCancelled {
                guard let model = manager.model else { return }
                let error: HMError
                do {
                    for try await change in model.model.integrations.changes() {
                        await MainQueue.result { [weak self] in self?.take(change, model, of: number) }
                    }
                    return
                } catch let failure {
                    error = HMError(any: failure)
                }
                await MainQueue.result { [weak self] in self?.note(error, of: number) }
                guard error.code != .insufficientPrivileges, error.code != .operationNotSupported else { return }
                try? await Task.sleep(for: .seconds(2))
            }
        }
        state.withLock { state in
            if state.number == number { state.search = search } else { search.cancel() }
        }
    }

    /// Ends the search. The delegate is not called any more.
    public func stopSearchingForNewAccessories() { _ = end() }

    private func begin() -> Int {
        let number = end()
        state.withLock { $0.accessories = [] }
        return number
    }

    /// Ends a search.
    ///
    /// - Returns: the number of the next one.
    private func end() -> Int {
        state.withLock { state in
            state.search?.cancel()
            state.search = nil
            state.error = nil
            state.number += 1
            return state.number
        }
    }

    private func note(_ error: HMError, of number: Int) {
        state.withLock { state in if state.number == number { state.error = error } }
    }

    /// Takes a change of the found things. Main queue.
    private func take(_ change: IntegrationsChange, _ model: HomeKitModel, of number: Int) {
        let new = change.found.filter(\.canBeAdded)
        var gone = Set(change.lostIDs).union(change.found.lazy.filter { !$0.canBeAdded }.map(\.id))
        let (found, lost) = state.withLock { state -> ([HMAccessory], [HMAccessory]) in
            guard state.number == number else { return ([], []) }
            state.error = nil
            if change.isSnapshot {
                gone.formUnion(state.accessories.map(\.key).filter { key in !new.contains { $0.id == key } })
            }
            // The object of a thing that was added belongs to the home. If the hub finds the thing again, the hub has removed
            // it meanwhile.
            let again = state.accessories.filter { accessory in
                accessory.found == nil && new.contains { $0.id == accessory.key }
            }
            gone.formUnion(again.map(\.key))
            let lost = state.accessories.filter { gone.contains($0.key) || $0.core !== model }
            state.accessories.removeAll { accessory in lost.contains { $0 === accessory } }
            var found: [HMAccessory] = []
            for device in new {
                if let known = state.accessories.first(where: { $0.key == device.id }) {
                    known.foundAgain(device)
                } else {
                    found.append(HMAccessory(device, model))
                }
            }
            state.accessories += found
            return (found, lost)
        }
        guard let delegate else { return }
        for accessory in lost { delegate.accessoryBrowser(self, didRemoveNewAccessory: accessory) }
        for accessory in found { delegate.accessoryBrowser(self, didFindNewAccessory: accessory) }
    }
}
