"""The automations of `hearth-bench-automations` in Home Assistant's core: one JSON object on standard output.

usage: home_assistant.py FOLDER delays|rate STARTS

500 automations of ten kinds, from only a state's change to a condition of ten terms, each with a sensor of its own; the action
is a service call. Nothing is stored: this core has no record of runs.
"""

import asyncio
import json
import sys
import time

from homeassistant import bootstrap, config_entries, core, loader
from homeassistant.setup import async_setup_component

AUTOMATIONS = 500
STARTS_EACH = 18


def rule(number):
    sensor = f"sensor.s{number}"
    term = {"condition": "state", "entity_id": sensor, "state": "on"}
    kind = number % 10
    return {
        "id": str(number), "alias": f"Rule {number}", "mode": "parallel", "max": 100,
        "trigger": [{"platform": "state", "entity_id": sensor}],
        "condition": [{"condition": "and", "conditions": [term] * (kind + 1)}] if kind else [],
        "action": [{"service": "bench.on", "data": {"light": number}}],
    }


async def main(folder, mode, starts):
    hass = core.HomeAssistant(folder)
    loader.async_setup(hass)
    hass.config_entries = config_entries.ConfigEntries(hass, {})
    await bootstrap.async_load_base_functionality(hass)
    told = asyncio.Queue()

    async def on(call):
        told.put_nowait((call.data["light"], time.perf_counter()))

    hass.services.async_register("bench", "on", on)
    for number in range(AUTOMATIONS):
        hass.states.async_set(f"sensor.s{number}", "off")
    if not await async_setup_component(hass, "automation", {"automation": [rule(n) for n in range(AUTOMATIONS)]}):
        sys.exit("the automations could not be set up")
    await hass.async_start()
    await hass.async_block_till_done()
    figures = await (delays if mode == "delays" else rate)(hass, told, starts)
    await hass.async_stop(force=True)
    print(json.dumps(figures))


async def settle(hass, told):
    await hass.async_block_till_done()
    while not told.empty():
        told.get_nowait()


async def delays(hass, told, starts):
    spent = []
    for count in range(min(starts, AUTOMATIONS * STARTS_EACH // 2)):
        number = count % AUTOMATIONS
        start = time.perf_counter()
        hass.states.async_set(f"sensor.s{number}", "on")
        light, instant = await told.get()
        assert light == number
        spent.append(instant - start)
        hass.states.async_set(f"sensor.s{number}", "off")
        await settle(hass, told)
    spent.sort()
    return {"p50": spent[len(spent) // 2], "p99": spent[min(len(spent) - 1, len(spent) * 99 // 100)]}


async def rate(hass, told, starts):
    rounds = max(1, min(starts // AUTOMATIONS, STARTS_EACH // 2))
    spent = 0.0
    for _ in range(rounds):
        start = time.perf_counter()
        for number in range(AUTOMATIONS):
            hass.states.async_set(f"sensor.s{number}", "on")
        for _ in range(AUTOMATIONS):
            await told.get()
        spent += time.perf_counter() - start
        for number in range(AUTOMATIONS):
            hass.states.async_set(f"sensor.s{number}", "off")
        await settle(hass, told)
    return {"starts_per_second": rounds * AUTOMATIONS / spent}


asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
