internal import HearthLoop
internal import Testing

@Suite struct EndpointTests {
    @Test(arguments: [
        ("127.0.0.1:80", Endpoint.tcp(host: "127.0.0.1", port: 80)), ("[::1]:0", .tcp(host: "::1", port: 0)),
        (":5", .tcp(host: "localhost", port: 5)), ("hub.local:5", .tcp(host: "hub.local", port: 5)),
        ("unix:/run/x", .unix(path: "/run/x")), ("unix:///run/x", .unix(path: "/run/x")),
    ])
    func endpointsAreRead(_ text: String, _ endpoint: Endpoint) throws {
        #expect(try Endpoint(text) == endpoint)
    }

    @Test(arguments: ["", "x", "x:", "x:70000", "::1:80", "unix:", "[::1]"])
    func whatIsNoEndpointIsRefused(_ text: String) {
        #expect(throws: LoopError.self) { try Endpoint(text) }
    }

    @Test(arguments: ["127.0.0.1:1", "127.9.9.9:1", "localhost:1", "[::1]:1", "unix:x"])
    func theseAreThisMachine(_ text: String) throws {
        #expect(try Endpoint(text).isLocal)
    }

    @Test(arguments: ["0.0.0.0:1", "[::]:1", "127.evil.com:1", "127.0.0.1.evil.com:1", "1.2.3.4:1", "127.1:1"])
    func theseAreNot(_ text: String) throws {
        #expect(try !Endpoint(text).isLocal)
    }
}
