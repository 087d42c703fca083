#if os(Linux)
    internal import Glibc
    @testable internal import HearthEventLoop
    internal import Synchronization
    internal import Expectations
    internal import Testing

    /// Reads nothing, and closes when its peer does.
    private final class Silent: SocketHandler {
        let socket: Socket
        init(_ socket: Socket) { self.socket = socket }
        func received(_ bytes: RawSpan) {}
        func writesAreDone() {}
        func closed(_ error: LoopError?) {}
    }

    /// An `nlmsgerr` after its `nlmsghdr`, in answer to the request of this number.
    func netlinkError(_ code: Int32, _ number: UInt32) -> [UInt8] {
        func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            withUnsafeBytes(of: number) { Array($0) }
        }
        return bytes(UInt32(36)) + bytes(UInt16(2)) + bytes(UInt16(0)) + bytes(number) + bytes(UInt32(0)) + bytes(-code)
            + [UInt8](repeating: 0, count: 16)
    }

    @Suite(.timeLimit(.minutes(5))) struct ListenerTests {
        private func connect(_ loop: EventLoop, to endpoint: Endpoint) {
            loop.connect(to: endpoint) { result in
                if case .success(let socket) = result { socket.start(Silent(socket)) }
            }
        }

        @Test func aShortageLetsTheCallerWaitUntilItsUserIsKnown() async throws {
            let loop = try EventLoop.start()
            let (users, user) = AsyncStream.makeStream(of: UInt32?.self)
            let tries = Atomic(0)
            let shortages = Mutex<[LoopError]>([])
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                loop.post {
                    do throws(LoopError) {
                        let real = try SocketDiagnosis.open()
                        let diagnosis = SocketDiagnosis { request, number in
                            // The first request is the listener's, for its own socket.
                            (2...3).contains(tries.add(1, ordering: .relaxed).newValue)
                                ? .failed(ENOBUFS) : real.exchange(request, number)
                        }
                        let listener = try Listener(
                            loop: loop, endpoint: .tcp(host: "127.0.0.1", port: 0),
                            diagnosis: { () throws(LoopError) in diagnosis },
                            onShortage: { error in shortages.withLock { $0.append(error) } },
                            accept: { user.yield($0.user?.id) })
                        connect(loop, to: listener.endpoint)
                        continuation.resume()
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            }
            var seen = users.makeAsyncIterator()
            await expect(seen.next(), equals: geteuid())
            expect(shortages.withLock { $0.map(\.code) }, equals: ["ENOBUFS", "ENOBUFS"])
            await loop.stop()
        }

        @Test func callersAreQueriedByOneSocket() async throws {
            let loop = try EventLoop.start()
            let (users, user) = AsyncStream.makeStream(of: UInt32?.self)
            let made = Atomic(0)
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                loop.post {
                    do throws(LoopError) {
                        let listener = try Listener(
                            loop: loop, endpoint: .tcp(host: "127.0.0.1", port: 0),
                            diagnosis: { () throws(LoopError) in
                                made.add(1, ordering: .relaxed)
                                return try SocketDiagnosis.open()
                            },
                            onShortage: { _ in }, accept: { user.yield($0.user?.id) })
                        for _ in 0..<5 { connect(loop, to: listener.endpoint) }
                        continuation.resume()
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            }
            var seen = users.makeAsyncIterator()
            for _ in 0..<5 { await expect(seen.next(), equals: geteuid()) }
            expect(made.load(ordering: .relaxed), equals: 1)
            await loop.stop()
        }

        /// A folder may give its own group to new files in it.
        @Test(.enabled(if: geteuid() == 0, "skipped: only root can give a folder to another group"))
        func aSocketForTheGroupIsTheProcesssGroups() async throws {
            let folder = "/tmp/hearth-loop-\(UInt64.random(in: 0 ... .max))"
            expect(mkdir(folder, 0o755), equals: 0)
            expect(chown(folder, 0, 4_711), equals: 0)
            expect(chmod(folder, 0o2755), equals: 0)
            let path = folder + "/hub.sock"
            let socket = try ListeningSocket(.unix(path: path), mode: 0o660)
            defer {
                closeDescriptor(socket.descriptor)
                removeFile(path)
                rmdir(folder)
            }
            var info = stat()
            expect(lstat(path, &info), equals: 0)
            expect(info.st_gid, equals: getegid())
            expect(info.st_mode & 0o777, equals: 0o660)
        }

        /// Netlink sockets are forbidden, or answer as a kernel without tcp_diag.
        @Test(arguments: [(EPERM, false), (ENOENT, true)])
        func unidentifiableCallersAreAnonymous(_ code: Int32, isOpen: Bool) async throws {
            let loop = try EventLoop.start()
            let (users, user) = AsyncStream.makeStream(of: UInt32?.self)
            let error: LoopError? = try await withCheckedThrowingContinuation { continuation in
                loop.post {
                    do throws(LoopError) {
                        let listener = try Listener(
                            loop: loop, endpoint: .tcp(host: "127.0.0.1", port: 0),
                            diagnosis: { () throws(LoopError) in
                                guard isOpen else { throw LoopError(-code, "a netlink socket") }
                                return SocketDiagnosis { _, number in .bytes(netlinkError(code, number)) }
                            },
                            onShortage: { _ in }, accept: { user.yield($0.user?.id) })
                        connect(loop, to: listener.endpoint)
                        continuation.resume(returning: listener.userError)
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            }
            var seen = users.makeAsyncIterator()
            await expect(seen.next(), equals: .some(nil))
            expect(error?.code, equals: LoopError(-code, "").code)
            expect(error?.message.contains("Unix socket"), equals: true)
            expect(error?.message.contains("tcp_diag"), equals: isOpen)
            await loop.stop()
        }

        @Test(arguments: [EMFILE, ENFILE, ENOBUFS])
        func aShortageAtTheStartIsAnError(_ code: Int32) async throws {
            let loop = try EventLoop.start()
            let outcome: String? = await withCheckedContinuation { continuation in
                loop.post {
                    do throws(LoopError) {
                        _ = try Listener(
                            loop: loop, endpoint: .tcp(host: "127.0.0.1", port: 0),
                            diagnosis: { () throws(LoopError) in throw LoopError(-code, "a netlink socket") },
                            onShortage: { _ in }, accept: { _ in })
                        continuation.resume(returning: nil)
                    } catch {
                        continuation.resume(returning: error.code)
                    }
                }
            }
            expect(outcome, equals: LoopError(-code, "").code)
            await loop.stop()
        }
    }
#endif
