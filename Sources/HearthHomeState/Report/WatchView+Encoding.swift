internal import HearthRPC
package import HearthTraitCore
package import HearthWire

extension WatchView {
    /// The encoded report for this view; nil if the view shows nothing of it.
    func encode(_ record: ReportRecord) -> RPCFrame? {
        let selection = select(record)
        guard !selection.isEmpty else { return nil }
        switch scope {
        case .home: return Hearth_V1_WatchResponse(content: .report(report(record, selection))).frame
        case .trait: return traitReport(record, selection).frame
        }
    }

    /// The message of a report for this view; nil if the view shows nothing of it.
    package func message(of record: ReportRecord) -> Hearth_V1_Report? {
        let selection = select(record)
        return selection.isEmpty ? nil : report(record, selection)
    }

    /// An event from the log, as a report without a position.
    func frame(of event: EventChange) -> RPCFrame {
        let time = Google_Protobuf_Timestamp(sinceEpoch: event.time)
        let events = [Hearth_V1_EventReport(event)]
        switch scope {
        case .home:
            return Hearth_V1_WatchResponse(content: .report(Hearth_V1_Report(observedAt: time, events: events))).frame
        case .trait:
            return Hearth_V1_TraitWatchResponse(observedAt: time, events: events).frame
        }
    }

    /// The cause. Guests, who do not see people and automations, do not get the person, automation or program behind it.
    private func cause(of record: ReportRecord) -> Hearth_V1_Cause? {
        record.cause.map { Hearth_V1_Cause($0, guest == nil ? record.actor : nil) }
    }

    private func report(_ record: ReportRecord, _ selection: Selection) -> Hearth_V1_Report {
        let states =
            selection.isAll
            ? zip(record.states, record.encodedStates).map { Hearth_V1_TraitState($0, attributes: $1) }
            : selection.states.map { Hearth_V1_TraitState($0) }
        return Hearth_V1_Report(
            position: Hearth_V1_Position(record.position), cause: cause(of: record),
            observedAt: Google_Protobuf_Timestamp(sinceEpoch: record.observedAt), states: states,
            events: selection.events.map { Hearth_V1_EventReport($0) },
            objects: selection.objects.map { Hearth_V1_ObjectChange(change: $0) })
    }

    private func traitReport(_ record: ReportRecord, _ selection: Selection) -> Hearth_V1_TraitWatchResponse {
        let change = selection.states.first
        return Hearth_V1_TraitWatchResponse(
            position: Hearth_V1_Position(record.position),
            attributes: change.map { $0.descriptor.encodeAttributes($0.attributes) } ?? [],
            observedAt: Google_Protobuf_Timestamp(sinceEpoch: record.observedAt),
            cause: cause(of: record),
            connectivity: change?.connectivity.map { Hearth_V1_SourceConnectivity($0) },
            events: selection.events.map { Hearth_V1_EventReport($0) })
    }
}

extension Hearth_V1_Cause {
    package init(_ cause: ChangeCause, _ actor: ChangeActor?) {
        self.init(cause)
        switch actor {
        case .person(let id, let name)?: (personID, personName) = (id, name)
        case .automation(let id, let name)?: (automationID, automationName) = (id, name)
        case .program(let name)?: programName = name
        case nil: break
        }
    }
}

extension ChangeActor {
    package init?(_ message: Hearth_V1_Cause) {
        if !message.personID.isEmpty {
            self = .person(id: message.personID, name: message.personName)
        } else if !message.automationID.isEmpty {
            self = .automation(id: message.automationID, name: message.automationName)
        } else if !message.programName.isEmpty {
            self = .program(message.programName)
        } else {
            return nil
        }
    }
}

extension Hearth_V1_TraitState {
    package init(_ change: TraitChange) {
        self.init(
            change,
            attributes: change.attributes.isEmpty ? [] : change.descriptor.encodeAttributes(change.attributes))
    }

    /// - Parameter attributes: the encoded attributes of `change`.
    fileprivate init(_ change: TraitChange, attributes: [UInt8]) {
        self.init(
            change.path, typeURL: change.descriptor.attributesTypeURL,
            attributes: change.attributes.isEmpty ? nil : attributes, connectivity: change.connectivity)
    }
}

extension Hearth_V1_EventReport {
    init(_ event: EventChange) {
        self.init(
            event.path, event.descriptor, event.event, number: event.number,
            time: Google_Protobuf_Timestamp(sinceEpoch: event.time),
            payload: event.message)
    }
}
