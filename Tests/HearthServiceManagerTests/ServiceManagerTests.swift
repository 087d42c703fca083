#if os(Linux)
    internal import Expectations
    internal import Glibc
    internal import HearthServiceManager
    internal import ProcessTestSupport
    internal import Testing

    @Suite(.timeLimit(.minutes(5))) struct ServiceManagerTests {
        @Test func itGetsItsNoticesInOneDatagram() throws {
            let folder = try TemporaryFolder()
            for name in [folder.file("notify"), "@hearth-test-\(UInt64.random(in: .min ... .max))"] {
                let receiver = try Receiver(name)
                let manager = try require(ServiceManager(["NOTIFY_SOCKET": name], process: 1))
                manager.notify("READY=1", "STATUS=listening")
                expect(receiver.next, equals: "READY=1\nSTATUS=listening", "\(name)")
            }
        }

        @Test func onlyTheWatchedProcessGivesSignsOfLife() throws {
            let rows: [([String: String], Duration?)] = [
                ([:], nil), (["WATCHDOG_USEC": "30000000"], .seconds(30)),
                (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"], .seconds(30)),
                (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"], nil), (["WATCHDOG_USEC": "0"], nil),
                (["WATCHDOG_USEC": "soon"], nil), (["WATCHDOG_USEC": "-5"], nil),
            ]
            for (environment, patience) in rows {
                let manager = ServiceManager(environment.merging(["NOTIFY_SOCKET": "/run/n"]) { $1 }, process: 7)
                try expect(require(manager).patience, equals: patience, "\(environment)")
            }
        }

        @Test func aProcessWithoutAManagerNotifiesNone() {
            for environment: [String: String] in [[:], ["NOTIFY_SOCKET": ""], ["NOTIFY_SOCKET": "relative"]] {
                expectNil(ServiceManager(environment, process: 1))
            }
            ServiceManager(["NOTIFY_SOCKET": "/nowhere/notify"], process: 1)?.notify("READY=1")
            ServiceManager(["NOTIFY_SOCKET": "/" + String(repeating: "n", count: 500)], process: 1)?.notify("READY=1")
        }
    }
#endif
