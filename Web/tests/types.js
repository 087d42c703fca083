// Uses that the SDK's types accept or reject. Only compiled, never run.

/** @param {import("../sdk/hearth.js").Home} home */
export async function uses(home) {
  const device = home.device("1");
  const lamp = device.trait("LevelControl");
  await lamp.moveToLevel({ level: 127, transitionTime: 20 });
  await lamp.commands.moveToLevel({ level: 127, transitionTime: null });
  /** @type {number | null} */
  const level = lamp.attributes.currentLevel;
  await lamp.update({ onLevel: level });
  const stop = lamp.onChange(({ currentLevel }) => void currentLevel?.toFixed());
  stop();
  for await (const { onLevel } of lamp.changes()) void onLevel?.toFixed();
  const lock = device.trait("Matter.DoorLock", 1);
  lock.onEvent("LockOperation", ({ lockOperationType }, { time }) => {
    if (lockOperationType === "unlock") void time.toISOString();
  });
  const isLocked = lock.attributes.lockState === "locked";

  // @ts-expect-error a level is a number
  await lamp.moveToLevel({ level: "high", transitionTime: 20 });
  // @ts-expect-error and is required
  await lamp.moveToLevel({});
  // @ts-expect-error no such command
  lamp.fly();
  // @ts-expect-error no such trait
  device.trait("LevelControll");
  // @ts-expect-error a read-only attribute
  await lamp.update({ currentLevel: 3 });
  // @ts-expect-error no such state
  lock.attributes.lockState = lock.attributes.lockState === "ajar";
  // @ts-expect-error no such event
  lock.onEvent("lockOperation", () => {});
  return isLocked;
}
