package import HearthBrokerLinks

/// The link to the Tasmota devices of a broker.
package typealias TasmotaLink = MachineLink<TasmotaMachine>
