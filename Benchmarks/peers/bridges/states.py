"""Watches the devices of ESPHome of a hub.

usage: states.py HUB_PORT

It reads commands, one a line, and answers each with a line of JSON, the seconds and the number of devices that are missing:

    offline COUNT SECONDS        waits until none of the devices is online
    online COUNT SECONDS         waits until all are
    value COUNT VALUE SECONDS    waits until all report the value of the sensor that their action `measure` sets
"""

import json
import sys
import time

import subscribers


def wait(missing, seconds):
    begin = time.monotonic()
    while (count := missing()) and time.monotonic() < begin + seconds:
        time.sleep(0.01)
    return {"seconds": time.monotonic() - begin, "missing": count}


def main():
    hub = subscribers.Hub(sys.argv[1], subscribers.READING, "value", "983569")
    for line in sys.stdin:
        word, *numbers = line.split()
        count, *numbers = [int(number) for number in numbers]
        if word == "value":
            wanted, seconds = numbers
            answer = wait(lambda: count - sum(value == wanted for value in hub.values.values()), seconds)
        elif word == "online":
            answer = wait(lambda: count - sum(hub.online.values()), numbers[0])
        else:
            answer = wait(lambda: sum(hub.online.values()), numbers[0])
        print(json.dumps(answer), flush=True)


main()
