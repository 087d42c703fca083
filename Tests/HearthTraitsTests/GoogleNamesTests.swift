internal import ExampleMaker
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

/// Names of Google's Home APIs, used on the real types as an app would: compiling is most of the test.
@Suite(.timeLimit(.minutes(5)))
struct GoogleNamesTests {
    @Test func attributesOfStandardTraits() {
        let basic = Matter.BasicInformationTrait.Attributes()
        expectNil(basic.vendorName)
        expectNil(basic.vendorID)
        expectNil(basic.productID)
        expectNil(basic.productName)
        expectNil(basic.serialNumber)
        expectNil(basic.softwareVersionString)
        let lock = Matter.DoorLockTrait.Attributes()
        expectNil(lock.requirePinforRemoteOperation)
        expectNil(lock.wrongCodeEntryLimit)
        expect(lock.lockState, differsFrom: .notFullyLocked)
        expect(lock.doorState, differsFrom: .doorUnspecifiedError)
        let thermostat = Matter.ThermostatTrait.Attributes()
        expectNil(thermostat.piCoolingDemand)
        expectNil(thermostat.minSetpointDeadBand)
        expectNil(thermostat.featureMap?.contains(.heating))
        expect(thermostat.systemMode, differsFrom: .auto)
        let cover = Matter.WindowCoveringTrait.Attributes()
        expectNil(cover.targetPositionLiftPercent100ths)
        expectNil(cover.currentPositionLiftPercent100ths)
        expectNil(Matter.OccupancySensingTrait.Attributes().occupancy?.contains(.occupied))
        expectNil(Matter.BooleanStateTrait.Attributes().stateValue)
        expectNil(Matter.FanControlTrait.Attributes().percentSetting)
        expectNil(Matter.SwitchTrait.Attributes().currentPosition)
    }

    /// Never run: commands need a home.
    private func commands(
        _ onOff: Matter.OnOffTrait, _ level: Matter.LevelControlTrait, _ lock: Matter.DoorLockTrait,
        _ thermostat: Matter.ThermostatTrait, _ cover: Matter.WindowCoveringTrait
    ) async throws {
        try await onOff.offWithEffect(
            effectIdentifier: Matter.OnOffTrait.EffectIdentifierEnum.dyingLight, effectVariant: 0)
        try await onOff.onWithTimedOff(onOffControl: [], onTime: 1, offWaitTime: 0)
        try await level.moveToLevel(
            level: UInt8(127), transitionTime: 0, optionsMask: Matter.LevelControlTrait.OptionsBitmap(),
            optionsOverride: Matter.LevelControlTrait.OptionsBitmap())
        try await lock.unlockDoor { $0.setPinCode([1, 2, 3, 4]) }
        _ = try await lock.update { $0.setWrongCodeEntryLimit(3) }
        try await thermostat.setpointRaiseLower(mode: .both, amount: 10)
        try await cover.upOrOpen()
        try await cover.downOrClose()
        try await cover.stopMotion()
        try await cover.goToLiftPercentage(liftPercent100thsValue: 5000)
    }

    /// Never run either.
    private func commands(
        _ users: Google.StructureUserManagementTrait, _ brightness: Google.BrightnessTrait,
        _ broadcast: Google.AssistantBroadcastTrait, _ fulfillment: Google.AssistantFulfillmentTrait,
        _ notification: Google.NotificationTrait, _ effects: Google.LightEffectsTrait
    ) async throws {
        let token: String = try await users.createInvitation(intendedUserRole: .admin).token
        _ = try await users.listUsersInStructure(structureId: token).userMetadataArray
        try await users.removeUser(structureId: "s", obfuscatedUserId: "u")
        for invitation in try await users.listInvitations().invitationDetailsArray
        where invitation.status != .accepted && invitation.status != .revoked {
            try await users.revokeInvitation(invitationId: invitation.invitationId ?? "")
        }
        try await brightness.moveToBrightness(brightnessPercent: 50)
        try await broadcast.broadcast(msg: "Dinner")
        try await fulfillment.okGoogle(query: "Good night")
        try await notification.sendNotifications()
        try await effects.sleepEffectSet(durationSeconds: 600)
    }

    /// Never run: the traits of cloud devices, by their names in the reference.
    private func cloudDevices(
        _ door: Google.OpenCloseTrait, _ alarm: Google.ArmDisarmTrait, _ gate: Google.LockUnlockTrait,
        _ blind: Google.RotationTrait, _ speaker: Google.VolumeTrait, _ oven: Google.CookTrait,
        _ feeder: Google.DispenseTrait, _ mop: Google.DockTrait, _ washer: Google.TogglesTrait,
        _ fan: Google.ExtendedFanControlTrait, _ light: Google.ExtendedColorControlTrait,
        _ charger: Google.ExtendedPowerSourceTrait, _ thermostat: Google.SimplifiedThermostatTrait,
        _ brightness: Google.BrightnessTrait
    ) async throws {
        try await door.open()
        try await door.open { $0.setOpenDirection(.up) }
        try await door.goToOpenPercentage(openPercent: 50)
        try await door.step(openRelativePercent: -10)
        let openings: [Google.OpenCloseTrait.DirectionOpenState]? = door.attributes.openState
        let percent: Double? = openings?.first?.openPercent ?? door.attributes.openPercent
        expectNil(percent)
        try await alarm.armDisarm(arm: true) { $0.setArmLevel("night") }
        if alarm.attributes.armState == .exitCountdown { try await alarm.armDisarm(arm: true) { $0.setCancel(true) } }
        try await gate.lock()
        try await gate.unlock(followUpToken: "1")
        if gate.attributes.lockState == .jammed { return }
        try await blind.rotateToPercentage(rotationPercent: 50)
        try await speaker.moveToVolume(volumePercent: 30)
        try await speaker.volumeStep(stepMode: .increase, step: 5)
        _ = try await oven.cook(start: true, cookingMode: .bake, foodPreset: "bread", quantity: 1, unit: .portion)
        _ = try await feeder.dispense(item: "food", amount: 1, unit: .cups, presetName: "")
        if mop.attributes.isDocked != true { try await mop.dock() }
        var setting = Google.TogglesTrait.ToggleSetting()
        setting.enabled = true
        try await washer.changeToggleSettings(updatedToggleSettings: [setting])
        try await fan.update { $0.setCustomFanMode("breeze") }
        try await light.moveToColorRGB(red: 255, green: 128, blue: 0)
        try await charger.startCharging()
        try await thermostat.setSystemMode(systemMode: .eco)
        try await brightness.brightnessStep(stepMode: .decrease, step: 10)
        let users: [Google.StructureUserManagementTrait.UserMetadata] = []
        let ids: [String] = users.compactMap(\.userId)
        let invitations: [Google.StructureUserManagementTrait.InvitationDetails] = []
        let open = invitations.filter {
            ($0.status ?? .invitationStatusUnspecified) == .pending && $0.invitationId != nil
        }
        expect(ids.isEmpty)
        expect(open.isEmpty)
        let weather: Google.WeatherTrait.CurrentConditions? = Google.WeatherTrait.Attributes().currentConditions
        expectNil(weather)
    }

    /// Never run: cameras and doorbells, as Google's sample app uses them.
    private func cameras(
        _ camera: GoogleCameraDeviceType, _ doorbell: GoogleDoorbellDeviceType, _ live: Google.WebRtcLiveViewTrait
    ) async throws {
        let response = try await live.startLiveView(offerSdp: "v=0")
        let (answer, session): (String, String) = (response.answerSdp, response.mediaSessionId)
        let seconds: UInt16 = response.liveSessionDurationSeconds
        expect(!answer.isEmpty && seconds > 0)
        expect(try await live.extendLiveView(mediaSessionId: session).liveSessionDurationSeconds > 0)
        try await live.startTalkback(mediaSessionId: session)
        try await live.stopTalkback(mediaSessionId: session)
        try await live.stopLiveView(mediaSessionId: session)
        guard let power = camera.googleTraits.pushAvStreamTransportTrait else { return }
        expect(power.attributes.currentConnections?.contains { $0.transportStatus == .active } == true)
        try await power.setTransportStatus(transportStatus: .inactive)
        for connection in try await power.findTransport().transportConfigurations {
            guard let options = connection.transportOptions, options.streamUsage == .recording else { continue }
            let sensitivity: UInt8? = options.triggerOptions.motionSensitivity
            let longest: UInt32? = options.triggerOptions.motionTimeControl?.maxDuration
            try await power.modifyPushTransport(
                connectionID: connection.connectionID,
                transportOptions: Google.PushAvStreamTransportTrait.TransportOptionsStruct(
                    streamUsage: .recording, videoStreamID: nil, audioStreamID: nil,
                    tlsEndpointID: options.tlsEndpointID, url: options.url,
                    triggerOptions: Google.PushAvStreamTransportTrait.TransportTriggerOptionsStruct(
                        triggerType: .motion, motionZones: nil, motionSensitivity: sensitivity,
                        motionTimeControl: Google.PushAvStreamTransportTrait.TransportMotionTriggerTimeControlStruct(
                            initialDuration: 1, augmentationDuration: 1, maxDuration: longest ?? 10, blindDuration: 0),
                        maxPreRollLen: nil),
                    ingestMethod: .cmafIngest,
                    containerOptions: Google.PushAvStreamTransportTrait.ContainerOptionsStruct(
                        containerType: .cmaf, cmafContainerOptions: nil),
                    expiryTime: nil))
        }
        typealias Settings = Google.CameraAvStreamManagementTrait
        let vision: [Settings.TriStateAutoEnum] = [.auto, .on, .off]
        let brightness: [Settings.ThreeLevelAutoEnum] = [.auto, .low, .high]
        try await doorbell.traits[Settings.self]?.update {
            $0.setMicrophoneMuted(true)
            $0.setRecordingMicrophoneMuted(true)
            $0.setImageRotation(180)
            $0.setNightVision(vision[0])
            $0.setSpeakerVolumeLevel(100)
            $0.setStatusLightBrightness(brightness[0])
        }
        let chime: Google.ChimeTrait? = doorbell.googleTraits.chimeTrait
        let kinds: [Google.ChimeTrait.ExternalChimeType] = [.none, .electronic, .mechanical]
        let sounds: [(UInt8, String)] = chime?.installedChimeSounds?.map { ($0.chimeID, $0.name) } ?? []
        try await chime?.update {
            $0.setSelectedChime(sounds.first?.0 ?? 0)
            $0.setExternalChime(kinds[0])
        }
    }

    @Test func googlesTraits() {
        let time = Google.TimeTrait.Attributes()
        expectNil(time.currentTime)
        expectNil(time.sunriseTime)
        expectNil(time.sunsetTime)
        expectNil(time.missingStructureLocation)
        expect(Google.AreaPresenceStateTrait.Attributes().presenceState, differsFrom: .presenceStateOccupied)
        let events: [any Event.Type] = [
            Google.DoorbellPressTrait.DoorbellPressedEvent.self, Google.TimeTrait.ScheduledEvent.self,
            Google.TimeTrait.RecurringClockTimeScheduledEvent.self,
            Google.TimeTrait.RecurringSolarTimeScheduledEvent.self, Google.VoiceStarterTrait.OkGoogleEvent.self,
            Google.AreaAttendanceStateTrait.AttendanceStateChangeEvent.self,
            Matter.DoorLockTrait.LockOperationEvent.self, Matter.BooleanStateTrait.StateChangeEvent.self,
        ]
        expect(events.count, equals: 8)
        let google = StandardTraits.descriptors.filter { $0.vendor == "Google" }
        expect(google.count, equals: 39)
        expect(google.allSatisfy { $0.id >> 16 == 0x6006 })
    }

    @Test func standardDeviceTypesGoByTwoNames() {
        expect(Matter.OnOffLightDeviceType.self == OnOffLightDeviceType.self)
        expect(Matter.SmokeCOAlarmDeviceType.self == SmokeCOAlarmDeviceType.self)
        expect(Matter.OnOffPluginUnitDeviceType.self == OnOffPluginUnitDeviceType.self)
        expect(Matter.DimmablePlugInUnitDeviceType.self == DimmablePlugInUnitDeviceType.self)
    }

    @Test func googlesDeviceTypes() {
        let types: [any DeviceType.Type] = [
            GoogleAirCoolerDeviceType.self, GoogleCameraDeviceType.self, GoogleCoffeeMakerDeviceType.self,
            GoogleControlPanelDeviceType.self, GoogleDisplayDeviceType.self, GoogleDoorDeviceType.self,
            GoogleDoorbellDeviceType.self, GoogleGarageDeviceType.self, GoogleGateDeviceType.self,
            GooglePressureCookerDeviceType.self, GoogleSprinklerDeviceType.self, GoogleTVDeviceType.self,
            GoogleWaterSoftenerDeviceType.self, GoogleAudioVideoReceiverDeviceType.self, GoogleAutoDeviceType.self,
            GoogleBathtubDeviceType.self, GoogleBlenderDeviceType.self, GoogleBoilerDeviceType.self,
            GoogleChargerDeviceType.self, GoogleClosetDeviceType.self, GoogleDehydratorDeviceType.self,
            GoogleDrawerDeviceType.self, GoogleFaucetDeviceType.self, GoogleFreezerDeviceType.self,
            GoogleFryerDeviceType.self, GoogleGameConsoleDeviceType.self, GoogleGrillDeviceType.self,
            GoogleKettleDeviceType.self, GoogleMopDeviceType.self, GoogleMowerDeviceType.self,
            GoogleMulticookerDeviceType.self, GoogleNetworkDeviceType.self, GooglePergolaDeviceType.self,
            GooglePetFeederDeviceType.self, GoogleRouterDeviceType.self, GoogleSecuritySystemDeviceType.self,
            GoogleSetTopBoxDeviceType.self, GoogleShowerDeviceType.self, GoogleSoundbarDeviceType.self,
            GoogleSousVideDeviceType.self, GoogleStandmixerDeviceType.self, GoogleStreamingBoxDeviceType.self,
            GoogleStreamingSoundbarDeviceType.self, GoogleStreamingStickDeviceType.self,
            GoogleWaterPurifierDeviceType.self, GoogleWindowDeviceType.self, GoogleYogurtmakerDeviceType.self,
        ]
        expect(types.count, equals: 47)
        expect(Set(types.map { $0.identifier }).count, equals: 47)
        expect(GoogleDoorbellDeviceType.identifier, equals: "home.matter.6006.types.0113")
        expect(types.allSatisfy { $0.identifier.hasPrefix("home.matter.6006.types.") })
        expect(GoogleAirCoolerDeviceType.identifier, equals: "home.matter.6006.types.0100")
        expect(AggregatorDeviceType.identifier, equals: "home.matter.0000.types.000e")
    }

    /// Never run: the members of a type's containers.
    private func containers(
        _ light: ExtendedColorLightDeviceType, _ doorbell: GoogleDoorbellDeviceType, _ garage: GoogleGarageDeviceType,
        _ alarm: SmokeCOAlarmDeviceType, _ stand: DisplayStandDeviceType, _ covering: WindowCoveringDeviceType,
        _ fan: FanDeviceType, _ drawer: GoogleDrawerDeviceType, _ system: GoogleSecuritySystemDeviceType
    ) -> [Any?] {
        let matter: ExtendedColorLightDeviceType.ExtendedColorLightMatterTraits = light.matterTraits
        let google: ExtendedColorLightDeviceType.ExtendedColorLightGoogleTraits = light.googleTraits
        return [
            matter.colorControlTrait, google.lightEffectsTrait, doorbell.googleTraits.doorbellPressTrait,
            doorbell.matterTraits.descriptorTrait, garage.matterTraits.doorLockTrait,
            garage.googleTraits.lockUnlockTrait, alarm.matterTraits.smokeCoAlarmTrait,
            covering.googleTraits.openCloseTrait, fan.googleTraits.extendedFanControlTrait,
            drawer.googleTraits.openCloseTrait, system.googleTraits.armDisarmTrait,
            stand.matterTraits.onOffTrait, stand.traits[ExampleOrganization.SpinnerTrait.self],
        ]
    }
}
