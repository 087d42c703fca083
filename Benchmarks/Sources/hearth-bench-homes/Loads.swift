internal import HearthHub
internal import HearthRPC
internal import HearthStore

/// What is loaded of each home.
enum Part: String {
    case store, hub, calls
}

/// The memory and the CPU time of homes in one process.
enum Loads {
    /// What a process keeps of a home.
    private struct Home {
        let store: HomeStore
        var hub: Hub?
        var server: RPCServer?
    }

    static func load(_ folder: String, _ part: Part, steps: [Int]) async throws {
        var homes: [Home] = []
        try await measure(steps) { number in
            var home = Home(store: try await HomeStore.open(path: Homes.file(folder, number), now: .zero))
            if part != .store {
                let hub = try await Homes.hub(home.store)
                home.hub = hub
                if part == .calls {
                    let server = RPCServer(router: RPCRouter(), options: RPCServer.Options())
                    hub.serve(on: server)
                    home.server = server
                }
            }
            homes.append(home)
        } settle: {
            for home in homes { try await home.hub?.save() }
        }
        for home in homes {
            if let hub = home.hub { try await hub.shutdown() } else { try await home.store.close(clean: true) }
        }
    }

    static func make(_ folder: String, steps: [Int]) async throws {
        var hubs: [Hub] = []
        try await measure(steps) { number in
            let hub = try await Homes.hub("\(folder)/made-\(number).db")
            let handle = try await hub.attach(Devices(ofHome: number))
            // The devices' own memory is not the hub's.
            await hub.detach(handle)
            hubs.append(hub)
        } settle: {
            for hub in hubs { try await hub.save() }
        }
        for hub in hubs { try await hub.shutdown() }
    }

    private static func measure(
        _ steps: [Int], _ add: (Int) async throws -> Void, settle: () async throws -> Void
    ) async throws {
        var (memory, times): ([Double], [Double]) = ([], [])
        var (count, spent) = (0, 0.0)
        for step in steps {
            let begin = Main.processorTime
            while count < step {
                try await add(count)
                count += 1
            }
            spent += Main.processorTime - begin
            try await settle()
            memory.append(Main.memory)
            times.append(spent)
        }
        Main.say(["homes": steps.map(Double.init), "bytes": memory, "cpu": times])
    }
}
