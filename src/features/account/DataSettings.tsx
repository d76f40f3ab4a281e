/** Taking one's own data away. */
import { useConvex } from "convex/react";
import { useState } from "react";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { saveFile } from "../../lib/saveFile";
import { collectRecords } from "./records";

export function DataSettings() {
  const client = useConvex();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  async function download(): Promise<void> {
    setBusy(true);
    setFailed(false);
    try {
      const records = await collectRecords(client);
      saveFile(new File([records], "mandi-my-data.json", { type: "application/json" }));
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      {failed && (
        <ErrorNotice
          message="Your data could not be fetched. Please try again."
          onRetry={() => void download()}
        />
      )}
      <Button className="self-start" busy={busy} onClick={() => void download()}>
        Download my data
      </Button>
    </>
  );
}
