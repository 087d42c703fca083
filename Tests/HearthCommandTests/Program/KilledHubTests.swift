internal import Foundation
internal import Hearth
internal import HearthTraitCore
internal import HearthTraits
internal import ProcessTestSupport
internal import Testing

/// A hub that is killed, as by a power cut, while an app uses it.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(3)))
struct KilledHubTests {
    private func toggle(_ home: Home) async -> HomeError? {
        do {
            let plug = try await home.devices().list().first { $0.id == "kitchen-coffee" }
            try await plug?.types.getAll(of: OnOffPluginUnitDeviceType.self).first?.matterTraits.onOffTrait?.toggle()
            return nil
        } catch {
            return error as? HomeError ?? HomeError(.unknown, "\(error)")
        }
    }

    @Test func callsEndAndTheHomeComesBack() async throws {
        let folder = try TemporaryFolder()
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let home = try await Home.connect(to: hub.address)
        var changes = home.changes().values.makeAsyncIterator()
        #expect(await toggle(home) == nil)
        await withTaskGroup { group in
            for number in 0..<200 {
                if number == 20 { hub.program.send(SIGKILL) }
                group.addTask { await toggle(home) }
            }
            for await error in group {
                guard let error else { continue }
                #expect(error.code == .unavailable, "\(error)")
                // The kernel may still take connections for a hub that is being killed.
                let isUnconnected =
                    error.message.hasPrefix("cannot connect") || error.message.contains("before it spoke HTTP/2")
                let wasSent = !isUnconnected
                #expect(error.message.hasSuffix("has taken effect is not known") == wasSent, "\(error)")
            }
        }
        var isLost = false
        while !isLost, let change = try await changes.next() {
            if case .connectionLost = change { isLost = true }
        }
        #expect(isLost)
        #expect(await toggle(home)?.code == .unavailable)
        _ = await hub.program.wait()

        let again = try await HubUnderTest(store: folder.file("home.db"), listen: hub.address)
        while let change = try await changes.next(), change != .connectionRestored {}
        #expect(await toggle(home) == nil)
        await home.disconnect()
        again.program.send(SIGTERM)
        #expect(await again.program.wait().status == 0)
    }

    /// Somebody who only loops over the values of a device sees that they are stale, and then goes on.
    @Test func aLoopOverValuesGoesOn() async throws {
        let folder = try TemporaryFolder()
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let home = try await Home.connect(to: hub.address)
        let plug = try #require(try await home.devices().list().first { $0.id == "kitchen-coffee" })
        let (steps, step) = AsyncStream<Bool>.makeStream()
        let looping = Task {
            var values: [Bool?] = []
            for try await type in plug.types.subscribe(OnOffPluginUnitDeviceType.self).values {
                let isStale = type.metadata.freshness.isStale
                values.append(type.matterTraits.onOffTrait?.onOff)
                step.yield(isStale)
                if !isStale, values.count > 1, values.last != values.first { break }
            }
            return values
        }
        var stale = steps.makeAsyncIterator()
        #expect(await stale.next() == false)
        hub.program.send(SIGKILL)
        _ = await hub.program.wait()
        #expect(await stale.next() == true)
        #expect(home.freshness.isStale)

        let again = try await HubUnderTest(store: folder.file("home.db"), listen: hub.address)
        #expect(await stale.next() == false)
        #expect(await toggle(home) == nil)
        let values = try await looping.value
        #expect(values.first != values.last)
        await home.disconnect()
        again.program.send(SIGTERM)
        #expect(await again.program.wait().status == 0)
    }
}
