internal import Hearth
internal import HearthHomeKitMapping
internal import Synchronization

// A device that the hub has found nearby: an accessory without a home, until it is added.
extension HMAccessory {
    /// Creates the accessory of a found device.
    convenience init(_ found: FoundDevice, _ model: HomeKitModel) {
        self.init(
            CachedDevice(id: "found/" + found.id, name: found.name.isEmpty ? found.address : found.name), model,
            found: found)
    }

    /// Whether a person has to press a button of the accessory while it is added to a home; see
    /// ``HMHomeManagerDelegate/homeManager(_:didRequestButtonPressFor:in:)``. False once it is in a home. HomeKit has no such
    /// property.
    public var requiresButtonPress: Bool { found?.readiness == .needsButton }

    /// Identifies what was found, also after it was added.
    var key: String { state.withLock { $0.key } }

    /// Takes a changed announcement.
    func foundAgain(_ device: FoundDevice) { change { if $0.found != nil { $0.found = device } } }

    /// Becomes an accessory of a home. Main queue.
    func become(_ record: CachedDevice) {
        change { state in
            state.record = record
            state.found = nil
            state.isReachable = nil
            state.parts = nil
        }
    }
}

extension FoundDevice {
    /// Whether the hub can add it, if it gets the key, password or code that it may ask for.
    var canBeAdded: Bool {
        switch readiness {
        case .ready, .needsKey, .needsPassword, .needsCode, .needsButton: true
        case .notSupported, .added, .unknown: false
        }
    }

    /// What it asks for; nil for nothing.
    var neededSecret: String? {
        switch readiness {
        case .needsKey: "a key"
        case .needsPassword: "a password"
        case .needsCode: "a code"
        case .ready, .needsButton, .notSupported, .added, .unknown: nil
        }
    }
}

// Accessories that this program adds. Main queue.
extension HomeKitModel {
    /// Begins to hold back the news of new accessories, since some are this program's own.
    func beginAddition() { table.withLock { $0.additions += 1 } }

    /// Whether the delegate of a home is notified of a new accessory only at the end of an addition.
    func waitsToTell(_ id: String) -> Bool {
        table.withLock { table in
            guard table.additions > 0 else { return false }
            table.unreported.append(id)
            return true
        }
    }

    /// Ends an addition, and notifies delegates of the accessories that other programs have added meanwhile.
    ///
    /// - Parameter ids: the devices that it has added.
    func endAddition(of ids: [String]) {
        let unreported = table.withLock { table in
            table.additions -= 1
            table.unreported.removeAll { ids.contains($0) }
            defer { if table.additions == 0 { table.unreported = [] } }
            return table.additions == 0 ? table.unreported : []
        }
        for id in unreported {
            guard let accessory = accessory(id), let home = home(accessory.homeID) else { continue }
            home.toldDelegate { $0.home(home, didAdd: accessory) }
        }
    }

    /// Lets the object of a found device take the place of the accessory that it became. A thing with several devices
    /// becomes their bridge; without a bridge it stays outside of the home.
    func adopt(_ found: HMAccessory, among ids: [String]) {
        let added = ids.compactMap { accessory($0) }
        let whole = added.filter { !$0.isBridged }
        guard whole.count == 1, let made = whole.first, let home = home(made.homeID) else { return }
        found.become(made.record)
        table.withLock { $0.accessories[found.id] = found }
        home.change { state in
            guard let index = state.accessories.firstIndex(where: { $0 === made }) else { return }
            state.accessories[index] = found
        }
        accessoriesChanged()
    }
}
