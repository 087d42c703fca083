/// Announces services of this process on the local network and answers queries for them (RFC 6762, sections 6 to 10),
/// as a value without I/O.
///
/// Each function returns what is to be sent. The caller calls ``timePassed(now:using:)`` at ``deadline``. Several
/// responders of one machine may run side by side: each hears all queries, and answers for its own names.
package struct ServiceAnnouncer: Sendable {
    package typealias Instant = ContinuousClock.Instant

    /// Who receives a message.
    package enum Destination: Hashable, Sendable {
        /// The group on the interface.
        case group
        /// The asker alone.
        case peer(IPAddress, port: UInt16)
    }

    /// What the caller has to do.
    package enum Action: Hashable, Sendable {
        /// Send a message on an interface.
        case send(DNSMessage, interface: UInt32, to: Destination)
        /// Tell the name under which the service with this number is announced.
        case named(Int, String)
        /// Tell the name that the host has now.
        case hostNamed(DNSName)
    }

    /// Where a message came from.
    package struct Origin: Hashable, Sendable {
        let interface: UInt32
        let address: IPAddress
        let port: UInt16

        package init(interface: UInt32, address: IPAddress, port: UInt16) {
            self.interface = interface
            self.address = address
            self.port = port
        }
    }

    struct Entry: Sendable {
        var service: AnnouncedService
        var claim: NameClaim
    }

    var host: NameClaim
    var entries: [Int: Entry] = [:]
    /// The addresses by interface.
    var addresses: [UInt32: [IPAddress]] = [:]
    var answers = PendingAnswers()

    /// The validity of records that depend on the host, and of others, in seconds (RFC 6762, section 10).
    static let hostLifetime: UInt32 = 120
    static let otherLifetime: UInt32 = 4500
    /// The port of multicast DNS. Queries from others are of plain DNS (RFC 6762, section 6.7).
    let port: UInt16

    /// Creates an announcer.
    /// - Parameter host: the name of the host in the domain `local`, which gets a number if another device has it. It
    ///   should not be the machine's own, which other programs announce.
    package init(host: String, port: UInt16 = 5353) throws(DNSError) {
        self.port = port
        self.host = try NameClaim(host, in: DNSName("local"), numbering: .hyphen)
    }

    /// The name of the host.
    package var hostName: DNSName { host.name }

    // MARK: What is announced

    /// Sets the addresses of the interfaces to use. On a new interface, names are probed for (RFC 6762, section 8).
    package mutating func use(
        addresses used: [UInt32: [IPAddress]], now: Instant, using random: inout some RandomNumberGenerator
    ) {
        guard used != addresses else { return }
        let isNew = !Set(used.keys).isSubset(of: addresses.keys)
        addresses = used
        guard !entries.isEmpty else { return }
        if isNew || !host.isOwned { host.probe(now, using: &random) } else { host.announce(now) }
        for id in entries.keys.sorted() {
            if isNew { entries[id]?.claim.probe(now, using: &random) }
        }
    }

    /// Begins to announce a service.
    /// - Parameter id: a number by which it is withdrawn.
    package mutating func announce(
        _ service: AnnouncedService, id: Int, now: Instant, using random: inout some RandomNumberGenerator
    ) throws(DNSError) {
        var claim = try NameClaim(service.name, in: service.type.name, numbering: .words)
        claim.probe(now, using: &random)
        // The host's name is claimed with the first service.
        if entries.isEmpty { host.probe(now, using: &random) }
        entries[id] = Entry(service: service, claim: claim)
    }

    /// Announces changed attributes of a service (RFC 6762, section 8.4).
    package mutating func change(_ attributes: ServiceAttributes, id: Int, now: Instant) {
        guard entries[id] != nil, entries[id]?.service.attributes != attributes else { return }
        entries[id]?.service.attributes = attributes
        if entries[id]?.claim.isOwned == true { entries[id]?.claim.announce(now) }
    }

    /// Says goodbye for a service.
    package mutating func withdraw(id: Int) -> [Action] {
        guard let entry = entries.removeValue(forKey: id), entry.claim.isOwned, host.isOwned else { return [] }
        return goodbye { _ in records(of: entry) }
    }

    /// Says goodbye for all services and the host.
    package mutating func stop() -> [Action] {
        let owned = entries.sorted { $0.key < $1.key }.map(\.value).filter { $0.claim.isOwned }
        let isKnown = host.isOwned && !entries.isEmpty
        entries = [:]
        guard isKnown else { return [] }
        return goodbye { interface in owned.flatMap { records(of: $0) } + hostRecords(interface) }
    }

    private func goodbye(_ records: (UInt32) -> [DNSRecord]) -> [Action] {
        addresses.keys.sorted().compactMap { interface in
            let gone = records(interface).map { record in
                var record = record
                record.lifetime = 0
                return record
            }
            return gone.isEmpty ? nil : .send(.response(gone), interface: interface, to: .group)
        }
    }

    // MARK: Records

    /// The records of a service that need no other names.
    func records(of entry: Entry) -> [DNSRecord] {
        let service = entry.service
        return [
            DNSRecord(service.type.name, .ptr(entry.claim.name), lifetime: Self.otherLifetime),
            DNSRecord(
                entry.claim.name, .srv(priority: 0, weight: 0, port: service.port, target: host.name),
                lifetime: Self.hostLifetime, flushesCache: true),
            DNSRecord(
                entry.claim.name, .txt(service.attributes.strings), lifetime: Self.otherLifetime, flushesCache: true),
        ]
    }

    /// The addresses of the host on an interface.
    func hostRecords(_ interface: UInt32) -> [DNSRecord] {
        // Records have no scope: with one, this host would take its own link-local address for another's.
        (addresses[interface] ?? []).compactMap { IPAddress($0.bytes) }.map { address in
            DNSRecord(
                host.name, address.isIPv4 ? .a(address) : .aaaa(address), lifetime: Self.hostLifetime,
                flushesCache: true)
        }
    }

    // MARK: Time

    /// When ``timePassed(now:using:)`` has to be called; nil if nothing is awaited.
    package var deadline: Instant? {
        let claims =
            entries.isEmpty || addresses.isEmpty ? [] : ([host] + entries.values.map(\.claim)).compactMap(\.next)
        return (claims + [answers.deadline].compactMap(\.self)).min()
    }

    /// Sends the probes, announcements and answers that are due.
    package mutating func timePassed(now: Instant, using random: inout some RandomNumberGenerator) -> [Action] {
        var actions = answers.take(now)
        guard !entries.isEmpty, !addresses.isEmpty else { return actions }
        var probes: [NameClaim] = []
        var proposed: [UInt32: [DNSRecord]] = [:]
        var announced: [UInt32: [DNSRecord]] = [:]
        let interfaces = addresses.keys.sorted()

        switch host.step(now) {
        case .probe:
            probes.append(host)
            for interface in interfaces { proposed[interface] = hostRecords(interface) }
        case .announce(let isFirst):
            if isFirst { actions.append(.hostNamed(host.name)) }
            // What the host's name was before may be in the places of services.
            for id in entries.keys where isFirst && entries[id]?.claim.isOwned == true {
                entries[id]?.claim.announce(now)
            }
            for interface in interfaces { announced[interface] = hostRecords(interface) }
        case nil: break
        }
        for id in entries.keys.sorted() {
            guard var entry = entries[id] else { continue }
            switch entry.claim.step(now, waitsUntil: host.isOwned ? nil : host.next) {
            case .probe:
                probes.append(entry.claim)
                for interface in interfaces { proposed[interface, default: []] += records(of: entry).dropFirst() }
            case .announce(let isFirst):
                if isFirst { actions.append(.named(id, entry.claim.name.firstLabel)) }
                let enumeration = typeRecord(of: entry.service.type)
                for interface in interfaces {
                    announced[interface, default: []] += records(of: entry) + [enumeration].compactMap(\.self)
                    for record in hostRecords(interface) where announced[interface]?.contains(record) != true {
                        announced[interface]?.append(record)
                    }
                }
            case nil: break
            }
            entries[id] = entry
        }
        for interface in interfaces {
            if !probes.isEmpty {
                // Not as unicast: beside another responder, the system could give it the answers (RFC 6762, section
                // 15.1). Proposed records don't flush caches (RFC 6762, section 10.2).
                let records = (proposed[interface] ?? []).map { record in
                    var record = record
                    record.flushesCache = false
                    return record
                }
                let query = DNSMessage.query(probes.map { DNSQuestion($0.name, .any) }, authorities: records)
                actions.append(.send(query, interface: interface, to: .group))
            }
            if let records = announced[interface], !records.isEmpty {
                answers.sent(records, on: interface, now)
                actions.append(.send(.response(records), interface: interface, to: .group))
            }
        }
        return actions
    }

    /// The record by which programs list the types on a network (RFC 6763, section 9).
    func typeRecord(of type: ServiceType) -> DNSRecord? {
        guard let all = try? DNSName("_services._dns-sd._udp.local") else { return nil }
        return DNSRecord(all, .ptr(type.name), lifetime: Self.otherLifetime)
    }
}

extension NameClaim {
    enum Step {
        case probe
        case announce(isFirst: Bool)
    }

    /// Takes the step that is due.
    /// - Parameter waitsUntil: when to try again instead of announcing.
    fileprivate mutating func step(_ now: Instant, waitsUntil: Instant? = nil) -> Step? {
        guard let due = next, due <= now else { return nil }
        if case .probing(let sent) = phase {
            guard sent >= Self.probes else {
                phase = .probing(sent + 1)
                next = now + Self.probeInterval
                return .probe
            }
            phase = .announcing(0)
        }
        guard case .announcing(let sent) = phase else { return nil }
        if let waitsUntil {
            next = max(waitsUntil, now + .milliseconds(1))
            return nil
        }
        if sent + 1 < Self.announcements {
            phase = .announcing(sent + 1)
            next = now + Self.announcementInterval
        } else {
            phase = .established
            next = nil
        }
        return .announce(isFirst: sent == 0)
    }
}
