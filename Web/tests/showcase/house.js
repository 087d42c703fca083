// A house with the kinds of devices that the demo home lacks, as their traits' values.

import * as Trait from "../../home/traits.js";

/** Traits that have only modes. */
const Mode = /** @type {const} */ ({
  OVEN: 0x0049, LAUNDRY: 0x0051, RVC_RUN: 0x0054, RVC_CLEAN: 0x0055, DISHWASHER: 0x0059, EVSE: 0x009d, WATER_HEATER: 0x009e,
});
const now = Math.round((Date.now() - Date.UTC(2000, 0, 1)) / 1000);

/** A small JPEG. */
export const picture = "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAkAEADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAQF/8QAFxABAQEBAAAAAAAAAAAAAAAAABMBEv/EABYBAQEBAAAAAAAAAAAAAAAAAAADAv/EABURAQEAAAAAAAAAAAAAAAAAAAAR/9oADAMBAAIRAxEAPwDQoUR0KEVqyhRHQoQqyhRHQoQqyhRHQoQqShRHQopE6soUR0KEKsoUR0KEKsoUR0KEKm6060GmTrTrQA6060AOtOtAH//Z";

/** @typedef {{types: number[], label?: string, traits: Record<number, Record<string, unknown>>}} Part */

/** @param {...[label: string, tag?: number]} modes */
const modes = (...modes) => ({
  supportedModes: modes.map(([label, tag], mode) => ({ label, mode, modeTags: tag === undefined ? [] : [{ value: tag }] })), currentMode: 0, acceptedCommandList: [0],
});

/** @param {string} state @param {Record<string, unknown>} more */
const operation = (state, more = {}) => ({
  phaseList: ["Wash", "Rinse", "Spin"], currentPhase: 1, countdownTime: 2_520, operationalStateList: [], operationalState: state,
  operationalError: { errorStateID: 0 }, acceptedCommandList: [0, 1, 2, 3], ...more,
});

const power = (/** @type {number} */ watts) => ({
  [Trait.ELECTRICAL_POWER]: { powerMode: "ac", activePower: BigInt(Math.round(watts * 1000)), rmsVoltage: 231_400n, rmsCurrent: BigInt(Math.round((Math.abs(watts) / 231.4) * 1000)), frequency: 50_010n, featureMap: 2 },
});
const energy = (/** @type {number} */ taken, given = 0) => ({
  [Trait.ELECTRICAL_ENERGY]: { cumulativeEnergyImported: { energy: BigInt(taken) * 1_000_000n }, ...(given === 0 ? {} : { cumulativeEnergyExported: { energy: BigInt(given) * 1_000_000n } }) },
});

/** @type {readonly {name: string, room: string, parts: Part[]}[]} */
export const house = [
  { name: "Washing machine", room: "Kitchen", parts: [{ types: [0x73], traits: {
    [Trait.OPERATIONAL_STATE]: operation("running"), [Mode.LAUNDRY]: modes(["Cotton", 16384], ["Wool", 16385], ["Whites", 16387]),
    [Trait.LAUNDRY_WASHER_CONTROLS]: { spinSpeeds: ["400", "800", "1,200", "1,400"], spinSpeedCurrent: 2, numberOfRinses: "normal", supportedRinses: ["noneValue", "normal", "extra"] },
    [Trait.TEMPERATURE_CONTROL]: { selectedTemperatureLevel: 1, supportedTemperatureLevels: ["Cold", "30 °C", "40 °C", "60 °C"], featureMap: 2 },
  } }] },
  { name: "Dryer", room: "Kitchen", parts: [{ types: [0x7c], traits: {
    [Trait.OPERATIONAL_STATE]: operation("stopped", { countdownTime: null, currentPhase: null }), [Mode.LAUNDRY]: modes(["Mixed", 16384], ["Delicate", 16385]),
    [Trait.LAUNDRY_DRYER_CONTROLS]: { supportedDrynessLevels: ["low", "normal", "extra", "max"], selectedDrynessLevel: "normal" },
  } }] },
  { name: "Dishwasher", room: "Kitchen", parts: [{ types: [0x75], traits: {
    [Trait.OPERATIONAL_STATE]: operation("error", { operationalError: { errorStateID: 2 } }), [Mode.DISHWASHER]: modes(["Normal"], ["Heavy"], ["Light"]),
    [Trait.DISHWASHER_ALARM]: { mask: 63, latch: 1, state: 1, supported: 63, featureMap: 1, acceptedCommandList: [0] },
  } }] },
  { name: "Oven", room: "Kitchen", parts: [
    { types: [0x71], label: "Upper oven", traits: {
      [Trait.TEMPERATURE_CONTROL]: { temperatureSetpoint: 18_000, minTemperature: 3_000, maxTemperature: 30_000, step: 500, featureMap: 5 },
      [Trait.TEMPERATURE]: { measuredValue: 17_250 }, [Mode.OVEN]: modes(["Bake", 16384], ["Grill", 16386], ["Hot air", 16385]),
      [Trait.OVEN_CAVITY_OPERATIONAL_STATE]: operation("running", { phaseList: ["Heating up", "Baking"], countdownTime: 1_080, acceptedCommandList: [1, 2] }),
    } },
    { types: [0x77], label: "Front left", traits: {
      [Trait.ON_OFF]: { onOff: true, featureMap: 4, acceptedCommandList: [0] }, [Trait.TEMPERATURE_CONTROL]: { selectedTemperatureLevel: 2, supportedTemperatureLevels: ["Low", "Medium", "High"], featureMap: 2 },
    } },
  ] },
  { name: "Microwave", room: "Kitchen", parts: [{ types: [0x79], traits: {
    [Trait.OPERATIONAL_STATE]: operation("stopped", { countdownTime: null, phaseList: null, currentPhase: null }),
    [Trait.MICROWAVE_OVEN_MODE]: modes(["", 16384], ["", 16385]),
    [Trait.MICROWAVE_OVEN_CONTROL]: { cookTime: 90, maxCookTime: 3_600, powerSetting: 80, minPower: 10, maxPower: 100, powerStep: 10, acceptedCommandList: [0, 1] },
  } }] },
  { name: "Refrigerator", room: "Kitchen", parts: [{ types: [0x70], traits: {
    [Trait.REFRIGERATOR_MODE]: modes(["Normal"], ["Fast cooling", 16384]), [Trait.REFRIGERATOR_ALARM]: { mask: 1, state: 1, supported: 1 },
  } }] },
  { name: "Hood", room: "Kitchen", parts: [{ types: [0x7a], traits: {
    [Trait.FAN_CONTROL]: { fanMode: "medium", fanModeSequence: "offLowMedHigh", percentSetting: 60, percentCurrent: 60 },
    [Trait.CARBON_FILTER]: { condition: 8, changeIndication: "warning", lastChangedTime: now - 8_000_000, acceptedCommandList: [0] },
  } }] },
  { name: "Robot", room: "Living Room", parts: [{ types: [0x74], traits: {
    [Mode.RVC_RUN]: { ...modes(["Idle", 16384], ["Clean", 16385], ["Map", 16386]), currentMode: 1 }, [Mode.RVC_CLEAN]: modes(["Vacuum", 16385], ["Mop", 16386], ["Vacuum, then mop", 16387]),
    [Trait.RVC_OPERATIONAL_STATE]: operation("running", { phaseList: null, currentPhase: null, countdownTime: null, acceptedCommandList: [0, 3, 0x80] }),
    [Trait.SERVICE_AREA]: {
      supportedAreas: ["Living room", "Kitchen", "Hallway", ""].map((locationName, index) => ({ areaID: index + 1, mapID: null, areaInfo: { locationInfo: locationName === "" ? null : { locationName, floorNumber: 0, areaType: null }, landmarkInfo: null } })),
      selectedAreas: [1, 2], currentArea: 1, progress: [{ areaID: 1, status: "operating" }, { areaID: 2, status: "pending" }], acceptedCommandList: [0],
    },
    [Trait.POWER_SOURCE]: { status: "active", batPercentRemaining: 146, batChargeLevel: "ok", batChargeState: "isNotCharging" },
  } }] },
  { name: "Stuck robot", room: "Living Room", parts: [{ types: [0x74], traits: {
    [Mode.RVC_RUN]: modes(["Idle", 16384], ["Clean", 16385]),
    [Trait.RVC_OPERATIONAL_STATE]: operation("error", { phaseList: null, currentPhase: null, countdownTime: null, operationalError: { errorStateID: 76 }, acceptedCommandList: [0, 3, 0x80] }),
  } }] },
  { name: "Old lamp", room: "Living Room", parts: [{ types: [0x10d], traits: {
    [Trait.ON_OFF]: { onOff: true, acceptedCommandList: [0, 1, 2] }, [Trait.LEVEL_CONTROL]: { currentLevel: 160, minLevel: 1, maxLevel: 254 },
    [Trait.COLOR_CONTROL]: { colorMode: "currentXAndCurrentY", currentX: 19_660, currentY: 39_321, featureMap: 8 },
  } }] },
  { name: "Cinema", room: "Living Room", parts: [{ types: [0x23], traits: {
    [Trait.ON_OFF]: { onOff: true, acceptedCommandList: [0, 1, 2] },
    [Trait.MEDIA_PLAYBACK]: {
      currentState: "playing", duration: 5_400_000n, sampledPosition: { updatedAt: BigInt(now) * 1_000_000n, position: 1_234_000n }, playbackSpeed: 1, seekRangeEnd: 5_400_000n, seekRangeStart: 0n,
      contentInfo: { contentType: "generic", title: "The Lighthouse", artist: "Nobody" }, availableCommands: null, acceptedCommandList: [0, 1, 2, 4, 5, 8, 9, 11], featureMap: 1,
    },
    [Trait.MEDIA_INPUT]: { inputList: [{ index: 0, inputType: "hdmi", name: "Console", description: "" }, { index: 1, inputType: "hdmi", name: "", description: "HDMI 2" }], currentInput: 0 },
    [Trait.AUDIO_OUTPUT]: { outputList: [{ index: 0, outputType: "internal", name: "Own speakers" }, { index: 1, outputType: "bt", name: "Headphones" }], currentOutput: 1 },
    [Trait.CHANNEL]: { channelList: [{ majorNumber: 1, minorNumber: 0, name: "One" }, { majorNumber: 2, minorNumber: 1, name: "Two" }], currentChannel: { majorNumber: 2, minorNumber: 1, name: "Two" }, featureMap: 1 },
    [Trait.KEYPAD_INPUT]: { featureMap: 5 }, [Trait.CONTENT_LAUNCHER]: { acceptedCommandList: [0], featureMap: 1 },
    [Trait.TARGET_NAVIGATOR]: { targetList: [{ identifier: 1, name: "Guide" }, { identifier: 2, name: "Recordings" }], currentTarget: 1 },
  } }] },
  { name: "Air conditioner", room: "Living Room", parts: [{ types: [0x72], traits: {
    [Trait.ON_OFF]: { onOff: true, acceptedCommandList: [0, 1, 2] },
    [Trait.THERMOSTAT]: {
      localTemperature: 2_430, systemMode: "auto", controlSequenceOfOperation: "coolingAndHeating", occupiedCoolingSetpoint: 2_450, occupiedHeatingSetpoint: 2_200, minSetpointDeadBand: 25,
      minHeatSetpointLimit: 700, maxHeatSetpointLimit: 3_000, minCoolSetpointLimit: 1_600, maxCoolSetpointLimit: 3_200, thermostatRunningState: 2, outdoorTemperature: 2_890, piCoolingDemand: 40, featureMap: 0x123,
      presets: [{ presetHandle: Uint8Array.of(1), presetScenario: "occupied", name: null, builtIn: true }, { presetHandle: Uint8Array.of(2), presetScenario: "sleep", name: "Night", builtIn: false }], activePresetHandle: Uint8Array.of(1),
      schedules: [{ scheduleHandle: Uint8Array.of(9), systemMode: "auto", name: "Working days", builtIn: false, transitions: [
        { dayOfWeek: 0x3e, transitionTime: 390, presetHandle: Uint8Array.of(1) }, { dayOfWeek: 0x3e, transitionTime: 1_320, heatingSetpoint: 1_800, coolingSetpoint: 2_600 }] }], activeScheduleHandle: Uint8Array.of(9),
    },
    [Trait.FAN_CONTROL]: { fanMode: "auto", fanModeSequence: "offLowMedHighAuto", percentSetting: null, percentCurrent: 30, rockSupport: 3, rockSetting: 1, windSupport: 3, windSetting: 0, airflowDirection: "forward", featureMap: 0x2e },
  } }] },
  { name: "Air purifier", room: "Bedroom", parts: [{ types: [0x2d], traits: {
    [Trait.FAN_CONTROL]: { fanMode: "low", fanModeSequence: "offLowMedHighAuto", percentSetting: 30, percentCurrent: 30 },
    [Trait.HEPA_FILTER]: { condition: 62, changeIndication: "ok", acceptedCommandList: [0] },
  } }] },
  { name: "Humidifier", room: "Bedroom", parts: [{ types: [0x7d], traits: {
    [Trait.HUMIDISTAT]: { mode: "auto", systemState: "humidifying", userSetpoint: 45, minSetpoint: 30, maxSetpoint: 60, step: 5, mistType: 1, continuous: false, sleep: true, featureMap: 0x1bf },
    [Trait.HUMIDITY]: { measuredValue: 3_890 }, [Trait.WATER_TANK]: { condition: 35, changeIndication: "ok" },
  } }] },
  { name: "Dehumidifier", room: "Bedroom", parts: [{ types: [0xfff10005], traits: {
    [Trait.HUMIDIFIER_DEHUMIDIFIER]: { active: true, currentState: "dehumidifying", targetState: "dehumidifier", dehumidifierThreshold: 55, waterLevel: 70 }, [Trait.HUMIDITY]: { measuredValue: 6_300 },
  } }] },
  { name: "Air sensor", room: "Bedroom", parts: [{ types: [0x2c], traits: {
    [Trait.AIR_QUALITY]: { airQuality: "poor" }, [Trait.CARBON_DIOXIDE]: { measuredValue: 1_420, measurementUnit: "ppm", levelValue: "high" },
    [Trait.PM25]: { measuredValue: 8.4, measurementUnit: "ugm3" }, [Trait.ORGANIC_COMPOUNDS]: { levelValue: "medium" }, [Trait.RADON]: { measuredValue: 48, measurementUnit: "bqm3" }, [Trait.TEMPERATURE]: { measuredValue: 2_110 },
  } }] },
  { name: "Alarm", room: "Bedroom", parts: [{ types: [0x76], traits: { [Trait.SMOKE_CO_ALARM]: {
    expressedState: "normal", smokeState: "normal", coState: "normal", batteryAlert: "warning", deviceMuted: "notMuted", testInProgress: false, hardwareFaultAlert: false, endOfServiceAlert: "normal",
    contaminationState: "low", smokeSensitivityLevel: "standard", expiryDate: now + 40_000_000, acceptedCommandList: [0], featureMap: 3,
  } } }] },
  { name: "Front door", room: "Outside", parts: [{ types: [0x0a], traits: { [Trait.DOOR_LOCK]: {
    lockState: "locked", lockType: "deadBolt", actuatorEnabled: true, doorState: "doorClosed", requirePinforRemoteOperation: true, numberOfPINUsersSupported: 10, maxPINCodeLength: 8, minPINCodeLength: 4, autoRelockTime: 60, operatingMode: "normal", featureMap: 0x1181, acceptedCommandList: [0, 1, 39],
  } } }] },
  { name: "Garage door", room: "Outside", parts: [{ types: [0x230], traits: { [Trait.CLOSURE_CONTROL]: {
    mainState: "stopped", currentErrorList: [], overallCurrentState: { position: "partiallyOpened", latch: false, speed: "auto", secureState: false }, overallTargetState: null, countdownTime: null, latchControlModes: 3, featureMap: 0x33, acceptedCommandList: [0, 1],
  } } }] },
  { name: "Doorbell", room: "Outside", parts: [{ types: [0x148], traits: { [Trait.SWITCH]: { numberOfPositions: 2, currentPosition: 0, featureMap: 2 } } }] },
  { name: "Chime", room: "Outside", parts: [{ types: [0x146], traits: { [Trait.CHIME]: { installedChimeSounds: [{ chimeID: 1, name: "Ding dong" }, { chimeID: 2, name: "Birds" }], selectedChime: 1, enabled: true } } }] },
  { name: "Camera", room: "Outside", parts: [{ types: [0x142], traits: { [Trait.CAMERA_STREAMS]: { softLivestreamPrivacyModeEnabled: false, softRecordingPrivacyModeEnabled: true, hardPrivacyModeOn: false, microphoneMuted: true, statusLightEnabled: true, allocatedVideoStreams: [],
    snapshotCapabilities: [{ resolution: { width: 1_280, height: 720 }, maxFrameRate: 1, imageCodec: "jpeg", requiresEncodedPixels: false }], acceptedCommandList: [12], featureMap: 0xf } } }] },
  { name: "House alarm", room: "Outside", parts: [{ types: [0xfff10006], traits: { [Trait.SECURITY_SYSTEM]: { currentState: "nightArm", targetState: "nightArm", tampered: true, requiresCodeToArm: false, requiresCodeToDisarm: true, codeFormat: "digits", featureMap: 1, acceptedCommandList: [0] } } }] },
  { name: "Garden valve", room: "Outside", parts: [{ types: [0x42], traits: { [Trait.VALVE]: { openDuration: 900, defaultOpenDuration: null, remainingDuration: 640, currentState: "open", targetState: "open", currentLevel: 60, targetLevel: 60, levelStep: 10, valveFault: 0, featureMap: 2 } } }] },
  { name: "Pond pump", room: "Outside", parts: [{ types: [0x303], traits: {
    [Trait.ON_OFF]: { onOff: true, acceptedCommandList: [0, 1, 2] },
    [Trait.PUMP]: { pumpStatus: 0x20, effectiveOperationMode: "normal", effectiveControlMode: "constantSpeed", capacity: 6_500, speed: 1_850, power: 42, lifetimeRunningHours: 1_204, lifetimeEnergyConsumed: 51_300, operationMode: "normal", controlMode: "constantSpeed", featureMap: 0x0d },
  } }] },
  { name: "Soil", room: "Outside", parts: [{ types: [0x45], traits: { [Trait.SOIL]: { soilMoistureMeasuredValue: 34 }, [Trait.TEMPERATURE]: { measuredValue: 1_140 } } }] },
  { name: "Leak sensor", room: "Outside", parts: [{ types: [0x43], traits: {
    [Trait.BOOLEAN_STATE]: { stateValue: false }, [Trait.BOOLEAN_STATE_CONFIGURATION]: { currentSensitivityLevel: 1, supportedSensitivityLevels: 3, alarmsActive: 2, alarmsSuppressed: 0, acceptedCommandList: [0], featureMap: 0xe },
  } }] },
  { name: "Car charger", room: "Energy", parts: [{ types: [0x50c, 0x510], traits: {
    [Trait.ENERGY_EVSE]: {
      state: "pluggedInCharging", supplyState: "chargingEnabled", faultState: "noError", chargingEnabledUntil: null, circuitCapacity: 32_000n, minimumChargeCurrent: 6_000n, maximumChargeCurrent: 16_000n, userMaximumChargeCurrent: 16_000n,
      sessionID: 7, sessionDuration: 4_980, sessionEnergyCharged: 12_480_000n, stateOfCharge: 63, nextChargeStartTime: null, nextChargeTargetTime: now + 26_000, featureMap: 3,
    },
    [Mode.EVSE]: modes(["By hand", 16384], ["When power is cheap", 16385], ["With the sun", 16386]), ...power(7_230), ...energy(1_842),
    [Trait.DEVICE_ENERGY_MANAGEMENT]: { esaType: "evse", esaCanGenerate: false, esaState: "online", absMinPower: 0n, absMaxPower: 7_400_000n, optOutState: "gridOptOut" },
  } }] },
  { name: "Broken charger", room: "Energy", parts: [{ types: [0x50c], traits: { [Trait.ENERGY_EVSE]: {
    state: "fault", supplyState: "disabledError", faultState: "groundFault", chargingEnabledUntil: null, circuitCapacity: 32_000n, minimumChargeCurrent: 6_000n, maximumChargeCurrent: 0n, sessionID: null, sessionDuration: null, sessionEnergyCharged: null,
  } } }] },
  { name: "Roof", room: "Energy", parts: [{ types: [0x17, 0x510], traits: { ...power(-4_120), ...energy(3, 12_480) } }] },
  { name: "House battery", room: "Energy", parts: [{ types: [0x18, 0x510], traits: { ...power(-850), ...energy(2_210, 1_990), [Trait.POWER_SOURCE]: { status: "active", batPercentRemaining: 154, batTimeRemaining: 21_600, batVoltage: 51_200, batChargeLevel: "ok" } } }] },
  { name: "Meter", room: "Energy", parts: [{ types: [0x514], traits: { ...power(412.5), ...energy(24_310, 8_004) } }] },
  { name: "Heater plug", room: "Energy", parts: [{ types: [0x10a, 0x510], traits: { [Trait.ON_OFF]: { onOff: true, acceptedCommandList: [0, 1, 2] }, ...power(1_480), ...energy(88) } }] },
  { name: "Water heater", room: "Energy", parts: [{ types: [0x50f], traits: {
    [Trait.WATER_HEATER]: { heaterTypes: 5, heatDemand: 4, tankVolume: 200, estimatedHeatRequired: 2_400_000n, tankPercentage: 70, boostState: "inactive", featureMap: 3 },
    [Mode.WATER_HEATER]: modes(["Off", 16384], ["Manual", 16385], ["Timed", 16386]),
    [Trait.THERMOSTAT]: { localTemperature: 4_860, systemMode: "heat", controlSequenceOfOperation: "heatingOnly", occupiedHeatingSetpoint: 5_500, minHeatSetpointLimit: 4_000, maxHeatSetpointLimit: 6_500, featureMap: 1 },
  } }] },
];
