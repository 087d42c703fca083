// What texts of automations name, from the home as this page knows it.

/**
 * @param {import("../live.js").LiveHome} home
 * @param {string} structureId
 * @returns {import("./read-objects.js").Lookup}
 */
export function namesOf(home, structureId) {
  const objects = { device: home.devices.value, room: home.rooms.value, zone: home.zones.value, automation: home.automations.value };
  return {
    structureId,
    schemas: () => home.schemas.all(),
    objects: (kind) => (kind === "home" || kind === "group" ? [] : [...objects[kind].values()].filter((one) => one.structureId === structureId)),
    schema: (traitId) => home.schemas.get(traitId)?.schema,
    name: (kind, id) => (kind === "home" || kind === "group" ? undefined : objects[kind].get(id)?.name),
  };
}

/**
 * The traits that a graph speaks of, as their schemas are needed to say anything of it.
 *
 * @param {readonly import("../../lib/hearth-v1.js").AutomationNode[]} nodes
 */
export const traitsOf = (nodes) => nodes
  .flatMap((node) => [node.starter?.trait, node.stateReader, node.action?.trait, ...(node.wait?.starters ?? []).map((one) => one.trait)])
  .flatMap((trait) => (trait ? [{ id: trait.traitId }] : []));
