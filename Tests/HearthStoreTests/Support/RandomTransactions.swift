internal import HearthMessage
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import ProcessTestSupport

/// Draws transactions of all kinds, on so few objects that they conflict; a store refuses some of them.
struct RandomTransactions {
    var dice: Dice
    /// Milliseconds since 1970.
    private(set) var time: Int64 = 1_800_000_000_000
    private var sequences: [String: UInt64] = [:]
    private var number: Int64 = 0

    static let structures = ["s0", "s1", "s2"]
    static let objects = structures + ["r0", "r1", "r2", "z0", "z1", "g0", "g1", "d0", "d1", "d2", "d3"]
    static let devices = objects.suffix(4)
    static let automations = ["a0", "a1"]
    static let keys = devices.flatMap { device in
        [UInt32(1), 2].flatMap { trait in
            [UInt32(0), 1].map { HistoryKey(TraitPath(TraitTarget(deviceID: device, endpoint: 1), trait), $0) }
        }
    }

    init(seed: UInt64) { dice = Dice(seed: seed) }

    private mutating func one<T>(of choices: some RandomAccessCollection<T>) -> T {
        choices[choices.index(choices.startIndex, offsetBy: dice.below(choices.count))]
    }

    private mutating func maybe<T>(_ value: T) -> T? { dice.below(2) == 0 ? value : nil }

    private mutating func some<T>(_ most: Int, _ make: (inout Self) -> T) -> [T] {
        (0..<dice.below(most + 1)).map { _ in make(&self) }
    }

    private mutating func path() -> TraitPath {
        TraitPath(
            TraitTarget(deviceID: one(of: Self.devices), endpoint: UInt16(1 + dice.below(2))), UInt32(1 + dice.below(2))
        )
    }

    private mutating func bytes() -> [UInt8] { some(4) { UInt8($0.dice.below(256)) } }

    mutating func transaction() -> StoreTransaction {
        time += Int64([0, 500, 60_000, 4_000_000][dice.below(4)])
        let reports = some(2) { $0.reports() }
        return StoreTransaction(
            changes(), reports: reports,
            states: some(3) { .init(path: $0.path(), attributes: $0.bytes(), observedAt: .seconds($0.dice.below(9))) },
            memories: some(2) {
                .init(deviceID: $0.one(of: Self.devices), key: $0.one(of: ["k", "l"]), value: $0.bytes())
            },
            events: some(3) { $0.event() },
            runs: some(2) { .init(providerID: $0.one(of: ["p", "q"]), runID: "r", taken: $0.dice.next()) },
            progress: some(2) { $0.progress() },
            retention: ReportRetention(bytes: one(of: [.max, 60, 200]), since: .seconds(dice.below(20))),
            access: some(2) { $0.accessChange() },
            automations: some(1) {
                .init(
                    automationID: $0.one(of: Self.automations), isActive: $0.dice.below(2) == 0, memory: $0.bytes())
            },
            automationRuns: some(2) { $0.automationRun() }, traceBytes: one(of: [.max, 30]),
            integrations: dice.below(4) == 0 ? [integrationChange()] : [],
            history: HistoryBatch(
                some(4) { $0.historyEntry() }, now: time,
                retention: HistoryRetention(values: .seconds(6 * 3_600), minutes: .seconds(48 * 3_600))))
    }

    mutating func changes() -> [StoreChange] { some(3) { $0.change() } }

    private mutating func reports() -> StoredReports {
        let id = one(of: Self.structures)
        // A gap now and then.
        let first = sequences[id, default: 0] + (dice.below(6) == 0 ? 2 : 1)
        let reports = [bytes()] + some(3) { $0.bytes() }
        sequences[id] = first + UInt64(reports.count) - 1
        return StoredReports(
            structureID: id, epoch: 1, first: first, eventNumber: dice.next() >> 40, time: .seconds(dice.below(20)),
            reports: reports)
    }

    private mutating func automationRun() -> StoredAutomationRun {
        StoredAutomationRun(
            automationID: one(of: Self.automations), id: UInt64(dice.below(60)), revision: UInt64(1 + dice.below(3)),
            isEnded: dice.below(3) > 0, startedAt: .seconds(Int64(dice.below(20)) * 86_400),
            isUneventful: dice.below(2) == 0, content: bytes())
    }

    private mutating func automation() -> StoredAutomation {
        StoredAutomation(
            id: one(of: Self.automations), structureID: one(of: Self.structures), name: one(of: ["m", "n"]),
            isActive: dice.below(2) == 0, revision: UInt64(1 + dice.below(3)),
            otherChanges: UInt64(dice.below(3)), aliases: some(2) { $0.one(of: ["C", "D e"]) }, program: bytes())
    }

    private mutating func event() -> StoredEvent {
        StoredEvent(
            structureID: one(of: Self.structures), number: UInt64(dice.below(40)), path: path(), eventID: 3,
            time: .seconds(1), payload: bytes())
    }

    private mutating func progress() -> StructureProgress {
        let id = one(of: Self.structures)
        return StructureProgress(
            structureID: id, sequence: sequences[id] ?? 0, eventNumber: UInt64(dice.below(40)),
            firstEvent: maybe(UInt64(dice.below(30))))
    }

    private mutating func historyEntry() -> HistoryEntry {
        let key = one(of: Self.keys)
        number += 1
        let content = one(of: [.integer(Int64(dice.below(5))), .integer(-1), .null, .away, .back] as [HistoryContent])
        return HistoryEntry(
            path: key.path, subject: dice.below(4) == 0 ? .all : .attribute(key.attributeID, isState: false),
            place: number, sample: HistorySample(time, content))
    }

    private mutating func change() -> StoreChange {
        let (structure, room) = (one(of: Self.structures), one(of: ["r0", "r1", "r2"]))
        let (device, name) = (one(of: Self.devices), one(of: ["A", "B"]))
        number += 1
        switch dice.below(34) {
        case 0...2:
            return .putStructure(
                StoredStructure(
                    id: structure, name: name, sequence: 1, eventNumber: 2, timeZone: one(of: ["", "Europe/Berlin"]),
                    location: maybe(StoredLocation(latitude: Double(dice.below(2)) + 0.5, longitude: -3.25)),
                    households: Set(some(2) { $0.one(of: Self.structures) })))
        case 3: return .removeStructure(id: structure)
        case 4...6:
            return .putRoom(
                RoomRecord(id: room, structureID: structure, name: name, aliases: some(2) { $0.one(of: ["C", "D e"]) }))
        case 7: return .removeRoom(id: room)
        case 8...11:
            let bridge = one(of: Self.devices)
            return .putDevice(
                StoredDevice(
                    id: device, structureID: structure, roomID: maybe(room), name: name,
                    isNameGiven: dice.below(2) == 0,
                    description: bytes(), providerID: "p", bridgeID: bridge < device ? maybe(bridge) : nil))
        case 12: return maybe(.removeDevice(id: device)) ?? .retireDevice(id: device, at: .seconds(dice.below(5)))
        case 13: return .moveEndpoint(UInt16(1 + dice.below(2)), from: device, to: one(of: Self.devices))
        case 14:
            let schema = StoredSchema(traitID: UInt32(dice.below(3)), schema: bytes(), providerID: maybe("p"))
            return maybe(.putSchema(schema)) ?? .removeSchema(traitID: UInt32(dice.below(3)))
        case 15: return maybe(.markRemoved(deviceID: device)) ?? .unmarkRemoved(deviceID: device)
        case 16, 17:
            return .setAppData(
                objectID: one(of: Self.objects), appID: one(of: ["a", "b"]), key: one(of: ["k", "l"]),
                value: maybe(name), writer: maybe(one(of: ["ada", "bob"])))
        case 33:
            return .noteAppData(structureID: structure, objectID: one(of: Self.objects), appID: one(of: ["a", "b"]))
        case 18: return .putProvider(id: name, principal: device)
        case 19, 20:
            return .putPerson(
                StoredPerson(
                    id: one(of: ["p0", "p1", "p2"]), structureID: structure, identity: one(of: ["owner", "x", "y"]),
                    name: name, role: 4, grant: bytes()))
        case 24: return .removePerson(id: one(of: ["p0", "p1", "p2"]))
        case 25: return .setPrimary(identity: one(of: ["owner", "x"]), structureID: maybe(structure))
        case 26: return .addAudit(auditRow())
        case 27, 28:
            let rooms = some(3) { $0.one(of: ["r0", "r1", "r2"]) }
            let isFit = dice.below(8) > 0
            return .putZone(
                ZoneRecord(
                    id: one(of: ["z0", "z1"]), structureID: structure, name: name,
                    roomIDs: isFit ? Set(rooms).sorted() : rooms, aliases: some(2) { $0.one(of: ["C", "D e"]) }))
        case 21, 22:
            let services = some(3) { random in
                StoredService(
                    deviceID: random.one(of: Self.devices), endpoint: UInt16(random.dice.below(2)), type: "43",
                    part: UInt32(random.dice.below(2)))
            }
            let isFit = dice.below(8) > 0
            return .putServiceGroup(
                StoredServiceGroup(
                    id: one(of: ["g0", "g1"]), structureID: structure, name: name,
                    services: isFit ? services.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } : services))
        case 30, 31: return .putAutomation(automation())
        case 32: return .removeAutomation(id: one(of: Self.automations))
        case 23: return maybe(.removeZone(id: "z0")) ?? .removeServiceGroup(id: "g0")
        default:
            let digest = RequestDigest(of: [bytes()])
            let answer = StoredAnswer(
                number: number, caller: name, key: RequestKey(key: digest, request: digest),
                households: some(3) { $0.one(of: Self.structures) }, begun: .seconds(1),
                outcome: [nil, .response(bytes()), .failure(code: 5, message: name, details: bytes())][dice.below(3)])
            let old = number - Int64(dice.below(100))
            return one(of: [.putAnswer(answer), .removeAnswer(number: old), .removeAnswers(before: old - 50)])
        }
    }

    private mutating func accessChange() -> AccessChange {
        let (id, time) = (one(of: ["a", "b", "c"]), Int64(dice.below(50)))
        let credential = StoredCredential(
            id: id, kind: 1, role: 2, name: "n", hash: bytes(), createdAt: time, expiresAt: maybe(time + 5),
            lastUsedAt: maybe(time), revokedAt: dice.below(4) == 0 ? time : nil, person: one(of: ["", "owner", "p"]))
        let grant = Hearth_V1_Grant(everything: true, roomIDs: [one(of: ["r0", "r1"])])
        let offers = some(2) {
            StoredOffer(
                structureID: $0.one(of: Self.structures), role: Int64($0.dice.below(5)),
                grant: $0.maybe(grant.serialized()) ?? [])
        }
        let invitation = StoredInvitation(
            id: id, role: 1, name: "", hash: bytes(), expiresAt: time, person: one(of: ["", "p"]), offers: offers)
        let tries = StoredWrongTries(network: id, count: time, since: 1, locks: 0, lockedUntil: time)
        return one(of: [
            .addCredential(credential), .renewCredential(id: id, expiresAt: time), .usedCredential(id: id, at: time),
            .revokeCredential(id: id, at: time), .restampCredential(credential), .replaceSecret(id: id, hash: bytes()),
            .replaceCode(id: id, hash: bytes()), .removeCredential(id: id), .addInvitation(invitation),
            .restampInvitation(id: id, expiresAt: time), .removeInvitation(id: id), .putWrongTries(tries),
            .removeWrongTries(network: id), .sawTime(time), .addAudit(auditRow()),
            .sawTime(time + Int64(dice.below(3)) * StoredAudit.life),
        ])
    }

    private mutating func integrationChange() -> IntegrationChange {
        let id = one(of: ["i0", "i1", "i2"])
        switch dice.below(9) {
        case 0: return .remove(id: id)
        case 1: return .remember(id: id, bytes())
        case 2: return .retire(id: id, at: .seconds(dice.below(5)))
        case 3, 4:
            return .ignore(
                StoredIgnoredThing(
                    key: id, kind: one(of: ["esphome", "Matter"]), identity: one(of: ["", "x"]), name: "n",
                    maker: one(of: ["", "m"]), ignoredAt: .seconds(dice.below(5))))
        case 5: return .unignore(key: id)
        default: break
        }
        return .put(
            StoredIntegration(
                id: id, kind: one(of: ["esphome", "mqtt"]), identity: one(of: ["x", "y", "z"]), name: "n",
                structureID: one(of: Self.structures), settings: maybe(["host": one(of: ["a", "b"])]) ?? [:],
                secrets: maybe(["key": StoredSecret("k"), "password": StoredSecret("")]) ?? [:]))
    }

    private mutating func auditRow() -> StoredAudit {
        StoredAudit(
            time: Int64(dice.below(50)) + Int64(dice.below(2)) * StoredAudit.life, action: Int64(dice.below(12)),
            actor: one(of: ["Ada", ""]), structureID: maybe(one(of: Self.structures)) ?? "", what: "did something",
            address: StoredAudit.thisMachine)
    }
}
