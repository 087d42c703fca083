extension SchemaParser {
    mutating func endpoint() throws(Abandoned) -> EndpointSyntax {
        let location = next().location
        let number = try expectNumber("the endpoint's number")
        var endpoint = EndpointSyntax(
            number: number, deviceTypes: [], bindings: [], clusters: [], location: location)
        try block("endpoint \(number.value)") { (parser) throws(Abandoned) in
            try parser.endpointItem(of: &endpoint)
        }
        return endpoint
    }

    private mutating func endpointItem(of endpoint: inout EndpointSyntax) throws(Abandoned) {
        if at(word: "device") {
            endpoint.deviceTypes.append(try endpointDeviceType())
        } else if take(word: "binding") {
            try expect(word: "cluster", "after 'binding'")
            endpoint.bindings.append(try expectName("the bound cluster's name"))
            try expectSemicolon("after the binding")
        } else if take(lowerCaseWord: "server") {
            try expect(word: "cluster", "after 'server'")
            endpoint.clusters.append(try endpointCluster())
        } else {
            throw failWord(
                peek(), "expected 'device type', 'binding cluster' or 'server cluster'",
                ["device", "binding", "server"])
        }
    }

    private mutating func endpointDeviceType() throws(Abandoned) -> EndpointSyntax.DeviceType {
        let (name, id, version) = try deviceTypeHead()
        try expectSemicolon("after the device type's version")
        return EndpointSyntax.DeviceType(name: name, id: id, version: version)
    }

    /// `device type NAME = ID, version N`
    mutating func deviceTypeHead() throws(Abandoned) -> (IdentifierSyntax, NumberSyntax, NumberSyntax) {
        try expect(lowerCaseWord: "device", "here")
        try expect(lowerCaseWord: "type", "after 'device'")
        let name = try expectName("the device type's name")
        try expect("=", "after the device type's name")
        let id = try expectNumber("the device type's id")
        try expect(",", "and 'version N' after the device type's id")
        try expect(lowerCaseWord: "version", "after the device type's id")
        return (name, id, try expectNumber("the device type's version"))
    }

    private mutating func endpointCluster() throws(Abandoned) -> EndpointSyntax.Cluster {
        let name = try expectName("the cluster's name")
        var cluster = EndpointSyntax.Cluster(name: name, events: [], attributes: [], commands: [])
        try block("server cluster \(name.text)") { (parser) throws(Abandoned) in
            try parser.endpointClusterItem(of: &cluster)
        }
        return cluster
    }

    private mutating func endpointClusterItem(of cluster: inout EndpointSyntax.Cluster) throws(Abandoned) {
        if take(word: "emits") {
            try expect(lowerCaseWord: "event", "after 'emits'")
            cluster.events.append(try expectName("the event's name"))
            try expectSemicolon("after the event")
        } else if take(word: "handle") {
            try expect(word: "command", "after 'handle'")
            cluster.commands.append(try expectName("the command's name"))
            try expectSemicolon("after the command")
        } else if let storage = AttributeStorage(rawValue: peek().text.lowercased()) {
            next()
            cluster.attributes.append(try endpointAttribute(storage))
        } else {
            throw failWord(
                peek(), "expected 'emits event', 'ram|persist|callback attribute' or 'handle command'",
                ["emits", "handle", "ram", "persist", "callback"])
        }
    }

    private mutating func endpointAttribute(
        _ storage: AttributeStorage
    ) throws(Abandoned) -> EndpointSyntax.Attribute {
        try expect(word: "attribute", "after '\(storage.rawValue)'")
        let name = try expectName("the attribute's name")
        var value: EndpointSyntax.Default?
        if take(word: "default") {
            try expect("=", "after 'default'")
            value = try endpointDefault()
        }
        try expectSemicolon("after the attribute '\(name.text)'")
        return EndpointSyntax.Attribute(storage: storage, name: name, defaultValue: value)
    }

    private mutating func endpointDefault() throws(Abandoned) -> EndpointSyntax.Default {
        let token = next()
        switch token.kind {
        case .number(let value):
            return EndpointSyntax.Default(value: .integer(Int128(value)), location: token.location)
        case .string:
            return EndpointSyntax.Default(value: .string(token.text), location: token.location)
        case .mark where token.isMark("-"):
            let number = try expectNumber("a number after '-'")
            return EndpointSyntax.Default(value: .integer(-Int128(number.value)), location: token.location)
        case .name where ["true", "false"].contains(token.text.lowercased()):
            return EndpointSyntax.Default(
                value: .boolean(token.text.lowercased() == "true"), location: token.location)
        default:
            throw fail(token, "expected a number, a string, true or false, found \(token.spelling)")
        }
    }
}
