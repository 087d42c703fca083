internal import HearthBase
internal import HearthRPCHTTP2

/// Four lines: host, origin, content type, Sec-Fetch-Site.
func fuzzWebGate(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    func line(_ index: Int) -> [String] { index < lines.count ? [lines[index]] : [] }
    let gate = WebGate(
        port: 4327, hosts: ["hub.local", "fd00::10"], origins: [WebOrigin("https://app.example")].compactMap(\.self))
    var request = WebRequest()
    request.method = "POST"
    (request.hosts, request.origins, request.contentTypes, request.fetchSites) = (line(0), line(1), line(2), line(3))
    let caller = WebCaller(place: .loopback, address: nil, isSecure: false, isHTTP1: true, hasCredential: false)
    guard case .passes(let passage) = gate.judge(request, for: .call(isReadable: false), from: caller) else { return }
    must(passage.contentType != nil && passage.contentType != .grpc, "a call without a type of ours")
    // Any port will do: a tunnel, a container or a router may give the hub another one.
    var host = lines[0].lowercased()
    if let colon = host.lastIndex(of: ":"), host[colon...].dropFirst().allSatisfy(\.isNumber) {
        host = String(host[..<colon])
    }
    let isLoopback = ["localhost", "127.0.0.1"].contains(host) || host.hasPrefix("[") && host.hasSuffix("]")
    must(isLoopback || ["hub.local", "hub"].contains(host), "the host \(host) came in")
    must(!passage.mayBeLocalOwner || isLoopback, "the host \(host) is taken for this machine")
    guard lines.count > 1 else { return }
    let isAllowed = ["https://app.example", "https://app.example:443"].contains(lines[1].lowercased())
    must(isAllowed || lines[1].hasPrefix("http://"), "the origin \(lines[1]) came in")
    if lines.count > 3 { must(isAllowed || ["same-origin", "none"].contains(lines[3]), "\(lines[3]) came in") }
}
