/** Sets a process's clock ahead by `CLOCK_AHEAD_MS`, as if the machine had been off for so long. */
const ahead = Number(process.env["CLOCK_AHEAD_MS"]);
const now = Date.now;

globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now() + ahead] : args, newTarget),
  get: (target, property) =>
    property === "now" ? () => now() + ahead : Reflect.get(target, property),
});
