internal import HearthPhrases
internal import HearthTraitCore

extension TraitView {
    /// Google's traits of cameras, and Matter's of sessions over WebRTC, as views of CameraAvStreamManagement and others.
    static let ofCameras: [TraitView] = [bell, settings, chime, power, liveView, snapshot, provider].compactMap(\.self)

    static let streams: UInt32 = 0x0551
    private static let transports: UInt32 = 0x0555
    private static let chimes: UInt32 = 0x0556

    /// DoorbellPress: that of the button inside of the doorbell.
    private static let bell = TraitView(0x6006_FC01, of: 0x6006_FC01)

    /// CameraAvStreamManagement: a part of Matter's, with the same attributes. Matter has no microphone for recordings,
    /// so a device has that in Google's.
    private static let settings = TraitView(0x6006_FC23, of: streams)?.with {
        $0.shared = [2, 4, 14, 15, 16, 22, 24, 26, 29, 34, 40]
    }

    /// Chime: that of Matter, with the same attributes. Matter has no bell of the home, so a device has that in
    /// Google's.
    private static let chime = TraitView(0x6006_FC24, of: chimes)?.with { $0.shared = [0, 1, 2] }

    // MARK: On and off

    /// Attributes of CameraAvStreamManagement.
    private static let (recordingPrivacy, livePrivacy, hardPrivacy): (UInt32, UInt32, UInt32) = (19, 20, 21)
    /// Members of PushAvStreamTransport, whose numbers Google's has, too.
    private static let currentConnections: UInt32 = 1
    private static let (modify, setStatus, find): (UInt32, UInt32, UInt32) = (3, 4, 6)
    private static let (active, inactive): (TraitValue, TraitValue) = (.unsigned(0), .unsigned(1))
    /// The connection that stands for the camera. Matter's have lower numbers.
    private static let wholeCamera: UInt64 = 65_535

    /// PushAvStreamTransport: whether the camera is on. It is off while its privacy settings forbid live pictures. The
    /// connections of Matter's PushAvStreamTransport are listed with it, inactive while the camera is off.
    private static let power = TraitView(0x6006_FC25, of: streams)?.with { view in
        view.computed = { [currentConnections: .list(connections($0))] }
        view.accepted = { source in
            let hasTransports = source.has(transports)
            let isSwitchable = hasTransports || !switches(source).isEmpty
            return (hasTransports ? [modify] : []) + (isSwitchable ? [setStatus] : []) + [find]
        }
        view.commands = [
            find: findTransport,
            modify: modifyTransport,
            setStatus: setTransportStatus,
        ]
    }

    private static func findTransport(
        _ arguments: StructureValue, _ source: TraitViewSource
    ) -> Outcome {
        let found = connections(source).filter { connection in
            guard let wanted = arguments[0], case .structure(let fields) = connection else { return true }
            return fields[0] == wanted
        }
        guard !found.isEmpty else {
            return .failure(HomeError(.notFound, "the camera has no such connection; findTransport() lists all"))
        }
        return .success(.response([0: .list(found)]))
    }

    /// Apps of Google's send only the options that they change. Matter's command replaces all of them, so the others
    /// are sent as they are.
    private static func modifyTransport(
        _ arguments: StructureValue, _ source: TraitViewSource
    ) -> Outcome {
        let (connectionID, options): (UInt32, UInt32) = (0, 1)
        let (configurationID, present): (UInt32, UInt32) = (0, 2)
        var arguments = arguments
        for case .structure(let connection) in source.values(transports)?[currentConnections]?.list ?? []
        where connection[configurationID] == arguments[connectionID] {
            guard case .structure(let wanted)? = arguments[options], case .structure(let old)? = connection[present]
            else { continue }
            arguments[options] = .structure(wanted.completed(by: old))
        }
        return source.command(modify, on: transports, arguments).map { .actions([$0]) }
    }

    private static func setTransportStatus(
        _ arguments: StructureValue, _ source: TraitViewSource
    ) -> Outcome {
        let status = arguments[1] ?? active
        if let connection = arguments[0], connection != .unsigned(wholeCamera) {
            return source.command(setStatus, on: transports, [0: connection, 1: status]).map { .actions([$0]) }
        }
        let switches = switches(source)
        guard !switches.isEmpty else {
            return .failure(
                HomeError(
                    TraitError(.unsupportedCommand, "the camera has no privacy setting that would switch it off")))
        }
        var values: StructureValue = [:]
        for attribute in switches { values[attribute] = .bool(status == inactive) }
        return source.action(on: streams, .update(values)).map { .actions([$0]) }
    }

    /// The settings that switch the camera off.
    private static func switches(_ source: TraitViewSource) -> [UInt32] {
        let values = source.values(streams) ?? [:]
        return [recordingPrivacy, livePrivacy].filter { values[$0] != nil }
    }

    private static func connections(_ source: TraitViewSource) -> [TraitValue] {
        let camera = source.values(streams) ?? [:]
        let isOff = camera[livePrivacy]?.bool == true || camera[hardPrivacy]?.bool == true
        let whole: StructureValue = [0: .unsigned(wholeCamera), 1: isOff ? inactive : active]
        let others = (source.values(transports)?[currentConnections]?.list ?? []).map { connection in
            guard isOff, case .structure(var fields) = connection else { return connection }
            fields[1] = inactive
            return TraitValue.structure(fields)
        }
        return [.structure(whole)] + others
    }

    // MARK: What hubs do not offer

    /// Bits of CameraAvStreamManagement's feature map.
    enum Feature: UInt64 {
        case video = 0x2
        case snapshot = 0x4
    }

    static func has(_ feature: Feature, _ camera: StructureValue) -> Bool {
        guard case .unsigned(let bits) = camera[GlobalAttribute.featureMap] else { return false }
        return bits & feature.rawValue != 0
    }

    /// CameraSnapshot: needs addresses of new pictures. Hubs have addresses of pictures taken at events only.
    private static let snapshot = TraitView(0x6006_FC27, of: streams)?.with { view in
        view.isShown = { has(.snapshot, $0) }
        view.commands[0] = refuseSnapshot
    }

    private static func refuseSnapshot(
        _ arguments: StructureValue, _ source: TraitViewSource
    ) -> Outcome {
        .failure(
            HomeError(
                .unimplemented,
                "hubs give a new picture no address; captureSnapshot of Matter.CameraAvStreamManagementTrait has the "
                    + "picture itself"
            ))
    }
}

extension StructureValue {
    /// The structure with the fields of another one that it lacks, also in the structures in it.
    fileprivate func completed(by other: StructureValue) -> StructureValue {
        var result = self
        for (id, value) in other.fields {
            switch (result[id], value) {
            case (nil, _): result[id] = value
            case (.structure(let mine)?, .structure(let theirs)): result[id] = .structure(mine.completed(by: theirs))
            default: break
            }
        }
        return result
    }
}
