package import HearthDeviceLinks
internal import HearthEntities
internal import HearthHTTP1
internal import HearthJSON
internal import HearthTraitCore

extension HueMachine {
    /// Reads all resources.
    mutating func read(_ now: Duration) -> [Action] {
        readAt = nil
        guard let lane = Self.lanes.first(where: { jobs[$0] == nil }) else {
            readAt = now + HueWrites.step
            return []
        }
        (isReading, held, streamBytes) = (true, [], 0)
        jobs[lane] = (.read, now + Self.patience)
        return [.order(.request(lane, .everything))]
    }

    /// The bridge has answered the request of a lane.
    package mutating func answered(_ lane: Int, _ answer: HueAnswer, now: Duration) -> [Action] {
        guard isStarted, let job = jobs.removeValue(forKey: lane)?.job else { return [] }
        switch job {
        case .read: return wasRead(answer, now) + sendWaiting(now)
        case .write(let write): return wasWritten(write, answer, now) + sendWaiting(now)
        }
    }

    private mutating func wasRead(_ answer: HueAnswer, _ now: Duration) -> [Action] {
        guard isOpen else { return [] }
        if answer.isBusy, readRefusals < HueWrites.mostRefusals {
            readRefusals += 1
            readAt = now + HueWrites.step * readRefusals
            return []
        }
        readRefusals = 0
        guard answer.status == 200 else { return fail(Self.refusal(answer.status, bridge: settings.bridgeID), now) }
        guard let data = answer.json?["data"], !data.items.isEmpty else {
            return fail(
                HueError(.disconnected, "\(name) sent no list of its resources", wayOut: "the hub tries again"), now)
        }
        let bridge = data.items.first { $0["type"]?.string == "bridge" }
        if let expected = settings.bridgeID, let id = HueSettings.bridgeID(bridge?["bridge_id"]?.string), id != expected
        {
            return fail(
                HueError(
                    .wrongBridge, "another Hue bridge answers at \(settings.host): \(id)", wayOut: "correct the address"
                ),
                now)
        }
        resources = HueResources(data.items)
        let messages = held
        (isReading, held, unreachableAt, describeAt) = (false, [], nil, nil)
        var actions = describe(isFirst: !isReachable, keepsOnly: true)
        if !isReachable {
            isReachable = true
            lost = Set(map.devices.map(\.id).filter { map.isLost($0, resources) })
            actions += map.devices.map { .call(.reachable($0.id, !lost.contains($0.id))) } + [.call(.health(.online))]
        } else {
            actions += relinked()
        }
        noteEvents()
        actions += map.reports(resources.order, resources, isReplay: true).map { .call(.report($0)) }
        for message in messages { actions += changed(message, wasHeld: true, now) }
        return actions
    }

    /// Describes the devices that differ from those before, and removes those that are gone.
    ///
    /// - Parameters:
    ///   - isFirst: whether all are described.
    ///   - keepsOnly: whether the hub may have devices that the bridge had before the link began.
    private mutating func describe(isFirst: Bool, keepsOnly: Bool) -> [Action] {
        let devices = isFirst ? [] : map.devices
        let old = Dictionary(uniqueKeysWithValues: devices.map { ($0.id, $0) })  // in range: a resource's ID
        map = HueMap(resources, hasGroups: settings.hasGroups)
        let ids = Set(map.devices.map(\.id))
        let described = map.devices.filter { old[$0.id] != $0 }
        // A known device that is described again stays as reachable as it was. One that is gone is new when it
        // returns.
        lost.formIntersection(ids)
        var actions: [Action] = described.map { .call(.describe($0)) }
        if keepsOnly {
            actions.append(.call(.keepOnly(ids)))
        } else {
            actions += old.keys.filter { !ids.contains($0) }.sorted().map { .call(.remove($0)) }
        }
        return actions
    }

    /// Describes what messages have changed, after a pause since the last time, as all resources are looked through.
    /// Changes during the pause are described together.
    mutating func describeChanges(_ now: Duration) -> [Action] {
        guard now >= describeAfter else {
            describeAt = describeAfter
            return []
        }
        let known = map.parts.mapValues(\.deviceID)
        let actions = describe(isFirst: false, keepsOnly: false)
        (describeAfter, describeAt) = (now + max(Self.describePause, Self.deviceTime * actions.count), nil)
        let new = resources.order.filter { map.parts[$0]?.deviceID != known[$0] }
        return actions + map.reports(new, resources, isReplay: true).map { .call(.report($0)) } + relinked()
    }

    /// Reports which devices the bridge has lost or found again.
    private mutating func relinked() -> [Action] { relinked(map.devices.map(\.id)) }

    private mutating func relinked(_ devices: [String]) -> [Action] {
        var actions: [Action] = []
        for device in devices {
            let isLost = map.isLost(device, resources)
            guard isLost != lost.contains(device) else { continue }
            if isLost { lost.insert(device) } else { lost.remove(device) }
            actions.append(.call(.reachable(device, !isLost)))
        }
        return actions
    }

    /// Takes note of the events that happened before, so that they are not reported.
    private mutating func noteEvents() {
        eventTimes = [:]
        for (id, part) in map.parts { eventTimes[id] = resources[id].flatMap { part.event($0.value)?.time } }
    }

    // MARK: - The stream

    /// Takes bytes of the stream of events.
    package mutating func streamed(_ bytes: [UInt8], now: Duration) -> [Action] {
        guard isStarted, isOpen else { return [] }
        heardAt = now
        streamBytes += bytes.count
        guard budget.spend(bytes: bytes.count, now: now) else { return fail(tooFast, now) }
        let events: [ServerSentEvent]
        do throws(HTTP1ClientError) {
            events = try parser.received(bytes)
        } catch {
            return fail(
                HueError(.disconnected, "\(name) sent a message that is too long", wayOut: "the hub tries again"), now)
        }
        var actions: [Action] = []
        for event in events where isOpen {
            guard let messages = try? JSONValue([UInt8](event.data.utf8), bytes: Self.mostEventBytes) else { continue }
            for message in messages.items.prefix(Self.mostHeld) { actions += take(message, now) }
        }
        // What messages have added to resources is bounded.
        if isOpen, !isReading, readAt == nil, streamBytes > Self.mostStreamBytes { actions += read(now) }
        return actions
    }

    private mutating func take(_ message: JSONValue, _ now: Duration) -> [Action] {
        guard isOpen else { return [] }
        guard budget.spend(changes: max(message["data"]?.items.count ?? 0, 1)) else { return fail(tooFast, now) }
        guard isReading || readAt != nil else { return changed(message, wasHeld: false, now) }
        guard held.count < Self.mostHeld, streamBytes <= Self.mostStreamBytes else { return fail(tooFast, now) }
        held.append(message)
        return []
    }

    private var tooFast: HueError {
        HueError(.disconnected, "\(name) sends faster than it can be read", wayOut: "the hub tries again")
    }

    /// A message of the stream: resources that were added, changed or deleted (Hue's documentation, "Core concepts",
    /// "Events").
    ///
    /// - Parameter wasHeld: whether it came while everything was read, and so may be older than what was read.
    private mutating func changed(_ message: JSONValue, wasHeld: Bool, _ now: Duration) -> [Action] {
        let items = message["data"]?.items ?? []
        var states: [String] = []
        var seen: Set<String> = []
        var isOther = false
        var events: [EntityReport] = []
        for item in items {
            let change: HueResources.Change
            switch message["type"]?.string {
            case "add": change = resources.add(item)
            case "update": change = resources.update(item)
            case "delete": change = resources.delete(item)
            default: change = .nothing
            }
            switch change {
            case .nothing: break
            case .structure: isOther = true
            case .state(let id):
                if seen.insert(id).inserted { states.append(id) }
                if let event = fired(id, item, wasHeld: wasHeld) { events.append(event) }
            }
        }
        let actions = isOther ? describeChanges(now) : []
        return actions + relinked(states.compactMap { map.device(linkedBy: $0) })
            + (map.reports(states, resources, isReplay: false) + events).map { .call(.report($0)) }
    }

    /// The event of a button or dial that a change tells; nil for one that was told before, or happened before the
    /// bridge was read.
    private mutating func fired(_ id: String, _ item: JSONValue, wasHeld: Bool) -> EntityReport? {
        guard let part = map.parts[id], let event = part.event(item) else { return nil }
        if let time = event.time {
            // All times have the same form, so their texts are in their order. In the stream an earlier one is new,
            // too: the bridge's clock was set back.
            if let last = eventTimes[id], time == last || wasHeld && time < last { return nil }
            eventTimes[id] = time
        }
        guard let type = event.type else { return nil }
        return EntityReport(
            deviceID: part.deviceID, events: [EntityReport.Event(entity: part.entity.key, type: type)])
    }
}
