internal import Expectations
internal import HearthTasmota
internal import Testing

@Suite struct TasmotaConfigTests {
    private func config(_ more: String) throws -> TasmotaConfig? {
        TasmotaConfig(try Documents.json(Documents.config(more: more)))
    }

    @Test(arguments: [
        ("%prefix%/%topic%/", "cmnd/plug/", "stat/plug/", "tele/plug/"),
        ("%topic%/%prefix%", "plug/cmnd/", "plug/stat/", "plug/tele/"),
        ("home//%prefix%/%id%#", "home/cmnd/000001/", "home/stat/000001/", "home/tele/000001/"),
        ("%hostname%/%prefix%", "plug-1/cmnd/", "plug-1/stat/", "plug-1/tele/"),
    ])
    func topicsFollowTheirPattern(pattern: String, commands: String, answers: String, telemetry: String) throws {
        let topics = try require(config(#","ft":"\#(pattern)""#)).topics
        expect([topics.commands, topics.answers, topics.telemetry], equals: [commands, answers, telemetry])
    }

    @Test(arguments: [
        #","mac":7"#, #","mac":"""#, #","t":null"#, #","ft":"%topic%/""#, #","ft":"+/%prefix%/""#,
        #","ft":"$SYS/%prefix%/""#, #","tp":["a","a","b"]"#, #","t":"\#(String(repeating: "x", count: 200))""#,
    ])
    func documentsThatCanNotBeUsedAreRefused(more: String) throws {
        expectNil(try config(more))
    }

    @Test func oddPartsHaveTheUsualValue() throws {
        let odd = try require(
            config(
                #","state":["AUS",null,7],"onln":"","lt_st":99,"rl":[1,-1,7,"x",1e400],"swc":[99,1.5,1],"fn":{},"#
                    + #""so":{"4":"1","11":1,"999":1},"sht":[["x"],5],"sho":null,"unknown":{}"#))
        expect(odd.words, equals: ["AUS", "ON", "TOGGLE", "HOLD"])
        expect(odd.online, equals: "Online")
        expect(odd.channels, equals: 0)
        expect(odd.relays, equals: [.relay, nil, nil, nil, nil])
        expect(odd.switchModes, equals: [nil, nil, 1])
        expect(odd.options, equals: [.swapsPresses])
        expect(odd.tilts, equals: [[0], []])
        expect(odd.name, equals: "Plug")
    }
}
