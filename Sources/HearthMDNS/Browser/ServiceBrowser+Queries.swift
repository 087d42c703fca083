extension ServiceBrowser {
    /// The most questions of a message.
    private static let mostQuestions = 20
    /// Records that are to be asked for again in this time are asked for together with others.
    private static let together: Duration = .seconds(1)

    /// Takes the queries that are due, one or more for each interface.
    mutating func takeQueries(_ now: Instant) -> [Action] {
        var questions: [UInt32: Set<RecordCache.Key>] = [:]
        for (key, ask) in asks where ask.next <= now {
            guard isUnanswered(key) else {
                asks[key] = nil
                continue
            }
            questions[key.interface, default: []].insert(key)
            asks[key] = Ask(next: now + ask.interval, interval: min(ask.interval * 2, limits.longestInterval))
        }
        if let deadline = cache.deadline, !questions.isEmpty || deadline <= now {
            for key in cache.takeRefreshes(by: now + Self.together) where isWanted(key) {
                questions[key.interface, default: []].insert(key)
            }
        }
        return questions.sorted { $0.key < $1.key }.flatMap { interface, keys in
            messages(keys, now).map { .send($0, interface: interface) }
        }
    }

    /// Whether a question is still open: types always are, as one more device may answer.
    private func isUnanswered(_ key: RecordCache.Key) -> Bool {
        guard isWanted(key) else { return false }
        switch key.type {
        case .ptr: return true
        // A host without one of the versions need not answer for it.
        case .a, .aaaa:
            return [DNSType.a, .aaaa].allSatisfy { type in
                cache[RecordCache.Key(interface: key.interface, name: key.name, type: type)].isEmpty
            }
        default: return cache[key].isEmpty
        }
    }

    /// Whether a record belongs to a wanted type, or to one of its services.
    private func isWanted(_ key: RecordCache.Key) -> Bool {
        guard interfaces.contains(key.interface) else { return false }
        switch key.type {
        case .ptr: return types[key.name] != nil
        case .srv, .txt: return instances[key.name]?.interfaces.contains(key.interface) == true
        default:
            return instances.contains { name, entry in
                entry.interfaces.contains(key.interface) && host(of: name, on: key.interface) == key.name
            }
        }
    }

    private func messages(_ keys: Set<RecordCache.Key>, _ now: Instant) -> [DNSMessage] {
        let sorted = keys.sorted { left, right in
            left.name == right.name
                ? left.type.rawValue < right.type.rawValue
                : left.name.wire.lexicographicallyPrecedes(right.name.wire)
        }
        return stride(from: 0, to: sorted.count, by: Self.mostQuestions).map { start in
            let part = sorted[start..<min(start + Self.mostQuestions, sorted.count)]
            return .query(
                part.map { DNSQuestion($0.name, $0.type) },
                known: part.filter { $0.type == .ptr }.flatMap { known($0, now) })
        }
    }

    /// The records that need not be told again: those with more than half of their time left (RFC 6762, section 7.1).
    private func known(_ key: RecordCache.Key, _ now: Instant) -> [DNSRecord] {
        cache[key].filter { $0.refreshes != nil && now - $0.received < $0.validity / 2 }
            .map { entry in
                var record = entry.record
                record.lifetime = UInt32(clamping: (entry.expires - now).components.seconds)
                record.flushesCache = false
                return record
            }
            .sorted { $0.data.wire.lexicographicallyPrecedes($1.data.wire) }
    }
}
