/** Saves all files of the month at once. */
import { Download } from "lucide-react";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { allFiles } from "./allFiles";
import type { Month } from "./lists";
import { useSave } from "./useSave";

export function AllFiles({ made }: { made: Month }) {
  const { busy, error, run } = useSave();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        variant="primary"
        busy={busy !== null}
        onClick={() => run("all", () => allFiles(made))}
      >
        <Download aria-hidden />
        All files
      </Button>
      <span className="text-muted">One ZIP file with each file that has documents.</span>
      {error !== null && <ErrorNotice message={error} className="w-full" />}
    </div>
  );
}
