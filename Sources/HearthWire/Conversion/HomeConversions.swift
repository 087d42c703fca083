internal import HearthBase
public import HearthTraitDescriptors

// Conversion between messages of `hearth.v1` and Swift values.

extension Hearth_V1_Target {
    /// An endpoint of a device as a message.
    public init(_ target: TraitTarget) {
        self.init(deviceID: target.deviceID, endpoint: UInt32(target.endpoint))
    }
}

extension TraitTarget {
    /// The endpoint of a message; nil for an invalid number.
    public init?(_ message: Hearth_V1_Target) {
        guard let endpoint = UInt16(exactly: message.endpoint) else { return nil }
        self.init(deviceID: message.deviceID, endpoint: endpoint)
    }
}

extension Hearth_V1_SemanticTag {
    /// A tag as a message.
    public init(_ tag: SemanticTag) {
        self.init(
            vendorID: tag.vendorID.map(UInt32.init), namespaceID: UInt32(tag.namespaceID), tag: UInt32(tag.tag),
            label: tag.label)
    }
}

extension SemanticTag {
    /// The tag of a message; nil for invalid numbers.
    public init?(_ message: Hearth_V1_SemanticTag) {
        guard let namespace = UInt8(exactly: message.namespaceID), let tag = UInt8(exactly: message.tag) else {
            return nil
        }
        var vendor: UInt16?
        if let id = message.vendorID {
            guard let id = UInt16(exactly: id) else { return nil }
            vendor = id
        }
        self.init(namespaceID: namespace, tag: tag, vendorID: vendor, label: message.label)
    }
}

extension Hearth_V1_Position {
    /// A position as a message.
    public init(_ position: StructurePosition) {
        self.init(structureID: position.structureID, epoch: position.epoch, sequence: position.sequence)
    }
}

extension StructurePosition {
    /// The position of a message.
    public init(_ message: Hearth_V1_Position) {
        self.init(structureID: message.structureID, epoch: message.epoch, sequence: message.sequence)
    }
}

extension Hearth_V1_Cause {
    /// A cause as a message.
    public init(_ cause: ChangeCause) {
        switch cause {
        case .device: self.init(kind: .device)
        case .client(let id, let request): self.init(kind: .client, clientID: id, requestID: request)
        case .automation(let id, let run): self.init(kind: .automation, automationID: id, runID: run)
        case .hub: self.init(kind: .hub)
        }
    }
}

extension ChangeCause {
    /// The cause of a message; nil for a kind that this version does not know.
    public init?(_ message: Hearth_V1_Cause) {
        switch message.kind {
        case .device: self = .device
        case .client: self = .client(message.clientID, request: message.requestID)
        case .automation: self = .automation(message.automationID, run: message.runID)
        case .hub: self = .hub
        case .unspecified, .unrecognized: return nil
        }
    }
}

extension Hearth_V1_SourceConnectivity {
    /// A connectivity as a message.
    public init(_ connectivity: SourceConnectivity) {
        let state: Hearth_V1_ConnectivityState =
            switch connectivity.connectivityState {
            case .unknown: .unspecified
            case .online: .online
            case .offline: .offline
            case .partiallyOnline: .partiallyOnline
            }
        let locality: Hearth_V1_DataSourceLocality =
            switch connectivity.dataSourceLocality {
            case .unspecified: .unspecified
            case .direct: .direct
            case .localPeer: .localPeer
            case .remote: .remote
            case .mixed: .mixed
            }
        self.init(state: state, locality: locality)
    }
}

extension SourceConnectivity {
    /// The connectivity of a message.
    public init(_ message: Hearth_V1_SourceConnectivity) {
        let state: ConnectivityState =
            switch message.state {
            case .online: .online
            case .offline: .offline
            case .partiallyOnline: .partiallyOnline
            case .unspecified, .unrecognized: .unknown
            }
        let locality: LocalityType =
            switch message.locality {
            case .direct: .direct
            case .localPeer: .localPeer
            case .remote: .remote
            case .mixed: .mixed
            case .unspecified, .unrecognized: .unspecified
            }
        self.init(connectivityState: state, dataSourceLocality: locality)
    }
}

extension Hearth_V1_EventImportance {
    /// An importance as on the wire.
    public init(_ importance: EventImportance) {
        switch importance {
        case .debug: self = .debug
        case .info: self = .info
        case .critical: self = .critical
        }
    }
}

extension EventImportance {
    /// The importance from the wire; nil for one that this version does not know.
    public init?(_ importance: Hearth_V1_EventImportance) {
        switch importance {
        case .debug: self = .debug
        case .info: self = .info
        case .critical: self = .critical
        case .unspecified, .unrecognized: return nil
        }
    }
}

extension Google_Protobuf_Timestamp {
    /// A time since 1970 as a message, clamped to the years 1 to 9999.
    public init(sinceEpoch time: Duration) {
        let (seconds, attoseconds) = time.wholeAndRest
        // The nanoseconds of a timestamp count forward even before 1970.
        let nanos = attoseconds / 1_000_000_000
        let whole = nanos < 0 ? seconds &- 1 : seconds
        self.init(
            seconds: min(max(whole, Self.range.lowerBound), Self.range.upperBound),
            nanos: Int32(clamping: nanos < 0 ? nanos + 1_000_000_000 : nanos))
    }

    /// The valid range of a timestamp, years 1 to 9999, in seconds since 1970 (google/protobuf/timestamp.proto).
    private static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// Whether it is valid: in the years 1 to 9999.
    public var isValid: Bool { Self.range.contains(seconds) && (0...999_999_999).contains(nanos) }

    /// The time since 1970, clamped to the valid range.
    public var sinceEpoch: Duration {
        .seconds(min(max(seconds, Self.range.lowerBound), Self.range.upperBound))
            + .nanoseconds(Int64(min(max(nanos, 0), 999_999_999)))
    }

    /// Seconds since 1970, as in events and reports of the SDK.
    public var secondsSince1970: Double { Double(seconds) + Double(nanos) / 1e9 }
}

extension Google_Protobuf_Duration {
    /// The valid range of a duration in seconds, about ±10,000 years (google/protobuf/duration.proto).
    private static let range: ClosedRange<Int64> = -315_576_000_000...315_576_000_000

    /// A duration as a message, clamped to the valid range.
    public init(duration: Duration) {
        let (seconds, attoseconds) = duration.wholeAndRest
        self.init(
            seconds: min(max(seconds, Self.range.lowerBound), Self.range.upperBound),
            nanos: Int32(clamping: attoseconds / 1_000_000_000))
    }

    /// The duration, clamped to the valid range (google/protobuf/duration.proto).
    public var duration: Duration {
        .seconds(min(max(seconds, Self.range.lowerBound), Self.range.upperBound))
            + .nanoseconds(Int64(min(max(nanos, -999_999_999), 999_999_999)))
    }
}

extension Google_Protobuf_Any {
    /// A message in an Any, with a short type URL: "/hearth.v1.TraitError".
    public init(typeName: String, value: [UInt8]) {
        self.init(typeURL: "/" + typeName, value: value)
    }

    /// The full name of the contained message: the part after the last slash.
    public var typeName: String {
        String(typeURL.split(separator: "/", omittingEmptySubsequences: false).last ?? "")
    }
}
