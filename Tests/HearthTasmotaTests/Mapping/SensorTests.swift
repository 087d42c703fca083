internal import Expectations
internal import HearthEntities
internal import HearthTasmota
internal import HearthTraitCore
internal import Testing

@Suite struct SensorTests {
    /// Keys with names, device classes and units.
    private func lines(_ map: TasmotaMap) -> [String] {
        map.entities.compactMap { entity in
            guard entity.key.hasPrefix("sensor:") else { return nil }
            let mark = entity.category == .diagnostic ? " (diagnostic)" : ""
            switch entity.kind {
            case .sensor(let deviceClass, let unit, let stateClass):
                return "\(entity.key) | \(entity.name) | \(deviceClass) \(unit) \(stateClass)\(mark)"
            default: return "\(entity.key) | \(entity.name) | \(entity.kind)\(mark)"
            }
        }
    }

    @Test func aMeterIsOneElectricalEndpoint() throws {
        let map = try Documents.map(Documents.config(), sensors: Documents.meter)
        expect(
            lines(map),
            equals: [
                "sensor:ENERGY:apparent_power | Apparent power | apparent_power VA measurement",
                "sensor:ENERGY:current | Current | current A measurement",
                "sensor:ENERGY:power_factor | Power factor | power_factor  measurement",
                "sensor:ENERGY:power | Power | power W measurement",
                "sensor:ENERGY:reactive_power | Reactive power | reactive_power var measurement",
                "sensor:ENERGY:today | Today's energy |  kWh total_increasing",
                "sensor:ENERGY:energy | Energy | energy kWh total_increasing",
                "sensor:ENERGY:voltage | Voltage | voltage V measurement",
                "sensor:ENERGY:yesterday | Yesterday's energy |  kWh measurement",
            ])
        var numbers = EndpointNumbers()
        let description = EndpointPlan(map.device).description(id: "1", numbers: &numbers)
        expect(description.endpoints.count, equals: 5, "the root, the relay, the meter, and two other energies")
        expect(
            try map.values("sensor:ENERGY:power", after: #"{"ENERGY":{"Power":42.5,"Voltage":null}}"#),
            equals: [.value: .number(42.5)])
        expect(
            try map.values("sensor:ENERGY:voltage", after: #"{"ENERGY":{"Power":42.5,"Voltage":null}}"#),
            equals: [.value: .unknown])
        expect(try map.values("sensor:ENERGY:power", after: #"{"ENERGY":5}"#), equals: [:])
    }

    @Test func phasesAreMetersOfTheirOwn() throws {
        let map = try Documents.map(
            Documents.config(),
            sensors: #"{"sn":{"ENERGY":{"Total":1,"Power":[1,2],"Voltage":[230,231]}}}"#)
        expect(
            lines(map).map { $0.prefix { $0 != "|" } },
            equals: [
                "sensor:ENERGY.0:power ", "sensor:ENERGY.1:power ", "sensor:ENERGY:energy ",
                "sensor:ENERGY.0:voltage ", "sensor:ENERGY.1:voltage ",
            ])
        let message = #"{"ENERGY":{"Power":[7,8],"Voltage":229}}"#
        expect(try map.values("sensor:ENERGY.1:power", after: message), equals: [.value: .number(8)])
        expect(try map.values("sensor:ENERGY.0:voltage", after: message), equals: [.value: .number(229)])
        expect(try map.values("sensor:ENERGY.1:voltage", after: message), equals: [:])
    }

    @Test func quantitiesHaveTheirClassAndUnit() throws {
        let map = try Documents.map(Documents.config(), sensors: Documents.weather)
        expect(
            lines(map),
            equals: [
                "sensor:ANALOG:temperature.Temperature1 | ANALOG Temperature1 | temperature °C measurement",
                "sensor:ANALOG:temperature.Temperature2 | ANALOG Temperature2 | temperature °C measurement",
                "sensor:BME280:dew_point | BME280 Dew point |  °C measurement",
                "sensor:BME280:humidity | BME280 Humidity | humidity % measurement",
                "sensor:BME280:pressure | BME280 Pressure | atmospheric_pressure hPa measurement",
                "sensor:BME280:temperature | BME280 Temperature | temperature °C measurement",
                "sensor:ESP32:temperature | ESP32 Temperature |  °C measurement (diagnostic)",
                "sensor:TX23.Dir:Card | TX23 Dir Card | text(minimumLength: 0, maximumLength: 255, isSecret: false, "
                    + "isSettable: false)",
                "sensor:TX23.Dir:Deg | TX23 Dir Deg |   measurement",
                "sensor:TX23.Speed:speed.Act | TX23 Speed Act | wind_speed km/h measurement",
                "sensor:TX23.Speed:speed.Avg | TX23 Speed Avg | wind_speed km/h measurement",
            ])
        let message = #"{"TX23":{"Speed":{"Act":3.5},"Dir":{"Card":"N"}}}"#
        expect(try map.values("sensor:TX23.Speed:speed.Act", after: message), equals: [.value: .number(3.5)])
        expect(try map.values("sensor:TX23.Dir:Card", after: message), equals: [.value: .text("N")])
    }

    @Test func batteriesAreThoseOfTheState() throws {
        let map = try Documents.map(Documents.config(relays: "0", more: #","bat":1"#))
        expect(map.keys, equals: ["battery"])
        expect(try map.values("battery", after: #"{"BatteryPercentage":60}"#), equals: [.value: .number(60)])
    }

    @Test func treesAreBounded() throws {
        let many = (0..<900).map { #""S\#($0)":{"Temperature":1}"# }.joined(separator: ",")
        let map = try Documents.map(Documents.config(relays: "0"), sensors: #"{"sn":{\#(many)}}"#)
        expect(map.keys.count, equals: 500)
    }
}
