#if os(Linux)
    internal import Expectations
    internal import Glibc
    internal import HearthServiceManager
    internal import ProcessTestSupport
    internal import Testing

    @Suite(.timeLimit(.minutes(5))) struct ServiceManagerTests {
        /// A socket as a service manager has it. It is closed with this object.
        private final class Receiver {
            private let descriptor: Int32

            /// - Parameter name: a path; an abstract name begins with `@`.
            init(_ name: String) throws {
                descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
                var address = sockaddr_un()
                address.sun_family = sa_family_t(AF_UNIX)
                withUnsafeMutableBytes(of: &address.sun_path) { buffer in
                    buffer.copyBytes(from: name.utf8)
                    if name.hasPrefix("@") { buffer[0] = 0 }
                }
                let length = socklen_t(2 + name.utf8.count)
                let status = withUnsafePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
                }
                try require(status == 0)
            }

            deinit { close(descriptor) }

            /// The next datagram.
            var next: String {
                var bytes = [UInt8](repeating: 0, count: 1_024)
                let count = recv(descriptor, &bytes, bytes.count, 0)
                return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            }
        }

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
