/// Each command of the standard traits, and whether it may be sent again: two lists for each trait, an indented line
/// with the word and the names.
///
/// A command is repeatable if sending it twice within a minute leaves the same state without any noticeable effect:
///
/// - it sets a value, a position, a rate or a mode, an entry with its number, or a duration (`Identify`, and
///   `OnWithTimedOff`, which sensors send again and again)
/// - it stops, pauses, resumes or cancels; or it removes an entry by a number that its sender chose, or that is not
///   reused
/// - it only queries
///
/// All others are sent once:
///
/// - those relative to the present state: toggles, steps, the next one, and setting a time (`SetUTCTime`, `Seek`)
/// - those that start something that ends by itself: a program, an effect, a dose of water or energy, a test, a search
/// - those that add an entry, or remove one by a number that the device reuses; and resets, as the second one discards
///   what came in between
/// - pictures, messages, sessions, requests for a person's consent, and steps of a handshake
/// - those whose repetition is refused and counted (`UpdatePIN`), and those not described closely enough
enum RepeatableCommandsTable {
    static let text = """
        Matter.AccessControl
          once ReviewFabricRestrictions
        Matter.AccountLogin
          once GetSetupPIN Login Logout GetDeviceAuthURI
        Matter.Actions
          repeatable StopAction PauseAction ResumeAction EnableAction DisableAction
          once InstantAction InstantActionWithTransition StartAction StartActionWithDuration PauseActionWithDuration
          once EnableActionWithDuration DisableActionWithDuration
        Matter.ActivatedCarbonFilterMonitoring
          once ResetCondition
        Matter.AdministratorCommissioning
          repeatable RevokeCommissioning
          once OpenCommissioningWindow OpenBasicCommissioningWindow
        Matter.ApplicationLauncher
          repeatable StopApp HideApp
          once LaunchApp
        Matter.AudioControl
          repeatable Mute Unmute SetVolume
          once ToggleMuted IncreaseVolume DecreaseVolume
        Matter.AudioOutput
          repeatable SelectOutput RenameOutput
        Matter.AvAnalysis
          repeatable EnableContextTriggers DisableContextTriggers DeactivateAnalysisStream
          once EstablishAnalysisStream ActivateAnalysisStream RemoveAnalysisStream
        Matter.BooleanStateConfiguration
          repeatable SuppressAlarm EnableDisableAlarm
        Matter.BridgedDeviceBasicInformation
          repeatable KeepActive
        Matter.CameraAvSettingsUserLevelManagement
          repeatable MPTZSetPosition MPTZMoveToPreset DPTZSetViewport
          once MPTZRelativeMove MPTZSavePreset MPTZRemovePreset DPTZRelativeMove
        Matter.CameraAvStreamManagement
          repeatable VideoStreamModify SnapshotStreamModify SetStreamPriorities
          once AudioStreamAllocate AudioStreamDeallocate VideoStreamAllocate VideoStreamDeallocate SnapshotStreamAllocate
          once SnapshotStreamDeallocate CaptureSnapshot
        Matter.Channel
          repeatable ChangeChannel ChangeChannelByNumber GetProgramGuide CancelRecordProgram
          once SkipChannel RecordProgram
        Matter.Chime
          once PlayChimeSound
        Matter.ClosureControl
          repeatable Stop MoveTo GroupedMoveTo
          once Calibrate
        Matter.ClosureDimension
          repeatable SetTarget GroupedSetTarget
          once Step GroupedStep
        Matter.ColorControl
          repeatable MoveToHue MoveHue MoveToSaturation MoveSaturation MoveToHueAndSaturation MoveToColor MoveColor
          repeatable MoveToColorTemperature EnhancedMoveToHue EnhancedMoveHue EnhancedMoveToHueAndSaturation StopMoveStep
          repeatable MoveColorTemperature
          once StepHue StepSaturation StepColor EnhancedStepHue ColorLoopSet StepColorTemperature
        Matter.CommissionerControl
          once RequestCommissioningApproval CommissionNode
        Matter.CommissioningProxy
          once ProxyConnectRequest ProxyDisconnectRequest ProxyScanRequest ProxyBackGroundScanStartRequest
          once ProxyBackGroundScanStopRequest ProxyMessageRequest
        Matter.CommodityPrice
          repeatable GetDetailedPriceRequest GetDetailedForecastRequest
        Matter.CommodityTariff
          repeatable GetTariffComponent GetDayEntry
        Matter.ContentAppObserver
          once ContentAppMessage
        Matter.ContentControl
          repeatable Enable Disable SetScreenDailyTime BlockUnratedContent UnblockUnratedContent
          repeatable SetOnDemandRatingThreshold SetScheduledContentRatingThreshold RemoveBlockApplications
          once UpdatePIN ResetPIN AddBonusTime AddBlockChannels RemoveBlockChannels AddBlockApplications
          once SetBlockContentTimeWindow RemoveBlockContentTimeWindow
        Matter.ContentLauncher
          once LaunchContent LaunchURL ContentReplicationRequest PlayPreset
        Matter.DeviceEnergyManagement
          repeatable CancelPowerAdjustRequest StartTimeAdjustRequest ResumeRequest CancelRequest
          repeatable CancelPowerRangeAdjustRequest
          once PowerAdjustRequest PauseRequest ModifyForecastRequest RequestConstraintBasedForecast
          once PowerRangeAdjustRequest
        Matter.DeviceEnergyManagementMode
          repeatable ChangeToMode
        Matter.DiagnosticLogs
          once RetrieveLogsRequest
        Matter.DishwasherAlarm
          repeatable ModifyEnabledAlarms
          once Reset
        Matter.DishwasherMode
          repeatable ChangeToMode
        Matter.DoorLock
          repeatable LockDoor UnlockDoor SetWeekDaySchedule GetWeekDaySchedule ClearWeekDaySchedule SetYearDaySchedule
          repeatable GetYearDaySchedule ClearYearDaySchedule SetHolidaySchedule GetHolidaySchedule ClearHolidaySchedule
          repeatable GetUser ClearUser GetCredentialStatus ClearCredential UnboltDoor ClearAliroReaderConfig
          once UnlockWithTimeout SetUser SetCredential SetAliroReaderConfig
        Matter.DynamicLighting
          repeatable StopEffect
          once StartEffect
        Matter.ElectricalAlarm
          repeatable ModifyEnabledAlarms SetElectricalAlarmThresholds
          once Reset
        Matter.ElectricalProtectionAlarm
          repeatable ModifyEnabledAlarms
        Matter.EnergyEvse
          repeatable Disable EnableCharging EnableDischarging SetTargets GetTargets ClearTargets
          once StartDiagnostics
        Matter.EnergyEvseMode
          repeatable ChangeToMode
        Matter.EthernetNetworkDiagnostics
          once ResetCounts
        Matter.FanControl
          once Step
        Matter.GeneralCommissioning
          repeatable SetRegulatoryConfig SetTCAcknowledgements
          once ArmFailSafe CommissioningComplete
        Matter.GeneralDiagnostics
          repeatable TimeSnapshot PayloadTestRequest
          once TestEventTrigger
        Matter.GroupKeyManagement
          repeatable KeySetWrite KeySetRead KeySetRemove KeySetReadAllIndices
        Matter.Groupcast
          repeatable LeaveGroup UpdateGroupKey ConfigureAuxiliaryACL
          once JoinGroup GroupcastTesting
        Matter.Groups
          repeatable ViewGroup GetGroupMembership RemoveGroup RemoveAllGroups
          once AddGroup AddGroupIfIdentifying
        Matter.HepaFilterMonitoring
          once ResetCondition
        Matter.Humidistat
          repeatable SetSettings
        Matter.IcdManagement
          repeatable UnregisterClient StayActiveRequest
          once RegisterClient
        Matter.Identify
          repeatable IdentifyCommand
          once TriggerEffect
        Matter.JointFabricAdministrator
          once ICACCSRRequest AddICAC OpenJointCommissioningWindow TransferAnchorRequest TransferAnchorComplete
          once AnnounceJointFabricAdministrator
        Matter.JointFabricDatastore
          repeatable UpdateKeySet RemoveKeySet UpdateGroup RemoveGroup UpdateAdmin RemoveAdmin UpdateNode RemoveNode
          repeatable UpdateEndpointForNode RemoveGroupIDFromEndpointForNode
          once AddKeySet AddGroup AddAdmin AddPendingNode RefreshNode AddGroupIDToEndpointForNode
          once AddBindingToEndpointForNode RemoveBindingFromEndpointForNode AddACLToNode RemoveACLFromNode
        Matter.KeypadInput
          once SendKey
        Matter.LaundryWasherMode
          repeatable ChangeToMode
        Matter.LevelControl
          repeatable MoveToLevel Move Stop MoveToLevelWithOnOff MoveWithOnOff StopWithOnOff MoveToClosestFrequency
          once Step StepWithOnOff
        Matter.LowPower
          repeatable Sleep
        Matter.MediaFileManagement
          once AddFile DeleteFile RequestSharedFiles GetSharedFile OfferFile
        Matter.MediaInput
          repeatable SelectInput HideInputStatus RenameInput
          once ShowInputStatus
        Matter.MediaPlayback
          repeatable Play Pause Stop ActivateAudioTrack ActivateTextTrack DeactivateTextTrack
          once StartOver Previous Next Rewind FastForward SkipForward SkipBackward Seek
        Matter.Messages
          repeatable CancelMessagesRequest
          once PresentMessagesRequest
        Matter.MicrowaveOvenControl
          once SetCookingParameters AddMoreTime
        Matter.ModeSelect
          repeatable ChangeToMode
        Matter.NetworkCommissioning
          repeatable RemoveNetwork ReorderNetwork QueryIdentity
          once ScanNetworks AddOrUpdateWiFiNetwork AddOrUpdateThreadNetwork ConnectNetwork
        Matter.NetworkIdentityManagement
          repeatable QueryIdentity
          once AddClient RemoveClient ImportAdminSecret ExportAdminSecret
        Matter.OnOff
          repeatable Off On OffWithEffect OnWithRecallGlobalScene OnWithTimedOff
          once Toggle
        Matter.OperationalCredentials
          repeatable AttestationRequest CertificateChainRequest UpdateFabricLabel SetVIDVerificationStatement
          repeatable SignVIDVerificationRequest
          once CSRRequest AddNOC UpdateNOC RemoveFabric AddTrustedRootCertificate
        Matter.OperationalState
          repeatable Pause Stop Resume
          once Start
        Matter.OtaSoftwareUpdateProvider
          once QueryImage ApplyUpdateRequest NotifyUpdateApplied
        Matter.OtaSoftwareUpdateRequestor
          once AnnounceOTAProvider
        Matter.OvenCavityOperationalState
          repeatable Stop
          once Start
        Matter.OvenMode
          repeatable ChangeToMode
        Matter.ProximityRanging
          once StartRangingRequest StopRangingRequest
        Matter.PushAvStreamTransport
          repeatable ModifyPushTransport SetTransportStatus FindTransport
          once AllocatePushTransport DeallocatePushTransport ManuallyTriggerTransport
        Matter.RefrigeratorAndTemperatureControlledCabinetMode
          repeatable ChangeToMode
        Matter.RvcCleanMode
          repeatable ChangeToMode
        Matter.RvcOperationalState
          repeatable Pause Resume GoHome
        Matter.RvcRunMode
          repeatable ChangeToMode
        Matter.ScenesManagement
          repeatable ViewScene RemoveScene RemoveAllScenes RecallScene GetSceneMembership
          once AddScene StoreScene CopyScene
        Matter.ServiceArea
          repeatable SelectAreas SkipArea
        Matter.SmokeCoAlarm
          once SelfTestRequest
        Matter.SoftwareDiagnostics
          once ResetWatermarks
        Matter.TargetNavigator
          once NavigateTarget
        Matter.TemperatureControl
          repeatable SetTemperature
        Matter.Thermostat
          repeatable GetWeeklySchedule ClearWeeklySchedule SetActiveScheduleRequest SetActivePresetRequest
          once SetpointRaiseLower SetWeeklySchedule AddThermostatSuggestion RemoveThermostatSuggestion AtomicRequest
        Matter.ThreadBorderRouterManagement
          repeatable GetActiveDatasetRequest GetPendingDatasetRequest
          once SetActiveDatasetRequest SetPendingDatasetRequest
        Matter.ThreadNetworkDiagnostics
          once ResetCounts
        Matter.ThreadNetworkDirectory
          repeatable RemoveNetwork GetOperationalDataset
          once AddNetwork
        Matter.TimeSynchronization
          repeatable SetTrustedTimeSource SetTimeZone SetDSTOffset SetDefaultNTP
          once SetUTCTime
        Matter.TlsCertificateManagement
          repeatable FindRootCertificate LookupRootCertificate FindClientCertificate LookupClientCertificate
          once ProvisionRootCertificate RemoveRootCertificate ClientCSR ProvisionClientCertificate
          once RemoveClientCertificate
        Matter.TlsClientManagement
          repeatable FindEndpoint
          once ProvisionEndpoint RemoveEndpoint
        Matter.ValveConfigurationAndControl
          repeatable Close
          once Open
        Matter.WaterHeaterManagement
          repeatable CancelBoost
          once Boost
        Matter.WaterHeaterMode
          repeatable ChangeToMode
        Matter.WaterTankLevelMonitoring
          once ResetCondition
        Matter.WebRTCTransportProvider
          once SolicitOffer ProvideOffer ProvideAnswer ProvideICECandidates EndSession
        Matter.WebRTCTransportRequestor
          once Offer Answer ICECandidates End
        Matter.WiFiNetworkDiagnostics
          once ResetCounts
        Matter.WiFiNetworkManagement
          repeatable NetworkPassphraseRequest
        Matter.WindowCovering
          repeatable UpOrOpen DownOrClose StopMotion GoToLiftValue GoToLiftPercentage GoToTiltValue GoToTiltPercentage
        Matter.ZoneManagement
          repeatable UpdateTwoDCartesianZone CreateOrUpdateTrigger RemoveTrigger
          once CreateTwoDCartesianZone RemoveZone
        Google.ArmDisarm
          repeatable ArmDisarmCommand
        Google.AssistantBroadcast
          once Broadcast
        Google.AssistantFulfillment
          once OkGoogle
        Google.Brightness
          repeatable MoveToBrightness
          once BrightnessStep
        Google.CameraSnapshot
          once GetLiveSnapshot
        Google.Cook
          once CookCommand
        Google.Dispense
          once DispenseCommand
        Google.Dock
          repeatable DockCommand
        Google.ExtendedColorControl
          repeatable MoveToColorHSV MoveToColorName MoveToColorRGB
        Google.ExtendedFanControl
          once ExtendedStep ToggleAirflowDirection
        Google.ExtendedMediaInput
          repeatable SelectCustomInput
          once NextInput PreviousInput
        Google.ExtendedPowerSource
          repeatable StartCharging StopCharging
        Google.ExtendedThermostat
          repeatable DisassociateSensor SelectSensor
          once AssociateSensor NotifySensorStateChange
        Google.GooglePushAvStreamTransport
          repeatable ModifyPushTransport SetTransportStatus FindTransport
        Google.LightEffects
          repeatable StopEffect
          once SleepEffectSet WakeEffectSet
        Google.LockUnlock
          repeatable Lock Unlock
        Google.Notification
          once SendNotifications
        Google.OpenClose
          repeatable Close Open GoToOpenPercentage
          once Step
        Google.Rotation
          repeatable RotateToDegrees RotateToPercentage
        Google.SimplifiedThermostat
          repeatable SetSystemMode
        Google.StructureUserManagement
          repeatable ListUsersInStructure RemoveUser ListInvitations RevokeInvitation
          once CreateInvitation
        Google.Toggles
          repeatable ChangeToggleSettings
        Google.Volume
          repeatable MoveToVolume Mute Unmute
          once VolumeStep
        Google.WebRtcLiveView
          once StartLiveView StopLiveView ExtendLiveView StartTalkback StopTalkback
        HearthProject.Notices
          repeatable Dismiss
          once Notify
        HearthProject.DeviceActions
          once RunAction
        HearthProject.Press
          once PressCommand
        HearthProject.SecuritySystem
          repeatable SetTargetState
        """
}
