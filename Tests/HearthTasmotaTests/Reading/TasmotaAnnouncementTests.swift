internal import Expectations
internal import HearthMQTT
internal import HearthTasmota
internal import Testing

@Suite struct TasmotaAnnouncementTests {
    private func read(_ document: String, topic: String = "tasmota/discovery/A4CF12000001/config")
        -> TasmotaAnnouncement?
    {
        TasmotaAnnouncement(MQTTMessage(topic: topic, payload: [UInt8](document.utf8)))
    }

    @Test func whatTheMachineTakesIsAnnounced() {
        expect(read(Documents.config()), equals: .device(address: "A4CF12000001"))
        expect(read(""), equals: .withdrawn)
        for document in ["{", "[]", #"{"ver":2}"#, Documents.config("A4CF12000002")] { expectNil(read(document)) }
        for topic in ["tasmota/discovery/A4CF12000001/sensors", "tele/plug/config", "tasmota/discovery/config", ""] {
            expectNil(read(Documents.config(), topic: topic), "\(topic)")
        }
    }
}
