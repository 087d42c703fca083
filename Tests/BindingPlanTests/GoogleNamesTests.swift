internal import Foundation
internal import Expectations
internal import Testing

@testable internal import BindingPlan

/// The names in Google's Home APIs for iOS, from the schemas' names by our rules and `Schemas/Overrides.json`. Each row
/// names its source: "guide" is a guide to the APIs (devices, changes, control, automations), "sample" Google's sample
/// app, "reference" the reference of the Swift API.
struct GoogleNamesTests {
    private func namer() throws -> TraitNamer {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let url = package.appendingPathComponent("Schemas/Overrides.json")
        return TraitNamer(
            overrides: try Overrides(json: try String(contentsOf: url, encoding: .utf8), path: url.lastPathComponent))
    }

    @Test(arguments: [
        ("vendorID", "vendorID", "guide: devices"), ("vendorId", "vendorID", "guide: devices"),
        ("productID", "productID", "guide: devices"), ("productId", "productID", "guide: devices"),
        ("vendorName", "vendorName", "guide: devices"),
        ("softwareVersionString", "softwareVersionString", "sample"), ("serialNumber", "serialNumber", "sample"),
        ("onOff", "onOff", "guide: control"), ("startUpOnOff", "startUpOnOff", "guide: control"),
        ("globalSceneControl", "globalSceneControl", "reference"), ("offWaitTime", "offWaitTime", "reference"),
        ("currentPosition", "currentPosition", "guide: control"),
        ("wrongCodeEntryLimit", "wrongCodeEntryLimit", "guide: control"),
        ("requirePINforRemoteOperation", "requirePinforRemoteOperation", "sample"),
        ("PINCode", "pinCode", "sample: unlockDoor { $0.setPinCode(…) }"),
        ("PICoolingDemand", "piCoolingDemand", "reference"), ("PIHeatingDemand", "piHeatingDemand", "reference"),
        ("minSetpointDeadBand", "minSetpointDeadBand", "sample"),
        ("absMinHeatSetpointLimit", "absMinHeatSetpointLimit", "sample"),
        ("occupiedCoolingSetpoint", "occupiedCoolingSetpoint", "guide: control"),
        ("percentSetting", "percentSetting", "sample"),
        ("targetPositionLiftPercent100ths", "targetPositionLiftPercent100ths", "sample"),
        ("liftPercent100thsValue", "liftPercent100thsValue", "sample"), ("stateValue", "stateValue", "sample"),
        ("updateStateProgress", "updateStateProgress", "sample"),
        ("lockOperationType", "lockOperationType", "reference"), ("fabricIndex", "fabricIndex", "reference"),
        ("MoveToLevelWithOnOff", "moveToLevelWithOnOff", "guide: control"),
        ("GoToLiftPercentage", "goToLiftPercentage", "sample"),
        ("SetpointRaiseLower", "setpointRaiseLower", "guide: control"),
        ("OnWithRecallGlobalScene", "onWithRecallGlobalScene", "reference"),
        ("structureId", "structureId", "sample"), ("obfuscatedUserId", "obfuscatedUserId", "sample"),
        ("presenceState", "presenceState", "sample"), ("cronExpression", "cronExpression", "guide: automations"),
    ])
    func members(schema: String, google: String, source: String) throws {
        try expect(namer().member(schema), equals: google, "\(source)")
    }

    @Test(arguments: [
        ("SmokeCoAlarm", "smokeCoAlarmTrait", "reference"), ("OnOff", "onOffTrait", "guide: devices"),
        ("DoorbellPress", "doorbellPressTrait", "guide: devices"), ("LightEffects", "lightEffectsTrait", "reference"),
        ("GoogleChime", "chimeTrait", "reference"), ("Chime", "chimeTrait", "reference"),
        ("GooglePushAvStreamTransport", "pushAvStreamTransportTrait", "sample"),
        ("WebRtcLiveView", "webRtcLiveViewTrait", "reference"),
        ("RvcRunMode", "rvcRunModeTrait", "sample"), ("RvcOperationalState", "rvcOperationalStateTrait", "sample"),
        ("OtaSoftwareUpdateRequestor", "otaSoftwareUpdateRequestorTrait", "sample"),
        ("Pm25ConcentrationMeasurement", "pm25ConcentrationMeasurementTrait", "reference"),
        (
            "TotalVolatileOrganicCompoundsConcentrationMeasurement",
            "totalVolatileOrganicCompoundsConcentrationMeasurementTrait", "reference"
        ),
    ])
    func traits(schema: String, google: String, source: String) throws {
        try expect(namer().member(namer().trait(schema)), equals: google, "\(source)")
    }

    @Test(arguments: [
        ("OnOffLight", "OnOffLightDeviceType", "guide: devices"),
        ("OnOffPluginUnit", "OnOffPluginUnitDeviceType", "reference"),
        ("OnOffPlugInUnit", "OnOffPluginUnitDeviceType", "reference"),
        ("DimmablePluginUnit", "DimmablePlugInUnitDeviceType", "reference"),
        ("DimmablePlugInUnit", "DimmablePlugInUnitDeviceType", "reference"),
        ("OTARequestor", "OtaRequestorDeviceType", "sample"), ("OTAProvider", "OtaProviderDeviceType", "reference"),
        ("SmokeCoAlarm", "SmokeCOAlarmDeviceType", "reference"),
        ("SmokeCOAlarm", "SmokeCOAlarmDeviceType", "reference"),
        ("HumiditySensor", "HumiditySensorDeviceType", "guide: devices"),
        ("GoogleDoorbell", "GoogleDoorbellDeviceType", "guide: devices"),
        ("GoogleTV", "GoogleTVDeviceType", "reference"),
    ])
    func deviceTypes(schema: String, google: String, source: String) throws {
        try expect(namer().deviceType(schema), equals: google, "\(source)")
    }

    @Test(arguments: [
        ("kDyingLight", "dyingLight", "guide: control"), ("kNotFullyLocked", "notFullyLocked", "reference"),
        ("kDoorUnspecifiedError", "doorUnspecifiedError", "sample"), ("kAuto", "auto", "sample"),
        ("kDelayedOnUserConsent", "delayedOnUserConsent", "sample"), ("kOccupied", "occupied", "sample"),
        ("kPresenceStateOccupied", "presenceStateOccupied", "sample"), ("kAdmin", "admin", "sample"),
    ])
    func constants(schema: String, google: String, source: String) throws {
        try expect(namer().cases([schema]), equals: [google], "\(source)")
    }
}
