internal import HearthTraitCore
internal import HearthJSON
internal import HearthRPCHTTP2
internal import HearthWeb

/// How browsers reach the hub: what `hearth serve` is told of names, pages elsewhere and proxies.
struct WebAccess {
    static let options: [Arguments.Option] = [
        .init(
            "host", "NAME",
            "A further name by which browsers may ask for the hub, with a port if it has another there; may be given "
                + "several times.",
            default: "this machine's names and addresses"),
        .init(
            "allow-origin", "ORIGIN",
            "A web page elsewhere that may call the hub, such as https://panel.example; may be given several times.",
            default: "none: only the hub's own page"),
        .init(
            "proxy", "ADDRESS",
            "A reverse proxy whose word counts for what is encrypted; nobody is an owner by way of it. May be given several "
                + "times."),
    ]

    /// What calls in JSON are translated by.
    let descriptors = SharedDescriptorPool()
    private let hosts: [String]
    private var origins: [WebOrigin] = []
    private let proxies: [String]

    init(_ arguments: Arguments) throws(CommandError) {
        hosts = arguments.all("host")
        proxies = arguments.all("proxy")
        for text in arguments.all("allow-origin") {
            guard let origin = WebOrigin(text) else {
                throw CommandError(
                    .usage,
                    "--allow-origin \(quoted(text)) is no origin; write https://NAME or http://NAME:PORT, without a path")
            }
            origins.append(origin)
        }
    }

    func apply(to settings: inout HTTP2Server.Settings) {
        settings.hosts = OwnAddresses.names + hosts
        settings.allowedOrigins = origins
        settings.proxies = proxies
        settings.descriptors = descriptors
    }
}
