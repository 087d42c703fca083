extension ServiceAnnouncer {
    /// The longest validity that askers of plain DNS are told, in seconds (RFC 6762, section 6.7).
    private static let legacyLifetime: UInt32 = 10
    /// The most questions of a message that are answered.
    private static let mostQuestions = 64

    /// Takes a message: answers a query, and defends or gives up names that others have.
    package mutating func received(
        _ message: DNSMessage, from origin: Origin, now: Instant, using random: inout some RandomNumberGenerator
    ) -> [Action] {
        guard message.isStandard, !entries.isEmpty, addresses[origin.interface] != nil else { return [] }
        if message.isResponse {
            // A response from another port is not one (RFC 6762, section 6).
            guard origin.port == port else { return [] }
            findConflicts(message.answers + message.additionals, now, &random)
            return []
        }
        compareProbes(message, now)
        guard !message.questions.isEmpty else {
            answers.leaveOut(message.answers, for: origin)
            return []
        }
        answer(message, origin, now, &random)
        return answers.take(now)
    }

    // MARK: Conflicts

    /// The records of a name that are this process's own, on any interface: it hears what it sends, and another
    /// interface may be on the same link.
    private func ownData() -> (host: Set<DNSRecordData>, entries: [Int: Set<DNSRecordData>]) {
        (
            Set(addresses.keys.flatMap { hostRecords($0).map(\.data) }),
            entries.mapValues { Set(records(of: $0).dropFirst().map(\.data)) }
        )
    }

    private mutating func findConflicts(
        _ records: [DNSRecord], _ now: Instant, _ random: inout some RandomNumberGenerator
    ) {
        let own = ownData()
        // A record of a type that the name does not have is a conflict only for a prober (RFC 6762, section 8.1).
        func isConflict(_ record: DNSRecord, _ claim: NameClaim, _ data: Set<DNSRecordData>) -> Bool {
            record.recordClass == 1 && record.lifetime > 0 && record.type != .nsec && record.name == claim.name
                && !data.contains(record.data)
                && (!claim.isOwned || data.contains { $0.type == record.type })
        }
        if records.contains(where: { isConflict($0, host, own.host) }) { host.conflict(now, using: &random) }
        for id in entries.keys.sorted() {
            guard let entry = entries[id], let data = own.entries[id],
                records.contains(where: { isConflict($0, entry.claim, data) })
            else { continue }
            entries[id]?.claim.conflict(now, using: &random)
        }
    }

    /// Compares the records of simultaneous probes; the lexicographically later ones win (RFC 6762, section 8.2).
    private mutating func compareProbes(_ message: DNSMessage, _ now: Instant) {
        guard !message.authorities.isEmpty else { return }
        let own = ownData()
        func isBeaten(_ claim: NameClaim, _ data: Set<DNSRecordData>) -> Bool {
            guard !claim.isOwned else { return false }
            let theirs = message.authorities.filter { $0.name == claim.name && $0.recordClass == 1 }.map(\.data)
            guard !theirs.isEmpty, !Set(theirs).isSubset(of: data) else { return false }
            return Self.order(data).lexicographicallyPrecedes(Self.order(theirs)) { left, right in
                left.lexicographicallyPrecedes(right)
            }
        }
        if isBeaten(host, own.host) { host.isBeaten(now) }
        for (id, entry) in entries where isBeaten(entry.claim, own.entries[id] ?? []) {
            entries[id]?.claim.isBeaten(now)
        }
    }

    private static func order(_ data: some Sequence<DNSRecordData>) -> [[UInt8]] {
        data.map { data in
            let type = data.type.rawValue
            return [UInt8(type >> 8), UInt8(type & 0xFF)] + data.wire
        }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    // MARK: Answers

    private mutating func answer(
        _ query: DNSMessage, _ origin: Origin, _ now: Instant, _ random: inout some RandomNumberGenerator
    ) {
        var found: [DNSRecord] = []
        var additionals: [DNSRecord] = []
        for question in query.questions.prefix(Self.mostQuestions)
        where question.questionClass == 1 || question.questionClass == 255 {
            for (record, more) in records(for: question, on: origin.interface)
            where !found.contains(record) && !record.isKnown(from: query.answers) {
                found.append(record)
                additionals += more.filter { !additionals.contains($0) }
            }
        }
        guard !found.isEmpty else { return }
        guard origin.port == port else {
            return answers.add(
                PendingAnswers.Answer(
                    due: now, origin: origin, destination: .peer(origin.address, port: origin.port),
                    message: legacy(query, found, additionals), isDefence: false))
        }
        let isPrivate =
            query.questions.allSatisfy(\.wantsUnicast)
            && found.allSatisfy { answers.wasSentLately($0, on: origin.interface, now) }
        // Others may answer for shared records at the same time, and more known answers may follow.
        let delay: ClosedRange<Int64> =
            query.isTruncated ? 400...500 : found.contains { $0.type == .ptr } ? 20...120 : 0...0
        answers.add(
            PendingAnswers.Answer(
                due: now + .milliseconds(Int64.random(in: delay, using: &random)), origin: origin,
                destination: isPrivate ? .peer(origin.address, port: origin.port) : .group,
                message: .response(found, additionals: additionals), isDefence: !query.authorities.isEmpty))
    }

    /// An answer for an asker of plain DNS: it repeats the question, and its records are of short validity and without
    /// the flag of multicast DNS (RFC 6762, section 6.7).
    private func legacy(_ query: DNSMessage, _ found: [DNSRecord], _ additionals: [DNSRecord]) -> DNSMessage {
        func plain(_ records: [DNSRecord]) -> [DNSRecord] {
            records.map { record in
                var record = record
                record.lifetime = min(record.lifetime, Self.legacyLifetime)
                record.flushesCache = false
                return record
            }
        }
        var message = DNSMessage.response(plain(found), additionals: plain(additionals))
        message.id = query.id
        message.questions = Array(query.questions.prefix(Self.mostQuestions))
        return message
    }

    /// The records that answer a question, each with those that the asker will need next (RFC 6763, section 12).
    private func records(
        for question: DNSQuestion, on interface: UInt32
    ) -> [(DNSRecord, more: [DNSRecord])] {
        guard host.isOwned else { return [] }
        func fits(_ record: DNSRecord) -> Bool {
            record.name == question.name && (question.type == .any || question.type == record.type)
        }
        var found: [(DNSRecord, more: [DNSRecord])] = []
        let hosts = hostRecords(interface)
        if question.name == host.name {
            let fitting = hosts.filter(fits)
            found += fitting.map { ($0, hosts) }
            if fitting.isEmpty { found.append((denial(host.name, hosts), [])) }
        }
        for entry in entries.sorted(by: { $0.key < $1.key }).map(\.value) where entry.claim.isOwned {
            let records = records(of: entry)
            let unique = Array(records.dropFirst())
            if question.name == entry.claim.name {
                let fitting = unique.filter(fits)
                found += fitting.map { ($0, $0.type == .srv ? hosts : []) }
                if fitting.isEmpty { found.append((denial(entry.claim.name, unique), [])) }
            }
            if let pointer = records.first, fits(pointer) { found.append((pointer, unique + hosts)) }
            if let type = typeRecord(of: entry.service.type), fits(type) { found.append((type, [])) }
        }
        return found
    }

    /// The record that says which types a name has, and so that it has no others (RFC 6762, section 6.1).
    private func denial(_ name: DNSName, _ records: [DNSRecord]) -> DNSRecord {
        let types = Set(records.map(\.type)).sorted { $0.rawValue < $1.rawValue }
        return DNSRecord(
            name, .nsec(next: name, types: types), lifetime: Self.hostLifetime, flushesCache: true)
    }
}
