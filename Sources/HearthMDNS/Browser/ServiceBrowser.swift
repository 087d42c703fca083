/// Finds services on the local network (RFC 6762, RFC 6763, section 4), as a value without I/O.
///
/// It asks for the wanted types on each interface, caches what is answered there, and asks again before records expire.
/// Each function returns what is to be sent and what has changed. The caller calls ``timePassed(now:using:)`` at
/// ``deadline``.
package struct ServiceBrowser: Sendable {
    package typealias Instant = ContinuousClock.Instant

    /// What the caller has to do.
    package enum Action: Hashable, Sendable {
        /// Send a query to the group on an interface.
        case send(DNSMessage, interface: UInt32)
        /// Tell of a change.
        case changed(ServiceChange)
    }

    /// Limits on what peers can make it store.
    package struct Limits: Hashable, Sendable {
        /// The most services of a type. Further ones are ignored until one of them is gone.
        package var servicesPerType = 200
        /// The most bytes of all cached records.
        package var cacheBytes = 1 << 20
        /// The most addresses of a host on an interface, for each IP version.
        package var addressesPerHost = 16
        /// The most bytes of a service's attributes; RFC 6763, section 6.2, advises 1,300. Longer ones are ignored.
        package var attributeBytes = 2048
        /// The longest time between two queries for a type (RFC 6762, section 5.2).
        package var longestInterval: Duration = .seconds(3600)

        package init() {}
    }

    struct Instance: Sendable {
        let type: ServiceType
        /// The interfaces with a valid record that names the instance.
        var interfaces: Set<UInt32>
        /// When a service without attributes counts as complete.
        var completeAt: Instant?
        var reported: DiscoveredService?
    }

    struct Ask: Sendable {
        var next: Instant
        /// The time to the query after the next; nil for the first query.
        var interval: Duration
    }

    let limits: Limits
    var types: [DNSName: ServiceType] = [:]
    var interfaces: Set<UInt32> = []
    var cache = RecordCache()
    var instances: [DNSName: Instance] = [:]
    /// Questions without an answer, and those for types.
    var asks: [RecordCache.Key: Ask] = [:]
    /// Instances to look at again, and hosts whose addresses changed.
    var touched: Set<DNSName> = []
    var touchedHosts: Set<DNSName> = []
    /// How often a service was kept out, because there were too many or no room was left.
    package private(set) var ignoredServices = 0

    /// How long to wait for the attributes of a service; all services should have them (RFC 6763, section 6).
    static let attributesTime: Duration = .seconds(2)

    package init(limits: Limits = Limits()) { self.limits = limits }

    /// The services that are there, in the order of their names.
    package var services: [DiscoveredService] {
        instances.values.compactMap(\.reported).sorted { left, right in
            left.instance.wire.lexicographicallyPrecedes(right.instance.wire)
        }
    }

    // MARK: What is wanted

    /// Sets the types to find. Services of other types are forgotten, without a change.
    package mutating func want(_ wanted: Set<ServiceType>, now: Instant, using random: inout some RandomNumberGenerator)
    {
        let names = Dictionary(wanted.map { ($0.name, $0) }) { first, _ in first }
        let added = names.keys.filter { types[$0] == nil }
        types = names
        for (instance, entry) in instances where types[entry.type.name] == nil { forget(instance) }
        _ = cache.remove { key, _ in key.type == .ptr && names[key.name] == nil }
        for name in added { askForType(name, on: interfaces, now, &random) }
    }

    /// Sets the interfaces to use. What was heard on others is no longer valid.
    package mutating func use(
        interfaces used: Set<UInt32>, now: Instant, using random: inout some RandomNumberGenerator
    ) -> [Action] {
        let added = used.subtracting(interfaces)
        interfaces = used
        asks = asks.filter { used.contains($0.key.interface) }
        for (key, record) in cache.remove({ key, _ in !used.contains(key.interface) }) { forget(record, key) }
        for name in types.keys { askForType(name, on: added, now, &random) }
        return settle(now, &random)
    }

    /// Asks for all types again soon, for example when the machine has woken up.
    package mutating func askAgain(now: Instant, using random: inout some RandomNumberGenerator) {
        for name in types.keys { askForType(name, on: interfaces, now, &random) }
    }

    private mutating func askForType(
        _ name: DNSName, on interfaces: Set<UInt32>, _ now: Instant, _ random: inout some RandomNumberGenerator
    ) {
        for interface in interfaces {
            ask(RecordCache.Key(interface: interface, name: name, type: .ptr), now, &random)
        }
    }

    /// Asks after 20 to 120 ms, so that devices that were switched on together do not ask together (RFC 6762,
    /// section 5.2).
    mutating func ask(_ key: RecordCache.Key, _ now: Instant, _ random: inout some RandomNumberGenerator) {
        asks[key] = Ask(next: now + .milliseconds(Int64.random(in: 20...120, using: &random)), interval: .seconds(1))
    }

    // MARK: What is heard

    /// Takes a response. Queries of others, and responses about other services, change nothing.
    package mutating func received(
        _ message: DNSMessage, interface: UInt32, now: Instant, using random: inout some RandomNumberGenerator
    ) -> [Action] {
        guard message.isResponse, message.isStandard, interfaces.contains(interface) else { return [] }
        let records = (message.answers + message.additionals).filter { $0.recordClass == 1 }
        // Addresses count only for hosts of known services, and services only if their type names them.
        for record in records where record.type == .ptr { take(pointer: record, interface, now, &random) }
        for record in records where record.type == .srv || record.type == .txt {
            guard instances[record.name]?.interfaces.contains(interface) == true else { continue }
            if case .txt(let strings) = record.data,
                strings.reduce(0, { $0 + $1.count + 1 }) > limits.attributeBytes
            {
                continue
            }
            // Two, as the old record stays for a second.
            _ = insert(record, interface, now, most: 2, &random)
            touched.insert(record.name)
        }
        let addresses = records.filter { $0.type == .a || $0.type == .aaaa }
        if !addresses.isEmpty {
            let hosts = hosts(on: interface)
            for record in addresses where hosts.contains(record.name) {
                _ = insert(record, interface, now, most: limits.addressesPerHost, &random)
                touchedHosts.insert(record.name)
            }
        }
        return settle(now, &random)
    }

    private mutating func insert(
        _ record: DNSRecord, _ interface: UInt32, _ now: Instant, most: Int,
        _ random: inout some RandomNumberGenerator
    ) -> Bool {
        cache.insert(
            record, on: interface, now: now, most: most, room: limits.cacheBytes,
            spread: Double.random(in: 0...1, using: &random))
    }

    private mutating func take(
        pointer record: DNSRecord, _ interface: UInt32, _ now: Instant, _ random: inout some RandomNumberGenerator
    ) {
        guard let type = types[record.name], case .ptr(let name) = record.data, name.parent == record.name else {
            return
        }
        if instances[name] == nil, record.lifetime > 0,
            instances.values.count(where: { $0.type == type }) >= limits.servicesPerType
        {
            ignoredServices &+= 1
            return
        }
        guard insert(record, interface, now, most: limits.servicesPerType, &random) else {
            if record.lifetime > 0 { ignoredServices &+= 1 }
            return
        }
        instances[name, default: Instance(type: type, interfaces: [])].interfaces.insert(interface)
        touched.insert(name)
    }

    /// The hosts of the services on an interface.
    private func hosts(on interface: UInt32) -> Set<DNSName> {
        var hosts: Set<DNSName> = []
        for (name, entry) in instances where entry.interfaces.contains(interface) {
            if let host = host(of: name, on: interface) { hosts.insert(host) }
        }
        return hosts
    }

    func host(of instance: DNSName, on interface: UInt32) -> DNSName? {
        guard case .srv(_, _, _, let host) = cache.latest(interface, instance, .srv)?.data else { return nil }
        return host
    }

    // MARK: Time

    /// When ``timePassed(now:using:)`` has to be called; nil if nothing is awaited.
    package var deadline: Instant? {
        let times =
            asks.values.map(\.next) + instances.values.compactMap(\.completeAt) + [cache.deadline].compactMap(\.self)
        return times.min()
    }

    /// Sends queries that are due, and forgets what has expired.
    package mutating func timePassed(now: Instant, using random: inout some RandomNumberGenerator) -> [Action] {
        for (key, record) in cache.expire(now) { forget(record, key) }
        for (name, entry) in instances {
            if let time = entry.completeAt, time <= now { touched.insert(name) }
        }
        let queries = takeQueries(now)
        return queries + settle(now, &random)
    }

    /// Takes back what an expired record said.
    private mutating func forget(_ record: DNSRecord, _ key: RecordCache.Key) {
        switch record.data {
        case .ptr(let name):
            instances[name]?.interfaces.remove(key.interface)
            touched.insert(name)
        case .a, .aaaa: touchedHosts.insert(record.name)
        default: touched.insert(record.name)
        }
    }

    /// Removes an instance with its records.
    mutating func forget(_ instance: DNSName) {
        instances[instance] = nil
        _ = cache.remove { key, entry in
            key.name == instance || entry.record.data == .ptr(instance)
        }
    }
}
