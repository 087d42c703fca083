internal import HearthEntities
internal import HearthHub
@testable internal import HearthIntegrations
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import IntegrationTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct IntegrationsServiceTests {
    private let ecosystem = FakeEcosystem()

    /// All calls of the service, with the code that each ends with.
    private func codes(_ calls: Hearth_V1_IntegrationsClient) async -> [RPCError.Code?] {
        func code(_ body: () async throws(RPCError) -> Void) async -> RPCError.Code? {
            do throws(RPCError) {
                try await body()
                return nil
            } catch {
                return error.code
            }
        }
        return [
            await code { () throws(RPCError) in _ = try await calls.listIntegrationKinds(.init()) },
            await code { () throws(RPCError) in _ = try await calls.listIntegrations(.init()) },
            await code { () throws(RPCError) in _ = try await calls.listFound(.init()) },
            await code { () throws(RPCError) in _ = try await calls.ignoreFound(.init(key: "x", ignored: true)) },
            await code { () throws(RPCError) in
                _ = try await calls.addIntegration(
                    .init(kind: "fake", settings: [.init(field: "host", value: "strip.local")])
                ).next()
            },
            await code { () throws(RPCError) in
                _ = try await calls.changeIntegration(.init(integrationID: "x", name: "New"))
            },
            await code { () throws(RPCError) in _ = try await calls.removeIntegration(.init(integrationID: "x")) },
            await code { () throws(RPCError) in _ = try await calls.testIntegration(.init(integrationID: "x")) },
            await code { () throws(RPCError) in _ = try await calls.listEntities(.init(deviceID: "x")) },
            await code { () throws(RPCError) in _ = try await calls.showEntities(.init(deviceID: "x")) },
            await code { () throws(RPCError) in
                _ = try await calls.joinDevices(.init(integrationID: "x", seconds: 9)).next()
            },
            await code { () throws(RPCError) in _ = try await calls.watchIntegrations(.init()).next() },
        ]
    }

    @Test func onlyTheHubsOwnerMayCallAnything() async throws {
        let test = try await IntegratedHub(ecosystem)
        let rights: [(String, Rights)] = [
            ("guest", [.public, .view, .operate]), ("member", [.public, .view, .operate, .manage]),
            ("provider", [.public, .provide]),
        ]
        for (name, rights) in rights {
            let principal = Principal(id: name, rights: rights, credential: name, person: name)
            await expect(
                codes(test.calls(principal)), equals: Array(repeating: .permissionDenied, count: 12), "\(name)")
        }
        await expect(
            codes(test.calls()),
            equals: [
                nil, nil, nil, .notFound, nil, .notFound, .notFound, .notFound, .notFound, .notFound, .notFound, nil,
            ])
        try await test.end()
    }

    @Test func anAdditionReportsEachStepAndItsEnd() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", name: "Strip", devices: ["one"], key: "hunter22")
        let test = try await IntegratedHub(ecosystem)
        var request = Hearth_V1_AddIntegrationRequest(
            kind: "fake", settings: [.init(field: "host", value: "strip.local")],
            secrets: [.init(field: "key", value: "wrong-key")])
        func messages() async throws -> [Hearth_V1_AddIntegrationResponse] {
            var messages: [Hearth_V1_AddIntegrationResponse] = []
            for try await message in try await test.calls().addIntegration(request) { messages.append(message) }
            return messages
        }
        let refused = try await messages()
        expect(
            refused.map(\.progress),
            equals: [
                .step(.searching), .step(.connecting), .step(.asking),
                .failed(
                    .init(
                        reason: .secretRefused, step: .asking, message: "it refuses …", wayOut: "give the right key",
                        fields: ["key"])),
            ])
        expect(refused.map { $0.stepEndsAt != nil }, equals: [true, true, true, false])
        request.secrets = [.init(field: "key", value: "hunter22")]
        let added = try await messages()
        expect(added.count, equals: 5)
        guard case .done(let done) = added.last?.progress else { return expect(false, "\(added)") }
        expect(done.integration?.name, equals: "Strip")
        expect(done.deviceIDs, equals: ["\(done.integration?.id ?? "")-one"])
        try await test.end()
    }

    @Test func endingTheCallCancelsTheAddition() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", hangsAt: .connecting)
        let test = try await IntegratedHub(ecosystem)
        do {
            let reader = try await test.calls().addIntegration(
                .init(kind: "fake", settings: [.init(field: "host", value: "strip.local")]))
            while let message = try await reader.next(), message.progress != .step(.connecting) {}
        }
        try await until { ecosystem.cancelled == 1 }
        try await expect(test.added, equals: [])
        try await test.end()
    }

    @Test func aWatchBeginsWithEverythingAndThenReportsChanges() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", name: "Strip")
        let test = try await IntegratedHub(ecosystem)
        let id = try await test.add("strip.local").get()
        let reader = try await test.calls().watchIntegrations(.init())
        let whole = try require(try await reader.next())
        expect(whole.isSnapshot)
        expect(whole.integrations.map(\.id), equals: [id])
        await test.centre.see(
            FoundThing(key: "k", kind: "fake", name: "Plug", address: "192.0.2.9", readiness: .ready))
        let found = try require(try await reader.next())
        expect(found.isSnapshot, equals: false)
        expect(found.found.map(\.key), equals: ["k"])
        expect(found.integrations, equals: [])
        await ecosystem.say(.offline(reason: "gone"), "strip.local")
        let offline = try require(try await reader.next())
        expect(offline.integrations.map { $0.health?.state }, equals: [.offline])
        _ = try await test.centre.remove(id)
        var removed: [String] = []
        while removed.isEmpty, let next = try await reader.next() { removed = next.removedIntegrationIDs }
        expect(removed, equals: [id])
        try await test.end()
    }

    @Test("What one client ignores leaves the watch of all, is in the audit log, and comes back when it is shown again")
    func ignoredThingsLeaveTheWatch() async throws {
        let test = try await IntegratedHub(ecosystem)
        let calls = test.calls()
        await test.announce("strip.local", "AA")
        let reader = try await calls.watchIntegrations(.init())
        let first = try require(try await reader.next())
        expect(first.found.map(\.key), equals: ["fake/AA"])
        _ = try await calls.ignoreFound(.init(key: "fake/AA", ignored: true))
        let hidden = try require(try await reader.next())
        expect((hidden.lostKeys, hidden.found), are: (["fake/AA"], []))
        expect(
            hidden.ignored.map { [$0.key, $0.kind, $0.name, $0.maker] },
            equals: [["fake/AA", "fake", "Strip AA", "Fakes"]])
        let listed = try await calls.listFound(.init())
        expect((listed.found, listed.ignored), are: ([], hidden.ignored))
        let whole = try require(try await calls.watchIntegrations(.init()).next())
        expect((whole.found, whole.ignored), are: ([], hidden.ignored))

        _ = try await calls.ignoreFound(.init(key: "fake/AA"))
        let shown = try require(try await reader.next())
        expect(
            (shown.unignoredKeys, shown.found.map(\.key), shown.ignored), are: (["fake/AA"], ["fake/AA"], []))
        // Nothing is changed, and nothing is logged.
        _ = try await calls.ignoreFound(.init(key: "fake/AA"))
        let rows = try await test.store.audit(
            AuditRequest(structureIDs: nil, since: .min, before: .max, limit: 10)
        ).filter { $0.objectID == "fake/AA" }
        expect(
            rows.map(\.what),
            equals: ["showed the found device \"Strip AA\" again", "ignored the found device \"Strip AA\""])
        try await test.end()
    }

    @Test func secretsAreInNoAnswerAndNoNotice() async throws {
        let secret = "hunter22-very-secret"
        ecosystem["strip.local"] = .init(identity: "AA", key: secret)
        let test = try await IntegratedHub(ecosystem)
        let calls = test.calls()
        var answers: [[UInt8]] = []
        let adding = try await calls.addIntegration(
            .init(
                kind: "fake", settings: [.init(field: "host", value: "strip.local")],
                secrets: [.init(field: "key", value: secret)]))
        var id = ""
        for try await message in adding {
            answers.append(message.serialized())
            if case .done(let done) = message.progress { id = done.integration?.id ?? "" }
        }
        await ecosystem.say(.needsAttention(reason: "\(secret) is wrong", wayOut: "change \(secret)"), "strip.local")
        answers.append(try await calls.listIntegrationKinds(.init()).serialized())
        answers.append(try await calls.listIntegrations(.init()).serialized())
        answers.append(try await calls.testIntegration(.init(integrationID: id)).serialized())
        answers.append(
            try await calls.changeIntegration(.init(integrationID: id, name: "Strip two")).serialized())
        answers.append(try require(try await calls.watchIntegrations(.init()).next()).serialized())
        // Given as a setting by mistake.
        let error = await expect(throws: RPCError.self) {
            _ = try await calls.changeIntegration(
                .init(integrationID: id, settings: [.init(field: "key", value: secret)]))
        }
        var texts: [String] = answers.map { String(decoding: $0, as: UTF8.self) }
        texts += test.notices.all
        texts.append(error?.message ?? "no error")
        expect(texts.count, isAbove: 10)
        for text in texts { expect(!text.contains("hunter22"), "\(text)") }
        try await test.end()
    }

    @Test func tooManyAndDoubledFieldsAreRefused() async throws {
        let test = try await IntegratedHub(ecosystem)
        let many = (0..<65).map { Hearth_V1_IntegrationSetting(field: "f\($0)", value: "v") }
        let twice = [Hearth_V1_IntegrationSetting](repeating: .init(field: "host", value: "v"), count: 2)
        for settings in [many, twice] {
            let error = await expect(throws: RPCError.self) {
                _ = try await test.calls().changeIntegration(.init(integrationID: "x", settings: settings))
            }
            expect(error?.code, equals: .invalidArgument)
        }
        try await test.end()
    }

    @Test func aPersonChoosesTheParts() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let test = try await IntegratedHub(ecosystem)
        let id = try await test.add("strip.local").get()
        let (calls, device) = (test.calls(), "\(id)-one")
        func entities(limit isShown: Bool) -> [Hearth_V1_DeviceEntity] {
            [
                .init(key: "lamp", name: "Lamp", category: .main, isShown: true),
                .init(
                    key: "limit", name: "Limit", category: .setting, isShown: isShown, isChoice: true,
                    leftOut: isShown ? .unspecified : .turnedOff),
                .init(key: "signal", name: "Signal", category: .diagnostic, isChoice: true, leftOut: .turnedOff),
                .init(
                    key: "schedule", name: "schedule", category: .main, leftOut: .unsupported,
                    leftOutReason: "schedules are not supported"),
            ]
        }
        try await expect(calls.listEntities(.init(deviceID: device)).entities, equals: entities(limit: false))
        try await expect(
            calls.showEntities(.init(deviceID: device, entityKeys: ["limit"], shown: true)).entities,
            equals: entities(limit: true))
        let limit = TraitPath(
            TraitTarget(deviceID: device, endpoint: 2), StandardTraits.hearthProjectNumberSetting.id)
        _ = try test.hub.read(limit, as: Caller(.owner, clientID: "test"))
        for (key, code, message) in [
            (
                "lamp", RPCError.Code.failedPrecondition,
                "\"Lamp\" is what the device is for, so it is always shown; remove the device to hide it"
            ),
            (
                "schedule", .failedPrecondition,
                "the hub has no trait for \"schedule\", so it can't be shown"
            ),
            ("none", .notFound, "the device has no entity \"none\"; list its entities again"),
        ] {
            let error = await expect(throws: RPCError.self) {
                try await calls.showEntities(.init(deviceID: device, entityKeys: ["limit", key]))
            }
            expect(error?.code, equals: code)
            expect(error?.message, equals: message)
        }
        // One that can't be chosen leaves the others as they were.
        try await expect(calls.listEntities(.init(deviceID: device)).entities, equals: entities(limit: true))
        await test.centre.end(id)
        let error = await expect(throws: RPCError.self) { try await calls.listEntities(.init(deviceID: device)) }
        expect(error?.code, equals: .failedPrecondition)
        try await test.end()
    }

    @Test func otherDevicesHaveNoParts() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let test = try await IntegratedHub(ecosystem)
        let link = try FakeKind(ecosystem: ecosystem).makeLink(
            IntegrationSettings(values: ["host": "strip.local"]), identity: "AA")
        _ = try await test.hub.attach(EntityProvider(link: link, idPrefix: "own-"))
        try await expect(test.calls().listEntities(.init(deviceID: "own-one")).entities, equals: [])
        let refused = await [
            expect(throws: RPCError.self) { try await test.calls().showEntities(.init(deviceID: "own-one")) },
            expect(throws: RPCError.self) { try await test.calls().listEntities(.init(deviceID: "none")) },
        ]
        expect(
            refused.map { $0?.message },
            equals: [
                "no integration has brought the device \"own-one\", so it has no parts to choose",
                "the home has no device \"none\"",
            ])
        expect(refused.map { $0?.code }, equals: [.failedPrecondition, .notFound])
        try await test.end()
    }

    @Test func aChoiceIsStoredWithTheAnswer() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let test = try await IntegratedHub(ecosystem)
        let id = try await test.add("strip.local").get()
        _ = try await test.calls().showEntities(.init(deviceID: "\(id)-one", entityKeys: ["limit"], shown: true))
        // Without an orderly end.
        let other = try await IntegratedHub(ecosystem, store: test.store)
        // The link is online before the hub has its provider.
        try await until { (try? await other.calls().listEntities(.init(deviceID: "\(id)-one"))) != nil }
        let entities = try await other.calls().listEntities(.init(deviceID: "\(id)-one")).entities
        expect(entities.filter { $0.isShown }.map(\.key), equals: ["lamp", "limit"])
        try await other.end()
    }

    @Test func changesAreInTheAuditLogWithoutValues() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", key: "hunter22")
        let test = try await IntegratedHub(ecosystem)
        let calls = test.calls()
        var id = ""
        let request = Hearth_V1_AddIntegrationRequest(
            kind: "fake", settings: [.init(field: "host", value: "strip.local")],
            secrets: [.init(field: "key", value: "hunter22")])
        for try await message in try await calls.addIntegration(request) {
            if case .done(let added) = message.progress { id = added.integration?.id ?? "" }
        }
        _ = try await calls.changeIntegration(
            .init(
                integrationID: id, name: "Heater", settings: [.init(field: "port", value: "6054")],
                secrets: [.init(field: "key", value: "hunter23")]))
        // Nothing is changed, and nothing is logged.
        _ = try await calls.changeIntegration(.init(integrationID: id, name: "Heater"))
        _ = try await calls.removeIntegration(.init(integrationID: id))
        let rows = try await test.store.audit(
            AuditRequest(structureIDs: nil, since: .min, before: .max, limit: 10)
        ).filter { $0.objectID == id }
        expect(
            rows.map(\.what),
            equals: [
                "removed the integration \"Heater\" with its devices",
                "renamed the integration \"Strip\" to \"Heater\", and changed port, key of the integration \"Heater\"",
                "added the integration \"Strip\"",
            ])
        expect(Set(rows.map(\.actor)), equals: ["the hub's owner"])
        try await test.end()
    }

    @Test func aFailedAdditionIsInTheAuditLog() async throws {
        // It is stored for a while, which the hub may not survive.
        ecosystem["strip.local"] = .init(identity: "AA", isBroken: true)
        let test = try await IntegratedHub(ecosystem)
        let request = Hearth_V1_AddIntegrationRequest(
            kind: "fake", settings: [.init(field: "host", value: "strip.local")])
        for try await _ in try await test.calls().addIntegration(request) {}
        let rows = try await test.store.audit(
            AuditRequest(structureIDs: nil, since: .min, before: .max, limit: 10)
        ).filter { $0.what.contains("integration") }
        expect(
            rows.map(\.what),
            equals: ["removed the integration \"Strip\" with its devices", "added the integration \"Strip\""])
        try await test.end()
    }
}
