@testable internal import HearthCommand
internal import HearthAutomation
internal import HearthWire
internal import Testing

/// AU-10: automations as files.
struct AutomationImportTests {
    private let names = AutomatedHouse.names

    private func failure(_ text: String, _ mapping: [String: String] = [:], known: Set<String> = []) -> CommandError? {
        do {
            _ = try AutomationImport.read(text, "evening.txt", names, mapping, known: known)
            return nil
        } catch { return error }
    }

    @Test func whatIsExportedIsImportedAgain() throws {
        let text = AutomationExport.text(AutomatedHouse.automation, names)
        #expect(
            text == """
                automation: "Evening"
                active: yes

                uses:
                  "Front Door" = device door
                  "Hall Lamp" = device lamp

                steps:
                  when "Front Door" DoorLock changes
                  only if "Front Door" DoorLock.lockState = unlocked
                  if "Front Door" DoorLock.lockState = unlocked:
                    "Hall Lamp" OnOff.on
                    wait 5 min
                  "Hall Lamp" OnOff.off

                """)
        let read = try AutomationImport.read(text, "evening.txt", names, [:])
        #expect(try read.map { try $0.text.program() } == [AutomatedHouse.program])
    }

    @Test func mistakesAreToldAsCompilersDo() {
        let error = failure("automation: \"Evening\"\nsteps:\n  \"Hall Lamp\" OnOff.onn\n")
        #expect(error?.code == .badFile)
        #expect(error?.message.hasPrefix("evening.txt:3:24: OnOff has no command \"onn\"; did you mean on") == true)
    }

    @Test func whatIsNotClearIsAskedFor() {
        let text =
            "automation: \"x\"\nuses:\n  \"Lamp\" = device d9\nsteps:\n  \"Lamp\" OnOff.on\n  \"Frnt Door\" OnOff.on\n"
        let error = failure(text)
        #expect(error?.code == .refused)
        #expect(
            error?.message == """
                nothing was imported, as it is not clear what is meant:
                evening.txt:3: the device "Lamp" (d9) is not of this home; it may be "Hall Lamp"; say which is meant with \
                --map "Lamp=Hall Lamp"
                evening.txt:6: there is no device "Frnt Door"; it may be "Front Door"; say which is meant with --map \
                "Frnt Door=Front Door"
                """)
        #expect(failure(text, ["Lamp": "hall lamp", "Frnt Door": "Front Door"]) == nil)
        // What is gone from this home may stay in an automation of it.
        #expect(failure(text, ["Frnt Door": "door"], known: ["d9"]) == nil)
    }

    @Test func mappingsAreNamesInPairs() throws {
        #expect(try AutomationImport.mapping(["a b=c", "x=y=z"]) == ["a b": "c", "x": "y=z"])
        #expect(throws: CommandError.self) { try AutomationImport.mapping(["nothing"]) }
    }
}
