internal import Foundation
@testable internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

/// `List` and `Read` return pages, as in AIP-158.
@Suite(.timeLimit(.minutes(5))) struct PageTests {
    private func hub(_ lamps: Int, limits: HubLimits = HubLimits()) async throws -> TestHub {
        let test = try await TestHub(limits: limits)
        let lamps = TestProvider(
            (1...lamps).map { TestProvider.lamp("lamp-\($0)", name: "Lamp \($0)", room: "Room \($0 % 7)") })
        try await test.hub.attach(lamps)
        let cottage = try await test.hub.createStructure(name: "Cottage", as: owner)
        _ = try await test.hub.createRoom(name: "Shed", in: cottage.structure.id, as: owner)
        return test
    }

    private func pages(_ test: TestHub, size: UInt32) async throws -> [Hearth_V1_ListResponse] {
        var pages: [Hearth_V1_ListResponse] = []
        repeat {
            let token = pages.last?.nextPageToken ?? ""
            pages.append(try await test.home().list(.init(pageSize: size, pageToken: token)))
        } while pages.last?.nextPageToken.isEmpty == false
        return pages
    }

    @Test(arguments: [1, 2, 3, 7, 8, 9, 40, 1_000] as [UInt32])
    func theListIsTheSameByPages(_ size: UInt32) async throws {
        let test = try await hub(30)
        let whole = try await test.home().list(.init())
        expect(whole.nextPageToken.isEmpty)
        expect(whole.devices.count, equals: 30)
        expect(whole.structures.count, equals: 2)
        let pages = try await pages(test, size: size)
        expect(pages.flatMap(\.structures), equals: whole.structures)
        expect(pages.flatMap(\.rooms), equals: whole.rooms)
        expect(pages.flatMap(\.devices), equals: whole.devices)
        expect(pages.flatMap(\.people), equals: whole.people)
        expect(whole.people.count, equals: 2)
        let items = 2 + whole.rooms.count + whole.people.count + 30
        expect(pages.count, equals: (items + Int(size) - 1) / Int(size))
        expect(pages.allSatisfy { $0.structures.count + $0.rooms.count + $0.people.count + $0.devices.count <= size })
    }

    @Test(arguments: [1, 4, 10, 31] as [UInt32])
    func theStateIsTheSameByPages(_ size: UInt32) async throws {
        let test = try await hub(30)
        let filter = Hearth_V1_WatchFilter(deviceIDs: (1...25).map { "lamp-\($0)" })
        let whole = try await test.home().read(.init(filter: filter))
        expect(whole.nextPageToken.isEmpty)
        expect(whole.states.count, equals: 25)
        var pages: [Hearth_V1_ReadResponse] = []
        repeat {
            let token = pages.last?.nextPageToken ?? ""
            pages.append(try await test.home().read(.init(filter: filter, pageSize: size, pageToken: token)))
        } while pages.last?.nextPageToken.isEmpty == false
        expect(pages.flatMap(\.states), equals: whole.states)
        expect(pages.allSatisfy { $0.states.count <= size })
        let wanted: UInt32 = (25 + size - 1) / size
        expect(pages.count, equals: Int(wanted))
    }

    @Test func aPageIsNoLargerThanAMessageMayBe() async throws {
        let test = try await hub(100, limits: .with { $0.pageBytes = 2_000 })
        let pages = try await pages(test, size: 0)
        expect(pages.count, isAbove: 5)
        expect(pages.flatMap(\.devices).count, equals: 100)
        expect(pages.allSatisfy { $0.serialized().count < 2_500 })
        var states = try await test.home().read(.init())
        var count = states.states.count
        while !states.nextPageToken.isEmpty {
            expect(states.serialized().count, isBelow: 2_500)
            states = try await test.home().read(.init(pageToken: states.nextPageToken))
            count += states.states.count
        }
        expect(count, equals: 100)
    }

    // MARK: Yielding to other tasks

    @Test func pauseIsDueAfterABytesLimit() {
        var page = Page(0, HubLimits())
        page.add(32 << 10 - 1)
        page.add(0)
        var isDue = page.isPauseDue()
        expect(!isDue)
        page.add(1)
        isDue = page.isPauseDue()
        expect(isDue)
        isDue = page.isPauseDue()
        expect(!isDue)
        page.add(1 << 20)
        isDue = page.isPauseDue()
        expect(isDue)
        expect(page.isFull)
    }

    /// One thread, as a loop is, which counts how often another task had it.
    private final class OneThread: TaskExecutor {
        private let queue = DispatchQueue(label: "one thread")
        private let turns = Mutex(0)
        private let isOver = Mutex(false)

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }

        /// Runs a body beside a task that takes every turn; returns how many turns that one had meanwhile.
        func turns<R: Sendable>(during body: @escaping @Sendable () async throws -> R) async throws -> (R, turns: Int) {
            let other = Task(executorPreference: self) { [self] in
                while !isOver.withLock({ $0 }) {
                    turns.withLock { $0 += 1 }
                    await Task.yield()
                }
            }
            let result = try await Task(executorPreference: self) { [self] in
                let first = turns.withLock { $0 }
                let result = try await body()
                return (result, turns.withLock { $0 } - first)
            }.value
            isOver.withLock { $0 = true }
            await other.value
            return result
        }
    }

    /// A page of a large home is built in pieces, between which other tasks on its thread run.
    @Test func largePagesYieldToOtherTasks() async throws {
        let test = try await hub(1_500)
        let hub = test.hub
        let (list, turnsOfList) = try await OneThread().turns { try await hub.reader.list(.init(), as: .owner) }
        expect(list.devices.count, isAbove: 500)
        expect(turnsOfList, isAtLeast: list.serialized().count / (64 << 10), "\(turnsOfList)")
        let (read, turnsOfRead) = try await OneThread().turns { try await hub.reader.read(.init(), as: .owner) }
        expect(read.states.count, isAbove: 500)
        expect(turnsOfRead, isAtLeast: read.serialized().count / (64 << 10), "\(turnsOfRead)")
        // A small page is built at once: other tasks run at most while it waits for unsaved data.
        let (_, few) = try await OneThread().turns { try await hub.reader.list(.init(pageSize: 10), as: .owner) }
        expect(few, isBelow: turnsOfList)
    }

    @Test func removalsBetweenPagesKeepTheRest() async throws {
        let test = try await hub(30)
        let first = try await test.home().list(.init(pageSize: 20))
        expect(first.nextPageToken.contains("device"))
        let next = String(first.nextPageToken.split(separator: "\n").last ?? "")
        _ = try await test.hub.removeDevice(next, as: owner)
        let second = try await test.home().list(.init(pageToken: first.nextPageToken))
        expect(first.devices.count + second.devices.count, equals: 29)
        // The room of the token is removed, so the rooms come again.
        let start = try await test.home().list(.init(pageSize: 3))
        let room = String(start.nextPageToken.split(separator: "\n").last ?? "")
        _ = try await test.hub.deleteRoom(room, as: owner)
        let rest = try await test.home().list(.init(pageToken: start.nextPageToken))
        expect(Set((start.rooms + rest.rooms).map(\.id)).subtracting([room]).count, equals: 7)
        expect(rest.devices.count, equals: 29)
    }

    @Test func schemasComeInPages() async throws {
        let test = try await hub(1, limits: .with { $0.pageBytes = 20_000 })
        var request = Hearth_V1_GetTraitSchemasRequest()
        var ids: [UInt32] = []
        var count = 0
        repeat {
            let page = try await test.home().getTraitSchemas(request)
            ids += page.schemas.map(\.id)
            request.pageToken = page.nextPageToken
            count += 1
        } while !request.pageToken.isEmpty
        expect(count, isAbove: 5)
        expect(ids, equals: test.hub.servedTraits.map(\.id))
        let two = try await test.home().getTraitSchemas(.init(traitIDs: [8, 6], pageToken: "7"))
        expect(two.schemas.map(\.id), equals: [8])
        expect(two.nextPageToken.isEmpty)
        await expect(throws: RPCError.self) { try await test.home().getTraitSchemas(.init(pageToken: "x")) }
    }

    @Test func aTokenThatNoPageGaveIsRefused() async throws {
        let test = try await hub(3)
        for token in ["x", "device", "device\n", "attic\na\nb", "1\n2", "\u{0}", "9999999999999999999999\na\nb"] {
            await #expect("\(token)") { try await test.home().list(.init(pageToken: token)) } throws: {
                [.invalidArgument, .aborted].contains(($0 as? RPCError)?.code)
            }
            await #expect("\(token)") { try await test.home().read(.init(pageToken: token)) } throws: {
                [.invalidArgument, .aborted].contains(($0 as? RPCError)?.code)
            }
        }
        await #expect { try await test.home().list(.init(pageToken: "device\ngone\nlamp-1")) } throws: {
            ($0 as? RPCError)?.code == .aborted
        }
        // Tokens out of range end the list.
        let far = try await test.home().read(.init(pageToken: "\(Int.max)\n\(test.structureID)\nzzz"))
        expect(far.states.isEmpty)
        expect(far.nextPageToken.isEmpty)
        let before = try await test.home().read(.init(pageToken: "\(Int.min)\n\(test.structureID)\n"))
        expect(before.states.count, equals: 3)
    }
}
