/** The state of the connection in the bar: a dot while live. Its word is shown once the connection was lost, not before it was first made. */
import { useState } from "react";
import { useConnectionStatus } from "../../live/useConnectionStatus";
import { LiveDot } from "../../ui/LiveDot";

export function ConnectionSign() {
  const { status } = useConnectionStatus();
  const [wasLive, setWasLive] = useState(false);
  if (status === "live" && !wasLive) setWasLive(true);
  const hasWord = status === "offline" || (status === "reconnecting" && wasLive);
  return (
    <LiveDot
      state={status}
      hasWord={hasWord}
      // From 768 to 1023 px the groups beside it need the word's room.
      className="mx-1 md:max-lg:*:last:sr-only lg:mx-2"
    />
  );
}
