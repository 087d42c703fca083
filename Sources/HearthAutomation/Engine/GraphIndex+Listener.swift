internal import HearthTraitDescriptors

extension GraphIndex.Listener {
    /// Whether the change reports attributes that the starter depends on, new traits included.
    func isReported(by change: HomeChange) -> Bool {
        change.attributes.contains { paths.contains($0.path) && !$0.values.fields.isEmpty }
    }

    /// Whether attributes that the starter depends on have changed, new traits excluded.
    func hears(_ change: HomeChange) -> Bool {
        change.attributes.contains { paths.contains($0.path) && !$0.values.fields.isEmpty && !$0.isFirst }
    }

    /// Whether a principal may read what the starter waits for.
    func isReadable(in home: some AutomationHome, by author: String) -> Bool {
        guard starter.eventID == nil else {
            return home.allowsReading(starter.trait.path, event: starter.eventID, by: author)
        }
        return paths.allSatisfy { home.allowsReading($0, event: nil, by: author) }
    }

    /// Whether the starter accepts this cause.
    func isOf(_ cause: AutomationCause) -> Bool { starter.causes.isEmpty || starter.causes.contains(cause.kind) }

    /// Whether the starter fires on an event: same trait and event, and fields as its parameters ask.
    func isMet(by event: HomeChange.Event) -> Bool {
        guard schedule == nil, event.path == starter.trait.path, event.eventID == starter.eventID else { return false }
        return starter.parameters.fields.allSatisfy { id, value in
            switch (value, event.fields[id]) {
            case (.string(let wanted), .string(let said)?) where starter.isSpoken: spoken(wanted) == spoken(said)
            case (_, let given): given == value
            }
        }
    }

    /// A phrase for comparison: lower case, letters and numbers only.
    private func spoken(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.lowercased().unicodeScalars.filter {
                    $0.properties.isAlphabetic || $0.properties.numericType != nil
                }))
    }
}

extension Evaluated {
    /// Whether a later true value counts as becoming true: the expression was false, or unknown because of a reported
    /// value. The first value of a missing attribute is no change.
    var canBecomeTrue: Bool {
        switch self {
        case .known: truth != true
        case .unknown(.missing), .unknown(.unsupported): false
        case .unknown: true
        }
    }
}
