internal import HearthBase
internal import HearthBrokerLinks
internal import HearthEntities
internal import HearthJSON
internal import HearthMQTT
internal import HearthTraitCore

extension Zigbee2MQTTMachine {
    /// The most bytes of documents: the list of devices has about 3.5 KB a device.
    private static let longestList = 16 << 20
    private static let longestDocument = 2 << 20
    /// The most lights, covers, switches … of a device that its groups look at. The largest known models have eight.
    private static let mostSpecifics = 64
    /// The shortest time between notices of the same trouble, as anyone at the broker can cause any number.
    private static let noticePause = Duration.seconds(3_600)

    mutating func receivedBridgeState(_ payload: [UInt8], _ now: Duration) -> [BrokerAction] {
        guard let isOnline = OnlineState.read(payload) else { return [] }
        // It says so once more if it was started again too fast to be missed.
        if isOnline { settle(now) }
        guard isOnline != status.isOnline else { return [] }
        status.isOnline = isOnline
        if isOnline {
            // What happened while it was offline is not known.
            for id in devices.keys.sorted() { ask(id, now) }
        }
        return updateReachability()
    }

    mutating func receivedInfo(_ payload: [UInt8], _ now: Duration) -> [BrokerAction] {
        guard let value = try? JSONValue(payload, bytes: Self.longestDocument), let info = BridgeInfo(value) else {
            return []
        }
        let isNew = status.publishesJSON != info.publishesJSON
        status.publishesJSON = info.publishesJSON
        status.version = info.version
        status.coordinator = info.coordinator
        let change = info.coordinator.map { compare($0) } ?? []
        status.needsRestart = info.needsRestart
        status.joining.update(isOpen: info.permitsJoin, ends: info.joinEnds)
        guard !info.publishesJSON, isNew, formatNoticed.map({ now >= $0 + Self.noticePause }) ?? true else {
            return change
        }
        formatNoticed = now
        return change + [
            .notice(
                "zigbee2mqtt publishes no states as JSON; set advanced.output to \"json\" or \"attribute_and_json\"")
        ]
    }

    /// Compares the bridge's coordinator with the one of the settings.
    private mutating func compare(_ coordinator: String) -> [BrokerAction] {
        let isOther = settings.coordinator.map { $0 != coordinator } ?? false
        guard isOther != status.isOtherBridge else { return [] }
        status.isOtherBridge = isOther
        guard isOther else { return updateReachability() }
        return [
            .notice(
                "the zigbee2mqtt at \(quoted(settings.base)) has the coordinator \(quotedBeginning(coordinator)), "
                    + "which is another one, so its devices are not taken; correct the address or the base topic")
        ] + updateReachability()
    }

    /// Compares the first coordinator of a list of devices.
    private mutating func compare(_ values: some Sequence<JSONValue>) -> [BrokerAction] {
        guard settings.coordinator != nil else { return [] }
        for value in values {
            if let item = BridgeDevice(value), item.isCoordinator { return compare(item.address) }
        }
        return []
    }

    mutating func receivedEvent(_ message: MQTTMessage) -> [BrokerAction] {
        // A retained one is of an earlier time.
        guard !message.isRetained, let value = try? JSONValue(message.payload, bytes: Self.longestDocument),
            let event = BridgeEvent(value)
        else { return [] }
        status.joining.take(event)
        return []
    }

    // MARK: - Devices

    mutating func receivedDevices(_ payload: [UInt8], _ now: Duration) -> [BrokerAction] {
        var actions: [BrokerAction] = []
        var listed: Set<String> = []
        var hasCoordinator = false
        do throws(JSONError) {
            guard let values = try JSONValue.items(of: payload, bytes: Self.longestList) else { return [] }
            actions += compare(values)
            guard !status.isOtherBridge else {
                listDeadline = nil
                return actions
            }
            for value in values {
                guard let item = BridgeDevice(value) else { continue }
                if item.isCoordinator {
                    hasCoordinator = true
                } else if listed.count == Self.mostDevices {
                    actions.append(
                        .notice("zigbee2mqtt has more than \(Self.mostDevices) devices; the others are left out"))
                    break
                } else if listed.insert(item.address).inserted {
                    actions += take(item, now)
                }
            }
        } catch {
            listDeadline = nil
            return [.notice("zigbee2mqtt's list of devices can't be read; the known devices stay: \(error)")]
        }
        // A real list has the coordinator at least. Without anything the devices have not been removed.
        guard hasCoordinator || !listed.isEmpty else { return [] }
        listDeadline = nil
        let known = devices.values.count { !$0.isGroup }
        // A bridge that has lost its database starts with the coordinator alone.
        guard !listed.isEmpty || known <= 1 else {
            return actions + [
                .notice(
                    "zigbee2mqtt lists no devices any more, so the \(known) known ones are kept; if its database is "
                        + "lost, restore it, else remove the integration")
            ]
        }
        for id in devices.keys.sorted() where !listed.contains(id) && devices[id]?.isGroup == false {
            devices[id] = nil
            actions += endCommands(to: id) + [.remove(id)]
        }
        actions += takeGroups()
        if !hasKept, !listed.isEmpty, listed.count < Self.mostDevices { complete = listed }
        actions += keepListed()
        rename()
        return actions + subscribeToNames() + updateReachability()
    }

    /// Names the devices of the first complete lists, so that those go that the bridge dropped while the hub was off. A
    /// list with the coordinator alone names none: it may be that of a lost database.
    private mutating func keepListed() -> [BrokerAction] {
        guard let complete, !settings.hasGroups || hasGroupList else { return [] }
        (self.complete, hasKept) = (nil, true)
        return [.keepOnly(settings.hasGroups ? complete.union(groups.map(\.deviceID)) : complete)]
    }

    private mutating func take(_ item: BridgeDevice, _ now: Duration) -> [BrokerAction] {
        var known = devices[item.address]
        // While a device is interviewed again its model is unknown, but not what the hub knows of it.
        let map =
            item.definition.map { definition in
                var map = DeviceMap(item, definition)
                map.device.entities += BridgeButtons.entities
                return map
            } ?? known?.map.renamed(item.name)
        guard let map else { return [] }
        let isNew = known == nil
        let isChanged = known?.map.device != map.device
        known = known ?? KnownDevice(map: map, name: item.name)
        known?.map = map
        known?.name = item.name
        known?.isDisabled = item.isDisabled
        if settings.hasGroups, let exposes = item.definition?.exposes.items {
            known?.specifics = Array(exposes.lazy.filter(\.kind.isSpecific).prefix(Self.mostSpecifics))
        }
        devices[item.address] = known
        if isNew { ask(item.address, now) }
        return isChanged ? [.describe(map.device)] : []
    }

    /// Queues a question for a device's state.
    mutating func ask(_ id: String, _ now: Duration) {
        guard let device = devices[id], device.map.question != nil, !device.isAsked else { return }
        devices[id]?.isAsked = true
        questions.append(id)
        // Retained and cached states come first.
        nextQuestion = nextQuestion ?? now + .seconds(2)
    }

    /// Assigns names to devices again. Of equal names the first counts, by address.
    private mutating func rename() {
        names = [:]
        for (id, device) in devices.sorted(by: { $0.key < $1.key }) where names[device.name] == nil {
            names[device.name] = id
        }
    }

    /// Subscribes to devices' topics. Names with slashes are not within the wildcard, which stands for one level only,
    /// as a deeper one would bring the bridge's logs.
    private mutating func subscribeToNames() -> [BrokerAction] {
        var wanted: Set<String> = [topic("+"), topic("+/availability")]
        for name in names.keys where name.contains("/") {
            wanted.formUnion([topic(name), topic("\(name)/availability")])
        }
        let (added, removed) = (wanted.subtracting(subscribed).sorted(), subscribed.subtracting(wanted).sorted())
        subscribed = wanted
        return (removed.isEmpty ? [] : [.unsubscribe(removed)]) + (added.isEmpty ? [] : [.subscribe(added)])
    }

    // MARK: - Groups

    mutating func receivedGroups(_ payload: [UInt8]) -> [BrokerAction] {
        guard settings.hasGroups, !status.isOtherBridge,
            let value = try? JSONValue(payload, bytes: Self.longestDocument),
            case .array(let items) = value
        else { return [] }
        groups = items.prefix(500).compactMap { BridgeGroup($0) }
        hasGroupList = true
        // Without a list of devices nothing is known of their members.
        guard !devices.isEmpty else { return [] }
        let actions = takeGroups() + keepListed()
        rename()
        return actions + subscribeToNames() + updateReachability()
    }

    private mutating func takeGroups() -> [BrokerAction] {
        guard settings.hasGroups else { return [] }
        var actions: [BrokerAction] = []
        var listed: Set<String> = []
        for group in groups {
            let members = group.members.compactMap { devices[$0] }.flatMap(\.specifics)
            guard let map = DeviceMap(group, members: members), listed.insert(map.device.id).inserted else { continue }
            var known = devices[map.device.id] ?? KnownDevice(map: map, name: group.name, isGroup: true)
            if known.map.device != map.device || devices[map.device.id] == nil { actions.append(.describe(map.device)) }
            known.map = map
            known.name = group.name
            devices[map.device.id] = known
        }
        for id in devices.keys.sorted() where !listed.contains(id) && devices[id]?.isGroup == true {
            devices[id] = nil
            actions.append(.remove(id))
        }
        return actions
    }
}
