// Which announcements are of the same device.

extension DiscoveryMachine {
    /// The device that has one of these tokens; a new one if none has. Merges all devices that have one. The described
    /// device survives; of two described ones, the one with the lower id.
    mutating func device(of tokens: [AnnouncedDevice.Token]) -> Int {
        let known = Set(tokens.compactMap { owners[$0.text] }).sorted { one, other in
            let (first, second) = (devices[one]?.id, devices[other]?.id)
            return (first == nil ? 1 : 0, first ?? "", one) < (second == nil ? 1 : 0, second ?? "", other)
        }
        let number: Int
        if let first = known.first {
            number = first
        } else {
            lastNumber += 1
            number = lastNumber
            devices[number] = KnownDevice()
        }
        for other in known.dropFirst() { merge(other, into: number) }
        for token in tokens {
            owners[token.text] = number
            devices[number]?.tokens.insert(token.text)
        }
        return number
    }

    /// The id that a device had in an earlier run, unless another device is known by it now.
    ///
    /// - Parameter firsts: the first identifier of each of the device's announcements.
    func knownID(_ firsts: Set<String>, of number: Int) -> String? {
        identities.known(firsts).first { owners[$0] == nil || owners[$0] == number }
    }

    private mutating func merge(_ other: Int, into number: Int) {
        guard let merged = devices[other] else { return }
        for topic in merged.topics { announced[topic]?.device = number }
        for token in merged.tokens { owners[token] = number }
        devices[number]?.topics.formUnion(merged.topics)
        devices[number]?.tokens.formUnion(merged.tokens)
        forget(other)
        changed.insert(number)
    }

    /// Removes a device, and the readers of its topics.
    mutating func forget(_ number: Int) {
        guard let device = devices.removeValue(forKey: number) else { return }
        if let id = device.id {
            gone.insert(id)
            numbers[id] = nil
        }
        for token in device.tokens where owners[token] == number { owners[token] = nil }
        unread(device.map, of: number)
        timers.take(device: number)
        changed.remove(number)
    }

    // MARK: - Parting

    /// Announcements connected by shared identifiers, and all their identifiers.
    private struct Group {
        var topics: Set<String> = []
        var tokens: Set<String> = []
        /// The lowest of the first identifiers.
        var name: String?

        mutating func add(_ topic: String, _ announced: [AnnouncedDevice.Token]) {
            topics.insert(topic)
            tokens.formUnion(announced.map(\.text))
            name = [name, announced.first?.text].compactMap { $0 }.min()
        }
    }

    /// Splits a device whose announcements no longer share an identifier: each group without one in common becomes a
    /// device. Frees identifiers that no announcement names. The id stays with the group that names it. If none does,
    /// the device keeps it, so that no other device can have it.
    ///
    /// - Returns: the numbers of the new devices.
    mutating func part(_ number: Int) -> Set<Int> {
        guard let device = devices[number] else { return [] }
        var groups = groups(device.topics)
        guard !groups.isEmpty else { return [] }
        let holder = groups.firstIndex { group in device.id.map { group.tokens.contains($0) } ?? false }
        let kept = groups.remove(at: holder ?? 0)
        let tokens = kept.tokens.union(device.id.map { [$0] } ?? [])
        for token in device.tokens.subtracting(tokens) where owners[token] == number { owners[token] = nil }
        devices[number]?.topics = kept.topics
        devices[number]?.tokens = tokens
        var parted: Set<Int> = []
        for group in groups {
            lastNumber += 1
            devices[lastNumber] = KnownDevice(topics: group.topics, tokens: group.tokens)
            for topic in group.topics { announced[topic]?.device = lastNumber }
            for token in group.tokens { owners[token] = lastNumber }
            parted.insert(lastNumber)
        }
        return parted
    }

    /// The groups of announcements, in the order of their names.
    private func groups(_ topics: Set<String>) -> [Group] {
        let topics = topics.sorted()
        // The group of each topic is that of the topic that it points to, up to one that points to itself.
        var parents = Array(topics.indices)
        func root(_ place: Int) -> Int {
            var place = place
            while parents[place] != place {
                parents[place] = parents[parents[place]]
                place = parents[place]
            }
            return place
        }
        var namedBy: [String: Int] = [:]
        for (place, topic) in topics.enumerated() {
            for token in announced[topic]?.announcement.device.tokens ?? [] {
                let (one, other) = (root(place), root(namedBy[token.text] ?? place))
                parents[one] = other
                namedBy[token.text] = other
            }
        }
        var groups: [Int: Group] = [:]
        for (place, topic) in topics.enumerated() {
            groups[root(place), default: Group()].add(topic, announced[topic]?.announcement.device.tokens ?? [])
        }
        return groups.values.sorted { ($0.name ?? "") < ($1.name ?? "") }
    }
}
