internal import Foundation
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Third-party programs, where they are installed.
private enum OtherClient {
    static let grpcio = PythonProgram("reflection_client.py", needs: ["grpc_reflection"])
    static let hasBuf = (try? ChildProcess.run("buf", ["--version"]))?.status == 0
}

/// Third-party clients that know only a hub's address.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct ReflectionClientsTests {
    private let folder: TemporaryFolder
    private let hub: HubUnderTest

    init() async throws {
        folder = try TemporaryFolder()
        hub = try await HubUnderTest(store: folder.file("home.db"))
    }

    @Test(.enabled(if: OtherClient.grpcio.isInstalled, "skipped: grpcio-reflection is not installed"))
    func grpcioCallsATraitByReflectionAlone() async throws {
        let outcome = try await OtherClient.grpcio.run([hub.address])
        expect(outcome.status, equals: 0, "\(outcome.error)")
        let lines = outcome.output.split(separator: "\n")
        expect(lines.count, equals: 18, "\(outcome.output)")
        for line in lines { expect(line.hasPrefix("ok "), "\(line)") }
    }

    @Test(.enabled(if: OtherClient.hasBuf, "skipped: buf is not installed"), arguments: ["grpc-v1", "grpc-v1alpha"])
    func bufCallsTheHomeByReflectionAlone(version: String) async throws {
        let head = ["curl", "--protocol", "grpc", "--http2-prior-knowledge", "--reflect-protocol", version]
        let address = "http://" + hub.address
        let answer = try await ChildProcess.run(
            "buf", head + ["-d", "{}", address + "/hearth.v1.HomeService/GetInfo"])
        expect(answer.status, equals: 0, "\(answer.error)")
        expect(answer.output.contains("\"schemaFingerprint\""))
        let services = try await ChildProcess.run("buf", head + ["--list-services", address])
        expect(services.output.split(separator: "\n").contains("hearth.traits.matter.v1.OnOffService"))
    }
}
