/** Downloads the account's own data as a file. */
import { useConvex } from "convex/react";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { saveFile } from "../../files/saveFile";
import { useServerAction } from "../../forms/useServerAction";
import { collectRecords } from "./records";

export function DataSettings() {
  const client = useConvex();
  const download = useServerAction(() => collectRecords(client), {
    failure: () => "Your data could not be fetched. Please try again.",
    onSuccess: (records) =>
      saveFile(new File([records], "mandi-my-data.json", { type: "application/json" })),
  });
  const start = () => void download.run();
  return (
    <>
      {download.error !== null && <ErrorNotice message={download.error} onRetry={start} />}
      <Button className="self-start" busy={download.isBusy} onClick={start}>
        Download my data
      </Button>
    </>
  );
}
