internal import Foundation
internal import Testing

/// Programs of others, where they are installed.
private enum OtherClient {
    static func run(_ words: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    static let hasPython = (try? run(["python3", "-c", "import grpc_reflection"]).status) == 0
    static let hasBuf = (try? run(["buf", "--version"]).status) == 0
}

/// Clients of others that know nothing but a hub's address.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(3)))
struct ReflectionClientsTests {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Interop/reflection_client.py").path

    private let folder: TemporaryFolder
    private let hub: HubUnderTest

    init() async throws {
        folder = try TemporaryFolder()
        hub = try await HubUnderTest(store: folder.file("home.db"))
    }

    @Test(.enabled(if: OtherClient.hasPython, "skipped: grpcio-reflection is not installed"))
    func grpcioCallsATraitByReflectionAlone() async throws {
        let (status, output) = try await HearthProgram.inBackground { [address = hub.address] in
            try OtherClient.run(["python3", Self.script, address])
        }
        #expect(status == 0)
        let lines = output.split(separator: "\n")
        #expect(lines.count == 18, "\(output)")
        for line in lines { #expect(line.hasPrefix("ok "), "\(line)") }
    }

    @Test(.enabled(if: OtherClient.hasBuf, "skipped: buf is not installed"), arguments: ["grpc-v1", "grpc-v1alpha"])
    func bufCallsTheHomeByReflectionAlone(version: String) async throws {
        let head = ["buf", "curl", "--protocol", "grpc", "--http2-prior-knowledge", "--reflect-protocol", version]
        let address = "http://" + hub.address
        let (status, answer) = try await HearthProgram.inBackground {
            try OtherClient.run(head + ["-d", "{}", address + "/hearth.v1.HomeService/GetInfo"])
        }
        #expect(status == 0)
        #expect(answer.contains("\"schemaFingerprint\""))
        let (_, services) = try await HearthProgram.inBackground {
            try OtherClient.run(head + ["--list-services", address])
        }
        #expect(services.split(separator: "\n").contains("hearth.traits.matter.v1.OnOffService"))
    }
}
