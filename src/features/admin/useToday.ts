/** Returns the current day in India, and updates at midnight. */
import { useEffect, useState } from "react";
import { todayIst } from "../../../domain/dates";
import { untilTomorrow } from "./daySeries";

export function useToday(): string {
  const [today, setToday] = useState(() => todayIst(Date.now()));
  useEffect(() => {
    const timer = window.setTimeout(
      () => setToday(todayIst(Date.now())),
      untilTomorrow(Date.now()),
    );
    return () => window.clearTimeout(timer);
  }, [today]);
  return today;
}
