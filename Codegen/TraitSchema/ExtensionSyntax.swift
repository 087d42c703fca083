public import HearthBase

/// `KEY [= value]` in brackets after a number.
public struct AnnotationSyntax: Hashable, Sendable {
    public enum Value: Hashable, Sendable {
        case integer(Int128)
        case string(String)
        /// A name with an optional offset (`maxLevel`, `numberOfPositions - 1`); also `true` and `false`.
        case name(String, offset: Int128)
        case expression(ExpressionSyntax)
    }

    public var key: IdentifierSyntax
    public var value: Value?
    /// The location of the value; without a value, that of the key.
    public var valueLocation: SourceLocation
}

/// A condition over feature names.
public indirect enum ExpressionSyntax: Hashable, Sendable {
    case name(IdentifierSyntax)
    case not(ExpressionSyntax)
    case and(ExpressionSyntax, ExpressionSyntax)
    case or(ExpressionSyntax, ExpressionSyntax)
}

/// `vendor NAME = ID;`: the namespace of the vendor-prefixed clusters of a file.
public struct VendorSyntax: Hashable, Sendable {
    public var name: IdentifierSyntax
    public var id: NumberSyntax
    public var description: String?
    public var location: SourceLocation
}

/// `refine cluster NAME { target* }`: annotations from another file.
public struct RefinementSyntax: Hashable, Sendable {
    public struct Target: Hashable, Sendable {
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            case attribute
            case structure = "struct"
            case command, event
        }

        public struct Member: Hashable, Sendable {
            public var name: IdentifierSyntax
            public var annotations: [AnnotationSyntax]
        }

        public var kind: Kind
        public var name: IdentifierSyntax
        public var annotations: [AnnotationSyntax]
        public var members: [Member]
    }

    public var cluster: IdentifierSyntax
    public var targets: [Target]
    public var description: String?
    public var location: SourceLocation
}

/// `device type NAME = ID, version N [annotations] { … }` at the top of a file.
public struct DeviceTypeSyntax: Hashable, Sendable {
    /// `[optional] server|client cluster NAME { require feature X; … }`
    public struct Cluster: Hashable, Sendable {
        public var isOptional: Bool
        public var side: ClusterSide
        public var name: IdentifierSyntax
        public var requirements: [Requirement]
    }

    /// `require feature|attribute|command|event NAME, …;`
    public struct Requirement: Hashable, Sendable {
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            case feature, attribute, command, event
        }

        public var kind: Kind
        public var names: [IdentifierSyntax]
    }

    /// `[optional] endpoint NAME [min = 1, max = 4];`: a device type of child endpoints.
    public struct Component: Hashable, Sendable {
        public var isOptional: Bool
        public var name: IdentifierSyntax
        public var annotations: [AnnotationSyntax]
    }

    public var name: IdentifierSyntax
    public var id: NumberSyntax
    public var version: NumberSyntax
    public var annotations: [AnnotationSyntax]
    public var clusters: [Cluster]
    public var components: [Component]
    public var maturity: Maturity
    public var description: String?
    public var location: SourceLocation
}
