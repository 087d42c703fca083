internal import HearthBase
internal import HearthCameraMedia
internal import HearthDeviceHost
internal import HearthEventLoop
internal import HearthRTSP
internal import HearthSystem
internal import HearthTraitCore
internal import HearthWebRTC

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The program `hearth-cameras`.
package enum CamerasProgram {
    /// Runs the program, and ends the process.
    package static func main() async -> Never {
        do {
            let options = try ProgramOptions(Array(CommandLine.arguments.dropFirst()))
            if options.purpose == .help {
                print(ProgramOptions.help)
                exit(0)
            }
            let entries = try options.configuration.map { try configuration($0).cameras } ?? []
            guard let loop = try? EventLoop.shared.get() else {
                throw CamerasError(.usage, "the system has no thread left", wayOut: "try again")
            }
            switch options.purpose {
            case .attach: await attach(options, entries, loop)
            case .check: exit(await check(entries, try silent(entries, loop)) ? 0 : 1)
            case .play(let name, let isSmall): try await play(name, isSmall, entries, try silent(entries, loop))
            case .help: exit(0)
            }
        } catch {
            say("hearth-cameras: \(error)")
            exit((error as? CamerasError)?.code == .usage ? 64 : 1)
        }
    }

    private static func configuration(_ path: String) throws(CamerasError) -> CameraConfiguration {
        guard let text = try? OpenFile.reading(path).readToEnd() else {
            throw CamerasError(
                .configuration, "the configuration \(path) can't be read", wayOut: "correct --config")
        }
        let folder = PathText.folder(of: path)
        return try CameraConfiguration(
            text,
            readFile: { path in
                // A path in the file is relative to it.
                let file = path.hasPrefix("/") ? path : folder + "/" + path
                return (try? OpenFile.reading(file).read(4_096)).map { String(decoding: $0, as: UTF8.self) }
            }, variable: { ThisUser.environment[$0] })
    }

    // MARK: - The hub

    private static func attach(
        _ options: ProgramOptions, _ entries: [CameraEntry], _ loop: EventLoop
    ) async -> Never {
        await DeviceHost.main {
            let viewers = ViewerCounts()
            let failures = CameraFailures(say: say)
            let peers = try await peers(options, loop)
            let cameras = try Cameras(
                entries, loop: loop, peers: peers, failures: failures,
                viewersChanged: { viewers.changed($0, stream: $1, to: $2) })
            let token = try options.tokenFile.map(readToken)
            let host = try DeviceHost(
                address: options.hub, token: token, identity: identity(options),
                name: "Network cameras", devices: [], cameras: cameras
            ) { say("\($0)") }
            viewers.connect(host)
            for camera in cameras.cameras.values {
                let keeper = CameraKeeper(camera, host: host, loop: loop, failures: failures, say: say)
                Task { await keeper.run() }
            }
            return host
        }
    }

    /// A process without cameras of its own leaves nothing at the hub, so that it may have another ID each time.
    private static func identity(_ options: ProgramOptions) -> ProviderIdentity {
        if let path = options.identity ?? options.configuration.map({ $0 + ".id" }) { return .file(path) }
        return .given("hearth-cameras-" + RandomID.make())
    }

    private static func peers(_ options: ProgramOptions, _ loop: EventLoop) async throws -> WebRTCPeers? {
        guard let port = options.webRTCPort else { return nil }
        do {
            let peers = try await WebRTCPeers.open(port: port, loop: loop)
            // For a firewall, which must let it through.
            say("live views over WebRTC have the UDP port \(peers.number)")
            return peers
        } catch {
            throw CamerasError(
                .usage, "WebRTC can't be served: \(error)", wayOut: "name another port with --webrtc", cause: error)
        }
    }

    private static func readToken(_ path: String) throws(CamerasError) -> String {
        guard let bytes = try? OpenFile.reading(path).readToEnd(), let text = String(validating: bytes, as: UTF8.self)
        else {
            throw CamerasError(.configuration, "the token can't be read from \(path)", wayOut: "correct --token-file")
        }
        return text.withoutOuterSpace
    }

    // MARK: - For people who set it up

    /// Cameras whose errors only those get who ask for a stream.
    private static func silent(_ entries: [CameraEntry], _ loop: EventLoop) throws(CamerasError) -> Cameras {
        try Cameras(entries, loop: loop, failures: CameraFailures { _ in })
    }

    private static func check(_ entries: [CameraEntry], _ cameras: Cameras) async -> Bool {
        var isGood = true
        for entry in entries {
            guard let camera = cameras.cameras[entry.id] else { continue }
            do throws(CamerasError) {
                if entry.picture == nil { _ = try camera.pictures.decoder.file() }
            } catch {
                print("\(entry.name), pictures: \(error)")
            }
            for (label, stream) in [("main", camera.main), ("small", camera.sub)] {
                guard let stream else { continue }
                do {
                    print("\(entry.name), \(label): \(try await stream.format().words)")
                } catch {
                    isGood = false
                    print("\(entry.name), \(label): \(error)")
                }
            }
        }
        return isGood
    }

    private static func play(
        _ name: String, _ isSmall: Bool, _ entries: [CameraEntry], _ cameras: Cameras
    ) async throws -> Never {
        guard let entry = entries.first(where: { $0.id == name || $0.name == name }) else {
            throw CamerasError(.usage, "there is no camera \(name)", wayOut: "name one of the configuration")
        }
        guard !OpenFile.standardOutput.isTerminal else {
            throw CamerasError(
                .usage, "the output would fill the terminal with bytes", wayOut: "pipe it into a player, or into a file"
            )
        }
        let request = CameraRequest(
            device: entry.id, endpoint: CameraDevice.endpoint, quality: isSmall ? .sub : .main)
        var stream: ByteStream?
        for try await part in try await cameras.open(request) {
            switch part {
            case .format(let format):
                say("\(entry.name): \(format.words)")
                stream = format.video.map { ByteStream($0) }
            case .unit(let unit):
                guard !unit.isAudio, let stream else { continue }
                // A player that was closed ends the program.
                guard (try? OpenFile.standardOutput.write(stream.bytes(of: unit))) != nil else {
                    exit(0)
                }
            }
        }
        exit(0)
    }

    @Sendable private static func say(_ text: String) {
        try? OpenFile.standardError.write("\(text)\n")
    }
}

extension CameraStream {
    /// What the stream is, by its description, or by the stream itself if its description has no parameter sets.
    func format() async throws -> CameraFormat {
        let described = try await describe()
        guard described.video == nil else { return described }
        for try await case .format(let format) in try await open() { return format }
        return described
    }
}

extension CameraFormat {
    /// Codecs and size, for people.
    var words: String {
        let pictures = video.map { "\($0.codec), \($0.width) × \($0.height)" }
        let sound = audio.map { "\($0.codec), \($0.sampleRate) Hz" }
        return [pictures, sound].compactMap(\.self).joined(separator: "; ")
    }
}
