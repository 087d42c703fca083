package import HearthAutomation
internal import HearthTraitDescriptors

// Conversion of the options and results of dry runs.

extension Hearth_V1_AutomationRecordGap {
    /// A gap of a record as a message.
    package init(_ gap: RecordGap) {
        switch gap {
        case .beginning(let time): self.init(kind: .beginning, until: .init(sinceEpoch: time))
        case .missing(let from, let until):
            self.init(kind: .missing, from: .init(sinceEpoch: from), until: .init(sinceEpoch: until))
        case .restart(let from, let until):
            self.init(kind: .restart, from: .init(sinceEpoch: from), until: .init(sinceEpoch: until))
        case .value(let path, let attribute, let until):
            self.init(
                kind: .value, until: .init(sinceEpoch: until), target: .init(path.target), traitID: path.traitID,
                attributeID: attribute)
        case .end(let time): self.init(kind: .end, from: .init(sinceEpoch: time))
        }
    }
}

extension ActionOutcome {
    /// The assumed outcome of actions; done by default.
    package init(assumed kind: Hearth_V1_AutomationOutcome.Kind) {
        switch kind {
        case .done, .unspecified: self = .done
        case .refused: self = .refused("")
        case .unreachable: self = .unreachable("")
        case .notAllowed: self = .notAllowed("")
        case .unknown, .unrecognized: self = .unknown
        }
    }
}
