internal import Hearth
package import HearthRPC
package import HearthTerminal

/// The automations of a new demo home. They are switched on, and belong to the home's owner, who may change or delete
/// them.
package enum DemoAutomations {
    /// Adds them to a new home.
    package static func add(to server: RPCServer) async throws(CommandError) {
        let hub = HubClient(RPCClient(transport: InProcessTransport(server: server, principal: .owner)))
        let listing = try await hub.listing()
        let structure = try listing.structure(nil)
        for automation in try await AutomationImport.read(text, "the demo home", structure, []) {
            _ = try await CommandError.ofHome(changing: automation.name) {
                try await structure.createAutomation(automation)
            }
        }
    }

    /// Their names.
    static let names = Set(
        text.split(separator: "\n").filter { $0.hasPrefix("automation: \"") }
            .map { String($0.dropFirst(13).dropLast()) })

    static let text = """
        automation: "Light in the Hallway"
        description: "While somebody is there in the dark, and a minute longer"
        mode: restart

        steps:
          when "Hallway Motion" OccupancySensing changes so that its occupancy has occupied
          read "Hallway Motion" part 2 IlluminanceMeasurement
          # 50 lx
          only if "Hallway Motion" part 2 IlluminanceMeasurement.measuredValue < 16991
          "Hallway Light" OnOff.on
          wait at most 30 min until not ("Hallway Motion" OccupancySensing.occupancy has occupied)
          wait 1 min
          "Hallway Light" OnOff.off

        automation: "Door at Night"
        description: "Locks the front door if nobody has"

        steps:
          every day at 22:30
          read "Front Door" DoorLock
          only if "Front Door" DoorLock.lockState != locked
          "Front Door" DoorLock.lockDoor or retry 3 times after 30 s

        automation: "Path Light"
        description: "On from dusk to dawn"

        steps:
          any of:
            when "Light Sensor" IlluminanceMeasurement changes so that its measuredValue < 20000
            when "Light Sensor" IlluminanceMeasurement changes so that its measuredValue >= 20000
          @20 read "Light Sensor" IlluminanceMeasurement
          if @20.measuredValue < 20000:
            "Path Light" part 3 OnOff.on
          else:
            "Path Light" part 3 OnOff.off

        automation: "Heating at an Open Window"
        description: "Off until the window is closed, then as it was"

        steps:
          when "Office Window" BooleanState changes so that its stateValue = false
          only if "Office Window" BooleanState.stateValue = false stays true for 10 s
          set "Thermostat" Thermostat (systemMode: off)
          wait at most 12 h until "Office Window" BooleanState.stateValue
          put back

        automation: "Good Night"
        description: "By the long press of the button beside the bed, or by hand"
        scene: sleep

        steps:
          any of:
            when "Bedside Button" Switch sends LongPress
            when started by hand
          at the same time:
            all in home as OnOffLight OnOff.off
            all in home as DimmableLight OnOff.off
            all in home as ColorTemperatureLight OnOff.off
            all in home as ExtendedColorLight OnOff.off
            "Television" OnOff.off
            "Front Door" DoorLock.lockDoor
        """
}
