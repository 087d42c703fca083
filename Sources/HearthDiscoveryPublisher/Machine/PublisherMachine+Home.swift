internal import HearthBase
internal import HearthMQTT
internal import HearthTraitCore

// What happens in the home.
extension PublisherMachine {
    package mutating func take(_ news: HomeNews) {
        guard !isWithdrawn else { return }
        switch news {
        case .home(let all):
            knowsHome = true
            let wanted = all.filter { settings.choice.includes($0) }
            let present = Set(wanted.map { Topics.slug($0.id) })
            for slug in devices.keys.sorted() where !present.contains(slug) { remove(slug) }
            for device in wanted { put(device) }
            for slug in announced.keys.sorted() { compare(slug) }
        case .device(let device):
            let slug = Topics.slug(device.id)
            let wasThere = devices[slug] != nil
            if settings.choice.includes(device) { put(device) } else { remove(slug) }
            if (devices[slug] != nil) != wasThere { announceBehind(slug) }
        case .removed(let id):
            remove(Topics.slug(id))
            announceBehind(Topics.slug(id))
        case .event(let event): take(event)
        }
    }

    private mutating func put(_ device: PublishedDevice) {
        let slug = Topics.slug(device.id)
        let includesSensitive = settings.choice.includesSensitive
        if devices[slug] != nil {
            devices[slug]?.update(device, includesSensitive: includesSensitive)
            if devices[slug]?.plan.entries.isEmpty ?? true { return remove(slug) }
        } else {
            let shadow = DeviceShadow(device, includesSensitive: includesSensitive)
            // A device without components is nothing to Home Assistant.
            guard !shadow.plan.entries.isEmpty else { return }
            devices[slug] = shadow
            compare(slug)
        }
        enqueue(slug)
    }

    private mutating func remove(_ slug: String) {
        guard let shadow = devices.removeValue(forKey: slug) else { return }
        appendRemoval(slug, Array(shadow.plan.platforms.keys) + Array(shadow.gone.keys))
    }

    private mutating func take(_ event: PublishedEvent) {
        let slug = Topics.slug(event.deviceID)
        guard let found = devices[slug]?.plan.event(event) else { return }
        let payload = JSON.object([("event_type", .string(found.type))]).text
        guard isConnected else { return }
        if events.count >= Self.mostEvents { _ = events.popFirst() }
        events.append(MQTTMessage(topic: topics.event(slug, found.key), payload: Array(payload.utf8), qos: 1))
    }

    /// Compares a device with what was announced before: what is not there any more goes.
    mutating func compare(_ slug: String) {
        guard knowsHome, let former = announced.removeValue(forKey: slug) else { return }
        guard devices[slug] != nil else { return appendRemoval(slug, former.keys) }
        devices[slug]?.remember(former)
        enqueue(slug)
    }

    /// Takes back everything: no device stays at the broker or at Home Assistant. What happens later has no effect.
    package mutating func withdraw() {
        isWithdrawn = true
        for slug in devices.keys.sorted() { remove(slug) }
        for (slug, former) in announced.sorted(by: { $0.key < $1.key }) { appendRemoval(slug, former.keys) }
        announced = [:]
        events = FIFO()
        queue.removeAll()
        queued = []
        mustAnnounceHub = false
        repeats.removeAll()
        if isConnected { removals.append(.kept(topics.hubConfig, "")) }
    }
}
