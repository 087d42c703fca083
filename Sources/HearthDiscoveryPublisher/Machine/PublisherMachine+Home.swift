internal import HearthBase
internal import HearthMQTT
internal import HearthTraitCore

// What happens in the home.
extension PublisherMachine {
    package mutating func take(_ news: HomeNews) {
        switch news {
        case .home(let all):
            knowsHome = true
            let wanted = all.filter { settings.choice.includes($0) }
            let present = Set(wanted.map { Topics.slug($0.id) })
            for slug in devices.keys.sorted() where !present.contains(slug) { remove(slug) }
            for device in wanted { put(device) }
            for slug in announced.keys.sorted() { compare(slug) }
        case .device(let device):
            if settings.choice.includes(device) { put(device) } else { remove(Topics.slug(device.id)) }
        case .removed(let id): remove(Topics.slug(id))
        case .event(let event): take(event)
        }
    }

    private mutating func put(_ device: PublishedDevice) {
        let slug = Topics.slug(device.id)
        let includesSensitive = settings.choice.includesSensitive
        if devices[slug] != nil {
            devices[slug]?.update(device, includesSensitive: includesSensitive)
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
        for message in DeviceShadow.removal(slug, shadow.plan.platforms.keys, topics) { append(message) }
    }

    private mutating func take(_ event: PublishedEvent) {
        let slug = Topics.slug(event.deviceID)
        guard let found = devices[slug]?.plan.event(event) else { return }
        let payload = JSON.object([("event_type", .string(found.type))]).text
        append(MQTTMessage(topic: topics.event(slug, found.key), payload: Array(payload.utf8), quality: 1))
    }

    /// Compares a device with what was announced before: what is not there any more goes.
    mutating func compare(_ slug: String) {
        guard knowsHome, let former = announced.removeValue(forKey: slug) else { return }
        guard devices[slug] != nil else {
            for message in DeviceShadow.removal(slug, former.keys, topics) { append(message) }
            return
        }
        devices[slug]?.remember(former)
        enqueue(slug)
    }

    /// Takes back everything: no device stays at the broker or at Home Assistant.
    package mutating func withdraw() {
        for slug in devices.keys.sorted() { remove(slug) }
        queue.removeAll()
        queued = []
        mustAnnounceHub = false
        repeats.removeAll()
        append(.kept(topics.hubConfig, ""))
    }
}
