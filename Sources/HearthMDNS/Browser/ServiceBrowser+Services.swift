extension ServiceBrowser {
    /// Looks at the instances that records have touched, tells of changes, and asks for what is missing.
    mutating func settle(_ now: Instant, _ random: inout some RandomNumberGenerator) -> [Action] {
        if !touchedHosts.isEmpty {
            for (name, entry) in instances
            where entry.interfaces.contains(where: { interface in
                host(of: name, on: interface).map(touchedHosts.contains) ?? false
            }) {
                touched.insert(name)
            }
            touchedHosts = []
        }
        var actions: [Action] = []
        // In the order of their names, so that a run can be repeated.
        for name in touched.sorted(by: { $0.wire.lexicographicallyPrecedes($1.wire) }) {
            guard let entry = instances[name] else { continue }
            if entry.interfaces.isEmpty {
                if let reported = entry.reported { actions.append(.changed(.gone(reported))) }
                forget(name)
                continue
            }
            askForMissing(name, entry, now, &random)
            let service = service(name, entry, now)
            instances[name]?.reported = service
            switch (entry.reported, service) {
            case (nil, let service?): actions.append(.changed(.found(service)))
            case (let old?, nil): actions.append(.changed(.gone(old)))
            case (let old?, let service?) where old != service: actions.append(.changed(.changed(service)))
            default: break
            }
        }
        touched = []
        return actions
    }

    private mutating func askForMissing(
        _ name: DNSName, _ entry: Instance, _ now: Instant, _ random: inout some RandomNumberGenerator
    ) {
        for interface in entry.interfaces.sorted() {
            var missing: [(DNSName, DNSType)] = []
            if cache.latest(interface, name, .txt) == nil { missing.append((name, .txt)) }
            if let host = host(of: name, on: interface) {
                let isKnown = [DNSType.a, .aaaa].contains { cache.latest(interface, host, $0) != nil }
                if !isKnown { missing += [(host, .a), (host, .aaaa)] }
            } else {
                missing.append((name, .srv))
            }
            for (name, type) in missing {
                let key = RecordCache.Key(interface: interface, name: name, type: type)
                if asks[key] == nil { ask(key, now, &random) }
            }
        }
    }

    /// The service as the cached records describe it; nil if its host or addresses are unknown.
    private mutating func service(_ name: DNSName, _ entry: Instance, _ now: Instant) -> DiscoveredService? {
        var place: (host: DNSName, port: UInt16)?
        var strings: [[UInt8]]?
        var addresses: [IPAddress] = []
        for interface in entry.interfaces.sorted() {
            guard case .srv(_, _, let port, let host) = cache.latest(interface, name, .srv)?.data else { continue }
            if place == nil { place = (host, port) }
            if strings == nil, case .txt(let found) = cache.latest(interface, name, .txt)?.data { strings = found }
            guard place?.host == host else { continue }
            for address in self.addresses(of: host, on: interface) where !addresses.contains(address) {
                addresses.append(address)
            }
        }
        guard let place else { return nil }
        if addresses.isEmpty, let last = entry.reported, last.host == place.host {
            // Devices announce addresses for as little as four seconds. The last known ones are worth a try until the
            // service itself expires.
            addresses = last.addresses
        }
        guard !addresses.isEmpty else { return nil }
        if strings == nil, entry.reported == nil {
            let completeAt = entry.completeAt ?? now + Self.attributesTime
            if completeAt > now {
                instances[name]?.completeAt = completeAt
                return nil
            }
        }
        instances[name]?.completeAt = nil
        let attributes = strings.map { ServiceAttributes(strings: $0) } ?? entry.reported?.attributes
        return DiscoveredService(
            type: entry.type, instance: name, host: place.host, port: place.port,
            addresses: addresses.sorted { rank($0) < rank($1) }, attributes: attributes ?? ServiceAttributes())
    }

    private func addresses(of host: DNSName, on interface: UInt32) -> [IPAddress] {
        [DNSType.a, .aaaa].flatMap { type in
            cache[RecordCache.Key(interface: interface, name: host, type: type)].compactMap { entry in
                switch entry.record.data {
                case .a(let address): address
                case .aaaa(let address): IPAddress(address.bytes, scope: interface)
                default: nil
                }
            }
        }.filter { !$0.isUnusable }
    }

    /// The order of addresses. IPv4 first: on home networks it is the one that works.
    private func rank(_ address: IPAddress) -> String {
        let kind = address.isLinkLocal ? 2 : address.isIPv4 ? 0 : 1
        return "\(kind)\(address)"
    }
}
