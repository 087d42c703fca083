internal import Foundation
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthTLS
internal import InteropService

/// gRPC's interoperability test client.
@main struct Program {
    private static let usage = """
        usage: hearth-interop-client --server HOST:PORT --case NAME [--tls-ca FILE] [--server-host-override NAME]
               [--soak-iterations N] [--soak-latency-ms N] [--concurrency N]
        Runs a case of gRPC's interoperability tests, several (NAME,NAME) or all of them (all). Exits with 0 if they
        pass, else prints the failures. With --tls-ca it uses TLS and trusts this CA; --server-host-override expects
        another name than HOST in the certificate.
        """

    static func main() async {
        do {
            exit(try await run() ? 0 : 1)
        } catch let problem as Arguments.Problem {
            complain("\(problem)\n\(usage)")
            exit(64)
        } catch {
            complain("\(error)")
            exit(1)
        }
    }

    /// Unbuffered, also to a pipe.
    private static func say(_ text: String) {
        FileHandle.standardOutput.write(Data("\(text)\n".utf8))
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data("hearth-interop-client: \(text)\n".utf8))
    }

    /// Whether all cases passed.
    private static func run() async throws -> Bool {
        let typed = CommandLine.arguments.dropFirst()
        if typed.contains("--help") {
            print("\(usage)\nCases: \(InteropCase.all.map(\.name).joined(separator: ", "))")
            return true
        }
        let arguments = try Arguments(
            typed,
            names: [
                "server", "case", "tls-ca", "server-host-override", "soak-iterations", "soak-latency-ms", "concurrency",
            ])
        let cases = try cases(try arguments.required("case"))
        let address = try arguments.required("server")
        var settings = HTTP2Transport.Settings()
        let name = arguments["server-host-override"]
        if let file = arguments["tls-ca"] {
            settings.tls = try ClientTLS(trust: .authorities(file), serverName: name)
        } else if name != nil {
            throw Arguments.Problem("--server-host-override needs --tls-ca")
        }
        let connect: @Sendable () throws -> RPCClient = { [settings] in
            RPCClient(transport: try HTTP2Transport(connectingTo: address, settings: settings))
        }
        var run = InteropRun(try connect(), connect: connect)
        if let count = try arguments.number("soak-iterations", in: 1...1_000_000) { run.soakCalls = count }
        if let time = try arguments.number("soak-latency-ms", in: 1...600_000) { run.soakLatency = .milliseconds(time) }
        if let count = try arguments.number("concurrency", in: 1...10_000) { run.concurrentCalls = count }

        var hasPassed = true
        for test in cases {
            do {
                try await test.run(run)
                say("\(test.name): passed")
            } catch {
                hasPassed = false
                say("\(test.name): FAILED: \(error)")
            }
        }
        await run.client.close()
        return hasPassed
    }

    private static func cases(_ names: String) throws(Arguments.Problem) -> [InteropCase] {
        if names == "all" { return InteropCase.all }
        var cases: [InteropCase] = []
        for name in names.split(separator: ",") {
            guard let found = InteropCase.named(String(name)) else {
                throw Arguments.Problem(
                    "there is no case '\(name)'; there are all, "
                        + InteropCase.all.map(\.name).joined(separator: ", "))
            }
            cases.append(found)
        }
        return cases
    }
}
