"""The sentences of `hearth-bench-automations words` in recognisers of Home Assistant: one JSON object on standard output.

usage: sentences.py hassil|gazetteer LIGHTS ROUNDS

Both know the English intents of the package home-assistant-intents, and a home of LIGHTS lights with the same names. They only
read: no rights are checked, and no state changes.
"""

import json
import pathlib
import sys
import time

KINDS = ["Ceiling", "Floor", "Desk", "Wall", "Table", "Corner", "Window", "Shelf", "Oak", "Brass"]
PLACES = ["Attic", "Cellar", "Landing", "Pantry", "Porch", "Studio", "Nursery", "Library"]


def name(light):
    return (f"{PLACES[light // len(KINDS) % len(PLACES)]} {KINDS[light % len(KINDS)]} Lamp "
            f"{light // (len(KINDS) * len(PLACES)) + 1}")


def sentences(light):
    one = name(light)
    return [
        f"turn on the {one}", f"turn off all lights except the {one}", f"is the {one} on", "which lights are on",
        f"turn on the {one[:-8]}x Lamp 1", "please turn on the frobnicator of the uncle", f"{one} on and {one} off",
        " ".join([one] * 10),
    ]


def hassil(lights):
    import home_assistant_intents
    from hassil.intents import Intents, TextSlotList
    from hassil.recognize import recognize_best

    folder = pathlib.Path(home_assistant_intents.__file__).parent
    intents = Intents.from_dict(json.loads((folder / "data/en.json").read_text()))
    lists = {
        "name": TextSlotList.from_tuples([(name(light), name(light), {"domain": "light"}) for light in range(lights)]),
        "area": TextSlotList.from_tuples([("Hall", "hall")]), "floor": TextSlotList.from_tuples([("Upstairs", "upstairs")]),
    }
    return lambda words: recognize_best(words, intents, slot_lists=lists, language="en") is not None


def gazetteer(lights):
    from gazetteer_matcher import GazetteerMatcher

    matcher = GazetteerMatcher(home={
        "areas": {"hall": {"name": "Hall", "floor": "upstairs"}}, "floors": {"upstairs": {"name": "Upstairs"}},
        "entities": {
            f"light.light_{light}": {"name": name(light), "domain": "light", "area": "hall"} for light in range(lights)},
    })
    return lambda words: matcher.interpret(words).accepted


def main(peer, lights, rounds):
    start = time.perf_counter()
    read = {"hassil": hassil, "gazetteer": gazetteer}[peer](lights)
    read(f"turn on the {name(0)}")
    first = time.perf_counter() - start
    times, understood = [], 0
    for number in range(rounds):
        for words in sentences(number * 7 % lights):
            begin = time.perf_counter()
            understood += read(words)
            times.append(time.perf_counter() - begin)
    times.sort()
    print(json.dumps({"first": first, "p50": times[len(times) // 2], "p99": times[len(times) * 99 // 100],
                      "understood": understood / len(times)}))


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
