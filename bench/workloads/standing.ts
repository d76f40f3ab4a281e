/** An idle market: time to start, and memory. */
import { type Workload, percentile } from "../workload";

const STARTS = 3;
/** Garbage of the start is collected within this time. */
const IDLE_MS = 5_000;

const cold: Workload = {
  name: "cold",
  title: "started on its data until the first page; its memory when idle",
  goals: [
    { figure: "start ms", better: "less", absolute: 1_500 },
    { figure: "idle MB", better: "less", absolute: 150 },
  ],
  async run(_driver, _deployment, control) {
    const starts: number[] = [];
    for (let start = 0; start < STARTS; start += 1) starts.push(await control.restart());
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    return {
      "start ms": percentile(starts, 0.5),
      "idle MB": await control.servingMb(),
      "all processes MiB": await control.memoryMib(),
    };
  },
};

export const STANDING: readonly Workload[] = [cold];
