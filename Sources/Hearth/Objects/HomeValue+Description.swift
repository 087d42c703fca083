internal import HearthBase
internal import HearthTraitCore

// Values that hold much of a home describe themselves in one line of at most 250 characters: their kind, what they belong
// to, and how much they hold.

extension HomeSnapshot: CustomStringConvertible, CustomDebugStringConvertible {
    /// `HomeSnapshot(1 structure, 24 devices)`.
    public var description: String {
        "HomeSnapshot(\(counted(structures.count, "structure")), \(counted(devices.count, "device")))"
    }

    public var debugDescription: String { description }
}

extension Zone: CustomStringConvertible, CustomDebugStringConvertible {
    /// `Zone("Upstairs", 5cd0, 3 rooms)`.
    public var description: String { oneLine("Zone", name, id, counted(roomIDs.count, "room")) }
    public var debugDescription: String { description }
}

extension ServiceGroup: CustomStringConvertible, CustomDebugStringConvertible {
    /// `ServiceGroup("Reading", 5cd0, 2 services)`.
    public var description: String { oneLine("ServiceGroup", name, id, counted(services.count, "service")) }
    public var debugDescription: String { description }
}

extension HubTrait: CustomStringConvertible, CustomDebugStringConvertible {
    /// `HubTrait("hearth.traits.acme.v1.Spinner", 0xfff1fc01, revision 2, 3 devices)`.
    public var description: String {
        oneLine("HubTrait", name, "0x\(hex(id, digits: 4))", "revision \(revision)", counted(deviceCount, "device"))
    }

    public var debugDescription: String { description }
}

extension DeviceEndpoint: CustomStringConvertible, CustomDebugStringConvertible {
    /// `DeviceEndpoint(1, 2 device types, 10 traits)`.
    public var description: String {
        "DeviceEndpoint(\(id), \(counted(deviceTypes.count, "device type")), \(counted(traits.count, "trait")))"
    }

    public var debugDescription: String { description }
}

extension UnknownTrait.Attributes: CustomStringConvertible, CustomDebugStringConvertible {
    /// `Attributes(3 attributes)`. ``UnknownTrait`` prints names and values.
    public var description: String { "Attributes(\(counted(values.fields.count, "attribute")))" }
    public var debugDescription: String { description }
}

// MARK: Changes

extension HomeReport: CustomStringConvertible, CustomDebugStringConvertible {
    /// `HomeReport(1 trait, 0 events, 2 objects)`.
    public var description: String {
        "HomeReport(\(counted(traits.count, "trait")), \(counted(events.count, "event")), "
            + "\(counted(objects.count, "object")))"
    }

    public var debugDescription: String { description }
}

extension HomeReport.TraitChange: CustomStringConvertible, CustomDebugStringConvertible {
    /// `TraitChange(living-floor-lamp/1, trait 0x0006)`.
    public var description: String { "TraitChange(\(path.line))" }
    public var debugDescription: String { description }
}

extension HomeReport.EventOccurrence: CustomStringConvertible, CustomDebugStringConvertible {
    /// `EventOccurrence(hall-button/1, trait 0x003b, event 1)`.
    public var description: String { "EventOccurrence(\(path.line), event \(eventID))" }
    public var debugDescription: String { description }
}

extension TraitPath {
    fileprivate var line: String {
        "\(String(target.deviceID.prefix(100)))/\(target.endpoint), trait 0x\(hex(traitID, digits: 4))"
    }
}

// MARK: Histories

extension AttributeHistory: CustomStringConvertible, CustomDebugStringConvertible {
    /// `AttributeHistory(100 columns of 60.0 seconds)`.
    public var description: String { "AttributeHistory(\(counted(columns.count, "column")) of \(columnLength))" }
    public var debugDescription: String { description }
}

// MARK: Automations

extension AutomationRun: CustomStringConvertible, CustomDebugStringConvertible {
    /// `AutomationRun(7, finished, 3 steps)`.
    public var description: String {
        let state = end.map { "\($0)" } ?? (isQueued ? "queued" : "running")
        return "AutomationRun(\(id), \(state), \(counted(steps.count, "step")))"
    }

    public var debugDescription: String { description }
}

extension AutomationDryRun: CustomStringConvertible, CustomDebugStringConvertible {
    /// `AutomationDryRun(3 runs, 1 missed start, 0 gaps)`.
    public var description: String {
        "AutomationDryRun(\(counted(runs, "run")), \(counted(missedStarts.count, "missed start")), "
            + "\(counted(gaps.count, "gap")))"
    }

    public var debugDescription: String { description }
}

extension AutomationText: CustomStringConvertible, CustomDebugStringConvertible {
    /// `AutomationText(12 lines)`. ``text`` is the whole.
    public var description: String {
        "AutomationText(\(counted(text.split(separator: "\n", omittingEmptySubsequences: false).count, "line")))"
    }

    public var debugDescription: String { description }
}

extension ParsedAutomations: CustomStringConvertible, CustomDebugStringConvertible {
    /// `ParsedAutomations(2 automations, 1 issue)`.
    public var description: String {
        "ParsedAutomations(\(counted(automations.count, "automation")), \(counted(issues.count, "issue")))"
    }

    public var debugDescription: String { description }
}

extension AnyNodeCandidate: CustomStringConvertible, CustomDebugStringConvertible {
    /// Its candidate: `CommandCandidate("Floor Lamp", OnOff.toggle)`.
    public var description: String { "\(node)" }
    public var debugDescription: String { description }
}

extension TraitAttributesCandidate: CustomStringConvertible, CustomDebugStringConvertible {
    /// `TraitAttributesCandidate("Floor Lamp", OnOff)`.
    public var description: String { found.line("TraitAttributesCandidate") }
    public var debugDescription: String { description }
}

extension CommandCandidate: CustomStringConvertible, CustomDebugStringConvertible {
    /// `CommandCandidate("Floor Lamp", OnOff.toggle)`.
    public var description: String { found.line("CommandCandidate", commandType.methodName) }
    public var debugDescription: String { description }
}

extension EventCandidate: CustomStringConvertible, CustomDebugStringConvertible {
    /// `EventCandidate("Front Door", DoorLock.LockOperation)`.
    public var description: String {
        found.line("EventCandidate", found.trait.descriptor.event(event.eventID)?.name ?? "event \(event.eventID)")
    }

    public var debugDescription: String { description }
}

extension CandidateSource {
    fileprivate func line(_ kind: String, _ element: String? = nil) -> String {
        let name =
            switch object {
            case .device(let device): device.name
            case .structure(let structure): structure.name
            }
        let what = ([trait.descriptor.name] + [element].compactMap(\.self)).joined(separator: ".")
        return "\(kind)(\(quotedBeginning(name)), \(what))"
    }
}

// MARK: The hub

extension HubCaller: CustomStringConvertible, CustomDebugStringConvertible {
    /// `HubCaller(member, 2 memberships)`.
    public var description: String {
        "HubCaller(\(role.map { "\($0)" } ?? "unknown role"), \(counted(memberships.count, "membership")))"
    }

    public var debugDescription: String { description }
}

extension HomeClientConfiguration: CustomStringConvertible, CustomDebugStringConvertible {
    /// `HomeClientConfiguration("house-app")`.
    public var description: String { "HomeClientConfiguration(\(quotedBeginning(clientID)))" }
    public var debugDescription: String { description }
}

extension ReferencedAutomationTypes: CustomStringConvertible, CustomDebugStringConvertible {
    /// `ReferencedAutomationTypes(3 device types, 12 traits)`.
    public var description: String {
        "ReferencedAutomationTypes(\(counted(deviceTypes.count, "device type")), \(counted(traits.count, "trait")))"
    }

    public var debugDescription: String { description }
}

extension IntegrationKind: CustomStringConvertible, CustomDebugStringConvertible {
    /// `IntegrationKind("Shelly", shelly)`.
    public var description: String { oneLine("IntegrationKind", title, id) }
    public var debugDescription: String { description }
}

extension Integration: CustomStringConvertible, CustomDebugStringConvertible {
    /// `Integration("Heating", 5cd0, shelly, 2 devices)`.
    public var description: String { oneLine("Integration", name, id, kind, counted(deviceCount, "device")) }
    public var debugDescription: String { description }
}

extension FoundDevice: CustomStringConvertible, CustomDebugStringConvertible {
    /// `FoundDevice("Plug S", 5cd0, shelly, ready)`.
    public var description: String { oneLine("FoundDevice", name, id, kind, "\(readiness)") }
    public var debugDescription: String { description }
}
