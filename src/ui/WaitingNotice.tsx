/** Says of what was sent that it waits for the connection. */
import { Notice } from "./Notice";
import { t } from "../../domain/language/texts";

export function WaitingNotice() {
  return (
    <Notice
      kind="info"
      message={t("You are offline. This is sent as soon as the connection is back.")}
    />
  );
}
