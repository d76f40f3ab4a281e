/** Returns the day in India, and the next one from midnight on. */
import { todayIst } from "../../domain/dates";
import { useNow } from "./useNow";

export function useToday(): string {
  return todayIst(useNow());
}
