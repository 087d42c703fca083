internal import HearthEventLoop
internal import Expectations
internal import Testing

@Suite struct EndpointTests {
    @Test(arguments: [
        ("127.0.0.1:80", Endpoint.tcp(host: "127.0.0.1", port: 80)), ("[::1]:0", .tcp(host: "::1", port: 0)),
        (":5", .tcp(host: "localhost", port: 5)), ("hub.local:5", .tcp(host: "hub.local", port: 5)),
        ("unix:/run/x", .unix(path: "/run/x")), ("unix:///run/x", .unix(path: "/run/x")),
        ("unix:x", .unix(path: "x")), ("dns:hub.local:5", .tcp(host: "hub.local", port: 5)),
        ("dns:///hub.local:5", .tcp(host: "hub.local", port: 5)), ("dns:[::1]:5", .tcp(host: "::1", port: 5)),
        ("ipv4:1.2.3.4:5", .tcp(host: "1.2.3.4", port: 5)), ("ipv6:[::1]:5", .tcp(host: "::1", port: 5)),
        ("ipv6:[fe80::1%lo]:5", .tcp(host: "fe80::1%lo", port: 5)),
    ])
    func endpointsAreRead(_ text: String, _ endpoint: Endpoint) throws {
        try expect(Endpoint(text), equals: endpoint)
        try expect(Endpoint.list(text), equals: [endpoint])
        try expect(Endpoint(endpoint.description), equals: endpoint)
    }

    #if os(Linux)
        @Test func socketsMayHaveNoFile() throws {
            try expect(Endpoint("unix-abstract:hearth"), equals: .unixAbstract(name: "hearth"))
            expect(Endpoint.unixAbstract(name: "hearth").description, equals: "unix-abstract:hearth")
        }
    #endif

    @Test func aServerMayHaveSeveralAddresses() throws {
        try expect(
            Endpoint.list("ipv4:1.2.3.4:5,1.2.3.5:6"),
            equals: [.tcp(host: "1.2.3.4", port: 5), .tcp(host: "1.2.3.5", port: 6)])
        try expect(
            Endpoint.list("ipv6:[::1]:5,[::2]:6"), equals: [.tcp(host: "::1", port: 5), .tcp(host: "::2", port: 6)])
        let error = expect(throws: LoopError.self) { try Endpoint("ipv4:1.2.3.4:5,1.2.3.5:6") }
        expect(error?.message.contains("2 addresses"), equals: true)
    }

    @Test(arguments: [
        ("", "HOST:PORT"), ("x", "HOST:PORT"), ("x:", "HOST:PORT"), ("x:70000", "HOST:PORT"), ("::1:80", "[::1]:80"),
        ("unix:", "unix:/path"), ("[::1]", "HOST:PORT"), ("http://hub:80", "scheme"), ("xds:///hub", "scheme"),
        ("dns:hub", "HOST:PORT"), ("dns://8.8.8.8/hub:80", "dns:///HOST:PORT"), ("ipv4:hub:80", "ipv4:ADDRESS:PORT"),
        ("ipv4:1.2.3.4:5,", "HOST:PORT"), ("ipv6:1.2.3.4:80", "ipv6:[ADDRESS]:PORT"),
        ("ipv4:1.2.3:5", "ipv4:ADDRESS:PORT"),
        ("unix-abstract:", "unix-abstract:NAME"), ("a b:80", "HOST:PORT"),
    ])
    func malformedEndpointIsRefusedWithTheWayOut(_ text: String, _ wayOut: String) {
        let error = expect(throws: LoopError.self) { try Endpoint.list(text) }
        expect(error?.message.contains(wayOut), equals: true, "\(error?.message ?? "")")
        expect(throws: LoopError.self) { try Endpoint(text) }
    }

    @Test(arguments: ["127.0.0.1:1", "127.9.9.9:1", "localhost:1", "[::1]:1", "unix:x", "dns:localhost:1"])
    func theseAreThisMachine(_ text: String) throws {
        try expect(Endpoint(text).isLocal)
    }

    @Test(arguments: ["0.0.0.0:1", "[::]:1", "127.evil.com:1", "127.0.0.1.evil.com:1", "1.2.3.4:1", "127.1:1"])
    func theseAreNot(_ text: String) throws {
        try expect(!Endpoint(text).isLocal)
    }
}
