/** An idle market: time to start, and memory. */
import { type Workload, percentile } from "../workload";

const STARTS = 3;
/** Garbage of the start is collected within this time. */
const IDLE_MS = 5_000;

const cold: Workload = {
  name: "cold",
  title: "cold start on the data of the run; memory of all processes",
  main: ["start ms", "idle MiB", "after the run MiB"],
  goals: [
    { figure: "start ms", better: "less", absolute: 1_000 },
    { figure: "idle MiB", better: "less", absolute: 130 },
    { figure: "after the run MiB", better: "less", absolute: 300 },
  ],
  async run(_driver, _deployment, control) {
    const after = await control.memoryMib();
    const starts: number[] = [];
    for (let start = 0; start < STARTS; start += 1) starts.push(await control.restart());
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    const idle = await control.memoryMib();
    return { "start ms": percentile(starts, 0.5), "idle MiB": idle, "after the run MiB": after };
  },
};

export const STANDING: readonly Workload[] = [cold];
