internal import Expectations
internal import HearthEntities
internal import HearthJSON
internal import HearthTasmota

/// Discovery documents as Tasmota publishes them, each with what is special about some devices.
enum Documents {
    /// The document of a device, with members that replace the usual ones.
    static func config(
        _ address: String = "A4CF12000001", name: String = "Plug", topic: String = "plug", relays: String = "1,0,0,0",
        channels: Int = 0, options: String = "", more: String = ""
    ) -> String {
        """
        {"ip":"192.0.2.7","dn":"\(name)","fn":["\(name)",null,null,null],"hn":"\(topic)-1","mac":"\(address)",
         "md":"Sonoff Basic","ty":0,"if":0,"ofln":"Offline","onln":"Online","state":["OFF","ON","TOGGLE","HOLD"],
         "sw":"14.2.0","t":"\(topic)","ft":"%prefix%/%topic%/","tp":["cmnd","stat","tele"],"rl":[\(relays)],
         "swc":[-1,-1,-1,-1],"swn":[null,null,null,null],"btn":[0,0,0,0],
         "so":{"4":0,"11":0,"13":0,"17":0,"20":0,"30":0,"68":0,"73":0,"82":0,"114":0,"117":0\(options)},
         "lk":1,"lt_st":\(channels),"bat":0,"dslp":0,"sho":[0,0,0,0],"sht":[[0,0,0],[0,0,0]],"ver":1\(more)}
        """
    }

    static let noSensors = #"{"sn":{"Time":"2026-11-29T08:00:00"},"ver":1}"#

    static let meter = """
        {"sn":{"Time":"2026-11-29T08:00:00","ENERGY":{"TotalStartTime":"2026-01-01T00:00:00","Total":12.5,
         "Yesterday":0.2,"Today":0.1,"Power":42,"ApparentPower":50,"ReactivePower":27,"Factor":0.84,"Voltage":231,
         "Current":0.217}},"ver":1}
        """

    static let weather = """
        {"sn":{"Time":"2026-11-29T08:00:00","BME280":{"Temperature":20.5,"Humidity":41.0,"DewPoint":6.9,
         "Pressure":1012.3},"ESP32":{"Temperature":53.3},"TX23":{"Speed":{"Act":14.8,"Avg":8.5},
         "Dir":{"Card":"WSW","Deg":247.5}},"ANALOG":{"Temperature1":20.1,"Temperature2":20.2},"PressureUnit":"hPa",
         "SpeedUnit":"km/h","TempUnit":"C"},"ver":1}
        """

    static func json(_ text: String) throws -> JSONValue { try JSONValue([UInt8](text.utf8), bytes: 1 << 20) }

    static func map(_ config: String, sensors: String = noSensors) throws -> TasmotaMap {
        let config = try require(TasmotaConfig(json(config)))
        return TasmotaMap(config, try require(SensorTree(json(sensors))), id: "tasmota:\(config.address)")
    }
}

extension TasmotaMap {
    /// What is no entity of the device itself.
    var entities: [Entity] { device.entities.filter { !["signal", "uptime"].contains($0.key) } }

    /// Its entities' keys.
    var keys: [String] { entities.map(\.key) }

    /// The values of one entity after a message.
    func values(_ entity: String, after message: String) throws -> [EntityProperty: EntityValue] {
        states(try Documents.json(message)).first { $0.entity == entity }?.values ?? [:]
    }

    /// The events of a message: each entity with its type.
    func events(after message: String) throws -> [String] {
        events(try Documents.json(message)).map { "\($0.entity)!\($0.type)" }
    }

    /// A command's messages, each as its name and payload.
    func sends(
        _ command: EntityCommand, known: [EntityProperty: EntityValue] = [:]
    ) throws -> [String] {
        try orders(command, known: known).map { $0.payload.isEmpty ? $0.name : "\($0.name) \($0.payload)" }
    }
}
