internal import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import StoreTestSupport
internal import Expectations
internal import Testing

/// Random transactions, with crashes and ends in between: a store equals its model.
@Suite(.timeLimit(.minutes(5)))
struct RandomStoreTests {
    private static let steps = 300

    @Test(arguments: StoreImplementation.all)
    func aStoreSaysWhatTheModelSays(_ implementation: StoreImplementation) async throws {
        let seed = testSeed()
        print("random transactions, \(implementation.testDescription): HEARTH_SEED=\(seed)")
        var random = RandomTransactions(seed: seed)
        var places: [any HomePlace] = [try implementation.place(), ModelPlace()]
        var stores = try await open(places, at: 0)
        let isLasting = StoreImplementation.lasting.contains { $0.testDescription == implementation.testDescription }
        var refused = 0
        for step in 0..<Self.steps {
            let comment: Comment = "HEARTH_SEED=\(seed), step \(step)"
            let isNoted = random.dice.below(6) == 0
            let transaction = isNoted ? StoreTransaction(random.changes()) : random.transaction()
            var codes: [StoreError.Code?] = []
            for store in stores {
                do throws(StoreError) {
                    if isNoted {
                        try await store.note(transaction.changes)
                    } else {
                        try await store.commit(transaction)
                    }
                    codes.append(nil)
                } catch {
                    codes.append(error.code)
                }
            }
            expect(codes[0], equals: codes[1], "\(transaction), \(comment)")
            if codes[0] != nil { refused += 1 }
            if random.dice.below(12) == 0 { try await expectSame(stores[0], stores[1], &random, comment) }
            guard isLasting, random.dice.below(25) == 0 else { continue }
            let (isKill, isClean) = (random.dice.below(2) == 0, random.dice.below(2) == 0)
            var left = places
            for index in places.indices where isKill { left[index] = try await places[index].killed() }
            for store in stores { try await store.close(clean: isClean) }
            places = left
            stores = try await open(places, at: random.dice.below(200))
            try await expectSame(stores[0], stores[1], &random, comment)
        }
        try await expectSame(stores[0], stores[1], &random, "seed \(seed), at the end")
        expect(refused, isAbove: 0, "seed \(seed)")
        expect(refused, isBelow: Self.steps / 2, "seed \(seed)")
        for store in stores { try await store.close(clean: true) }
    }

    @Test(arguments: StoreImplementation.lasting)
    func crashKeepsAcknowledgedChanges(_ implementation: StoreImplementation) async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        print("kills, \(implementation.testDescription): seed \(seed)")
        var script = StoreScript(seed: seed)
        let place = try implementation.place()
        var store = try await place.open()
        try await script.begin(store)
        for step in 0..<40 {
            let comment: Comment = "seed \(seed), step \(step)"
            if script.dice.below(10) == 0 {
                try await store.close(clean: script.dice.below(2) == 0)
                store = try await place.open()
            }
            try await script.step(store)
            guard script.dice.below(4) == 0 else { continue }
            let left = try await place.killed().open()
            try await script.check(left, has: script.acknowledged, comment)
            try await left.close(clean: true)
        }
        try await store.close(clean: true)
    }

    private func open(_ places: [any HomePlace], at second: Int) async throws -> [any HomeStorage] {
        var stores: [any HomeStorage] = []
        for place in places { stores.append(try await place.open(now: .seconds(second)) { "the hub" }) }
        return stores
    }

    private func expectSame(
        _ one: any HomeStorage, _ other: any HomeStorage, _ random: inout RandomTransactions, _ comment: Comment
    ) async throws {
        expectSame(try await one.load(), try await other.load(), comment)
        let (access, otherAccess) = (try await one.loadAccess(), try await other.loadAccess())
        expect(access.credentials, equals: otherAccess.credentials, comment)
        expect(access.invitations, equals: otherAccess.invitations, comment)
        expect(Set(access.wrongTries), equals: Set(otherAccess.wrongTries), comment)
        expect(access.highestTime, equals: otherAccess.highestTime, comment)
        try await expect(one.loadIntegrations(), equals: other.loadIntegrations(), comment)
        try await expect(one.loadIgnoredThings(), equals: other.loadIgnoredThings(), comment)
        for _ in 0..<3 {
            let request = AuditRequest(
                structureIDs: random.dice.below(2) == 0 ? nil : Set(RandomTransactions.structures.dropLast()),
                since: Int64(random.dice.below(40)), before: Int64(random.dice.below(200)), limit: random.dice.below(9))
            try await expect(one.audit(request), equals: other.audit(request), comment)
        }
        for structure in RandomTransactions.structures {
            try await expect(
                one.appDataBytes(of: structure), equals: other.appDataBytes(of: structure), comment)
            let time = Duration.seconds(random.dice.below(300))
            let ends = (
                try await one.endOfReports(of: structure, before: time),
                try await other.endOfReports(of: structure, before: time)
            )
            expect(ends.0, equals: ends.1, comment)
        }
        for object in RandomTransactions.objects {
            for app in ["a", "b"] {
                try await expect(
                    one.appData(of: object, app: app), equals: other.appData(of: object, app: app), comment)
                let writers = (
                    try await one.appDataWriters(of: object, app: app),
                    try await other.appDataWriters(of: object, app: app)
                )
                expect(writers.0, equals: writers.1, comment)
                let counts = (
                    try await one.appCount(at: object, except: app), try await other.appCount(at: object, except: app)
                )
                expect(counts.0, equals: counts.1, comment)
            }
        }
        for id in RandomTransactions.structures {
            for _ in 0..<4 {
                let (sequence, bytes) = (UInt64(random.dice.below(400)), random.dice.below(100))
                let after = try await one.reports(of: id, after: sequence, bytes: bytes)
                try await expect(other.reports(of: id, after: sequence, bytes: bytes), equals: after, comment)
                let before = try await one.reports(of: id, before: sequence, bytes: bytes)
                try await expect(other.reports(of: id, before: sequence, bytes: bytes), equals: before, comment)
            }
        }
        for device in RandomTransactions.devices {
            let keys = try await one.historySeries(of: device).map(\.key)
            try await expect(other.historySeries(of: device).map(\.key), equals: keys, comment)
        }
        for id in RandomTransactions.automations {
            for last in [nil, 20] as [UInt64?] {
                let runs = try await one.automationRuns(of: id, before: last, limit: 9)
                try await expect(other.automationRuns(of: id, before: last, limit: 9), equals: runs, comment)
            }
        }
        for key in RandomTransactions.keys { try await expectSameHistory(key, one, other, &random, comment) }
    }

    private func expectSame(_ one: StoredHome, _ other: StoredHome, _ comment: Comment) {
        expect(one.hubID, equals: other.hubID, comment)
        expect(one.epoch, equals: other.epoch, comment)
        expect(one.isContinuation, equals: other.isContinuation, comment)
        expect(one.findings, equals: other.findings, comment)
        expect(one.structures, equals: other.structures, comment)
        expect(one.rooms, equals: other.rooms, comment)
        expect(one.zones, equals: other.zones, comment)
        expect(one.serviceGroups, equals: other.serviceGroups, comment)
        expect(one.devices, equals: other.devices, comment)
        expect(one.formerDevices, equals: other.formerDevices, comment)
        expect(Set(one.states), equals: Set(other.states), comment)
        expect(one.states.count, equals: other.states.count, comment)
        expect(Set(one.memories), equals: Set(other.memories), comment)
        expect(one.memories.count, equals: other.memories.count, comment)
        expect(one.events, equals: other.events, comment)
        expect(one.schemas, equals: other.schemas, comment)
        expect(one.providers, equals: other.providers, comment)
        expect(one.runs, equals: other.runs, comment)
        expect(one.removedDevices, equals: other.removedDevices, comment)
        expect(Set(one.formerEpochs), equals: Set(other.formerEpochs), comment)
        expect(Set(one.unreported), equals: Set(other.unreported), comment)
        expect(one.unreported.count, equals: other.unreported.count, comment)
        expect(one.answers, equals: other.answers, comment)
        expect(one.automations, equals: other.automations, comment)
        expect(one.formerPrograms, equals: other.formerPrograms, comment)
        expect(one.automationRuns, equals: other.automationRuns, comment)
        expect(one.lastAutomationRuns, equals: other.lastAutomationRuns, comment)
        expect(one.people, equals: other.people, comment)
        expect(one.primaries, equals: other.primaries, comment)
    }

    private func expectSameHistory(
        _ key: HistoryKey, _ one: any HomeStorage, _ other: any HomeStorage, _ random: inout RandomTransactions,
        _ comment: Comment
    ) async throws {
        let from = random.time - Int64(random.dice.below(100 * 3_600_000))
        let values = try await values(of: key, from: from, one)
        let modelValues = try await self.values(of: key, from: from, other)
        expect(values, equals: modelValues, "\(key) from \(from), \(comment)")
        let until = from + Int64(1 + random.dice.below(random.dice.below(2) == 0 ? 60_000 : 50 * 3_600_000))
        let request = HistoryRequest(key, from: from, until: until, mostColumns: Int64(1 + random.dice.below(100)))
        let ranges = (try await one.history(request), try await other.history(request))
        expect((ranges.0 == nil), equals: (ranges.1 == nil), "\(request), \(comment)")
        guard let range = ranges.0, let model = ranges.1 else { return }
        // After a long time without changes, either of them may treat a tier as held.
        guard range.tier == model.tier else { return }
        expect(range.columns(now: random.time), equals: model.columns(now: random.time), "\(request), \(comment)")
    }

    /// The value before the first, and all values.
    private func values(of key: HistoryKey, from: Int64, _ store: any HomeStorage) async throws -> [HistorySample] {
        var (next, samples) = (from, [HistorySample]())
        while let part = try await store.historyPart(key, from: next, until: .max) {
            if samples.isEmpty, !part.samples.isEmpty { samples.append(HistorySample(0, part.before)) }
            samples += part.samples
            next = part.next
        }
        return samples
    }
}
