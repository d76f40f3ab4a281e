/** Runs one attack in a process of its own, so that the attacker's work does not delay the measuring process: `attacker.ts NAME TARGET`. */
import { ATTACKS, type Target } from "./attacks";
import { refusedOrders } from "./refusedOrders";

const [name, target = "{}"] = process.argv.slice(2);
const attack = [...ATTACKS, refusedOrders].find((each) => each.name === name);
if (attack === undefined) throw new Error(`There is no attack "${name ?? ""}".`);
process.send?.("begun");
const { tried, limited, failures } = await attack.run(JSON.parse(target) as Target);
process.send?.({ tried, limited, failures });
process.disconnect();
