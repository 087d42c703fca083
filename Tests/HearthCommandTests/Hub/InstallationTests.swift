@testable internal import HearthServer
internal import HearthAccessControl
internal import Expectations
internal import Testing

/// How `hearth serve` finds out how its hub was installed.
@Suite struct InstallationTests {
    @Test(
        arguments: [
            (nil, [:], .program), ("/tmp/hub.sock", [:], .program), (nil, ["container": ""], .program),
            ("/run/hearth/hub.sock", [:], .service), ("/run/hearth/hub.sock", ["container": "lxc"], .service),
            ("/data/hub.sock", ["container": "oci"], .container), (nil, ["container": "podman"], .container),
        ] as [(String?, [String: String], Installation)])
    func socketAndEnvironmentTell(_ socket: String?, _ environment: [String: String], _ installation: Installation) {
        expect(Installation(socket: socket, environment), equals: installation)
    }
}
