public import HearthBase

/// `endpoint N { … }`: the parts of a product's endpoint.
public struct EndpointSyntax: Hashable, Sendable {
    /// `device type NAME = ID, version N;`
    public struct DeviceType: Hashable, Sendable {
        public var name: IdentifierSyntax
        public var id: NumberSyntax
        public var version: NumberSyntax
    }

    /// `server cluster NAME { … }`
    public struct Cluster: Hashable, Sendable {
        public var name: IdentifierSyntax
        public var events: [IdentifierSyntax]
        public var attributes: [Attribute]
        public var commands: [IdentifierSyntax]
    }

    /// `ram|persist|callback attribute NAME [default = VALUE];`, where the brackets mean an optional part.
    public struct Attribute: Hashable, Sendable {
        public var storage: AttributeStorage
        public var name: IdentifierSyntax
        public var defaultValue: Default?
    }

    public struct Default: Hashable, Sendable {
        public enum Value: Hashable, Sendable {
            case integer(Int128)
            case string(String)
            case boolean(Bool)
        }

        public var value: Value
        public var location: SourceLocation
    }

    public var number: NumberSyntax
    public var deviceTypes: [DeviceType]
    /// `binding cluster NAME;`
    public var bindings: [IdentifierSyntax]
    public var clusters: [Cluster]
    public var location: SourceLocation
}
