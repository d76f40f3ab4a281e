/** Says of what was sent that it waits for the connection. */
import { Notice } from "./Notice";

export function WaitingNotice() {
  return (
    <Notice
      kind="info"
      message="You are offline. This is sent as soon as the connection is back."
    />
  );
}
