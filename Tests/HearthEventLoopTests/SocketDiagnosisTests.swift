#if os(Linux)
    internal import Glibc
    @testable internal import HearthEventLoop
    internal import ProcessTestSupport
    internal import Synchronization
    internal import Expectations
    internal import Testing

    @Suite(.timeLimit(.minutes(5))) struct SocketDiagnosisTests {
        private func answer(state: UInt8 = 1, user: UInt32 = 1_000, inode: UInt32 = 77, type: UInt16 = 20) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: 20) + Self.request[24..<60] + [UInt8](repeating: 0, count: 32)
            func put<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
                withUnsafeBytes(of: number) { bytes.replaceSubrange(offset..<offset + $0.count, with: $0) }
            }
            put(UInt32(88), at: 0)
            put(type, at: 4)
            put(state, at: 17)
            put(user, at: 80)
            put(inode, at: 84)
            return bytes
        }

        private static let request = SocketDiagnosis.request(
            LoopbackAddress(host: "127.0.0.1", port: 40_122)!, LoopbackAddress(host: "127.0.0.1", port: 4_327)!, 1)

        private func holder(in answer: [UInt8]) -> SocketDiagnosis.Answer {
            SocketDiagnosis.answer(in: answer, to: Self.request)
        }

        @Test func theAnswerNamesTheUser() {
            expect(holder(in: answer()), equals: .user(1_000))
        }

        /// Otherwise the user who later listens at the peer's port could be taken for the peer.
        @Test func listenerAtThePeersAddressIsNotThePeer() {
            expect(holder(in: answer(state: 10)), equals: .noProcess)
            var other = answer()
            other[23] ^= 1
            expect(holder(in: other), equals: .noProcess)
        }

        /// The kernel reports 0, root, for a socket without a process.
        @Test func closedSocketHasNoHolder() {
            expect(holder(in: answer(state: 4, user: 0, inode: 0)), equals: .noProcess)
        }

        /// The kernel reports dual-stack sockets this way, which gRPC's own libraries use.
        @Test func anIPv4PeerMayHoldASocketForBothFamilies() {
            let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127, 0, 0, 1]
            var both = answer()
            both[16] = UInt8(AF_INET6)
            both.replaceSubrange(24..<56, with: mapped + mapped)
            expect(holder(in: both), equals: .user(1_000))
            both[39] = 2
            expect(holder(in: both), equals: .noProcess)
        }

        @Test func anErrorOrAPieceIsNoUser() {
            expect(holder(in: answer(type: 2)), equals: .noProcess)
            expect(holder(in: Array(answer().prefix(87))), equals: .noProcess)
            expect(holder(in: []), equals: .noProcess)
        }

        @Test(arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM])
        func shortageIsReportedAsSuch(_ code: Int32) throws {
            var refusal = answer(type: 2)
            withUnsafeBytes(of: -code) { refusal.replaceSubrange(16..<20, with: $0) }
            expect(holder(in: refusal), equals: .shortage(code))
            let four = try require(LoopbackAddress(host: "127.0.0.1", port: 80))
            let failing = SocketDiagnosis { _, _ in .failed(code) }
            expect(failing.holder(ofSocketAt: four, connectedTo: four), equals: .shortage(code))
        }

        @Test func otherErrorsMeanNoHolder() throws {
            var refusal = answer(type: 2)
            withUnsafeBytes(of: -ENOENT) { refusal.replaceSubrange(16..<20, with: $0) }
            expect(holder(in: refusal), equals: .noProcess)
            withUnsafeBytes(of: Int32.min) { refusal.replaceSubrange(16..<20, with: $0) }
            expect(holder(in: refusal), equals: .noProcess)
        }

        /// A kernel without tcp_diag reports each socket as missing, including our own.
        @Test(arguments: [ENOENT, EPERM, EACCES])
        func aKernelThatDoesNotKnowOurOwnSocketTellsNothing(_ code: Int32) throws {
            let four = try require(LoopbackAddress(host: "127.0.0.1", port: 80))
            for reply: SocketDiagnosis.Reply in [.bytes(netlinkError(code, 1)), .failed(code), .bytes([])] {
                let error = expect(throws: LoopError.self) {
                    try SocketDiagnosis { _, _ in reply }.check(listeningAt: four)
                }
                expect(error?.message.contains("tcp_diag"), equals: true)
            }
        }

        @Test func thisKernelKnowsOurOwnSockets() async throws {
            for host in ["127.0.0.1", "0.0.0.0", "::1", "::"] {
                guard let socket = try? ListeningSocket(.tcp(host: host, port: 0), mode: 0o600) else { continue }
                defer { closeDescriptor(socket.descriptor) }
                let own = try require(LoopbackAddress(of: socket.endpoint))
                try SocketDiagnosis.open().check(listeningAt: own)
            }
            expectNil(LoopbackAddress(of: .tcp(host: "192.0.2.1", port: 80)))
        }

        /// One socket is reused: a late answer belongs to an earlier caller.
        @Test func everyRequestHasANumberThatItsAnswerBears() throws {
            let four = try require(LoopbackAddress(host: "127.0.0.1", port: 80))
            let numbers = Mutex<[UInt32]>([])
            let diagnosis = SocketDiagnosis { request, number in
                numbers.withLock { $0.append(number) }
                expect(SocketDiagnosis.isAnswer(request, to: number))
                expect(!SocketDiagnosis.isAnswer(request, to: number &+ 1))
                return .bytes(request)
            }
            for _ in 0..<3 { expect(diagnosis.holder(ofSocketAt: four, connectedTo: four), equals: .noProcess) }
            expect(numbers.withLock { $0 }, equals: [1, 2, 3])
        }

        @Test func addressesAreInDigits() throws {
            let four = try require(LoopbackAddress(host: "127.0.0.1", port: 80))
            expect(four.host, equals: [127, 0, 0, 1])
            let six = try require(LoopbackAddress(host: "::1", port: 80))
            expect(six.host, equals: [UInt8](repeating: 0, count: 15) + [1])
            expect(SocketDiagnosis.request(four, four, 1).count, equals: 72)
            expect(SocketDiagnosis.request(six, six, 1).count, equals: 72)
            expectNil(LoopbackAddress(host: "localhost", port: 80))
        }

        /// A port that reports the users of its callers.
        private func listen(
            on loop: EventLoop, _ user: AsyncStream<UInt32?>.Continuation
        ) async throws -> UInt16 {
            try await withCheckedThrowingContinuation { continuation in
                loop.post {
                    do throws(LoopError) {
                        let listener = try Listener(loop: loop, endpoint: .tcp(host: "127.0.0.1", port: 0)) {
                            user.yield($0.user?.id)
                        }
                        guard case .tcp(_, let port) = listener.endpoint else { return }
                        continuation.resume(returning: port)
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            }
        }

        private static let caller = PythonProgram(
            lines: """
                import socket, sys
                caller = socket.socket(socket.AF_INET6)
                caller.connect(("::ffff:127.0.0.1", int(sys.argv[1])))
                sys.stdin.readline()
                """)

        @Test(.enabled(if: caller.isInstalled, "skipped: python3 is not installed"))
        func userOfADualStackSocketIsFound() async throws {
            let loop = try EventLoop.start()
            let (users, user) = AsyncStream.makeStream(of: UInt32?.self)
            let port = try await listen(on: loop, user)
            let child = try Self.caller.start(["\(port)"])
            var seen = users.makeAsyncIterator()
            await expect(seen.next(), equals: geteuid())
            child.closeInput()
            _ = await child.wait()
            await loop.stop()
        }

        @Test(.enabled(if: geteuid() == 0, "skipped: only root can start a program as another user"))
        func anotherUserOfThisMachineIsFound() async throws {
            let loop = try EventLoop.start()
            let (users, user) = AsyncStream.makeStream(of: UInt32?.self)
            let port = try await listen(on: loop, user)
            // Bash opens a connection, and holds it until its input ends.
            let child = try ChildProcess(
                "setpriv",
                ["--reuid=65534", "--clear-groups", "bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/\(port); read -r line"])
            var seen = users.makeAsyncIterator()
            await expect(seen.next(), equals: 65_534)
            child.closeInput()
            _ = await child.wait()
            await loop.stop()
        }
    }
#endif
