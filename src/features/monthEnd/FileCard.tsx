/** A file of the month with its figures: the documents in it, and their sum. */
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Money } from "../../ui/Money";
import { SettingsCard } from "../../ui/SettingsCard";
import { useSave } from "./useSave";

type FileCardProps = {
  title: string;
  lead: string;
  /** The label of the button that opens the list: "3 vouchers". */
  listLabel: string;
  isEmpty: boolean;
  sum: { readonly label: string; readonly paise: number };
  /** Each with a button of its own. */
  files: readonly { readonly label: string; readonly make: () => Promise<File> }[];
  onList: () => void;
  children?: ReactNode;
};

export function FileCard(props: FileCardProps) {
  const { title, lead, listLabel, isEmpty, sum, files, onList, children } = props;
  const { busy, error, run } = useSave();
  return (
    <SettingsCard title={title} lead={lead}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="sm" className="tabular-nums" onClick={onList}>
          {listLabel}
        </Button>
        <span className="text-muted">
          {sum.label} <Money paise={sum.paise} className="text-ink" />
        </span>
      </p>
      {children}
      {error !== null && <ErrorNotice message={error} />}
      <div className="flex flex-wrap gap-2">
        {files.map(({ label, make }) => (
          <Button
            key={label}
            disabled={isEmpty}
            busy={busy === label}
            onClick={() => run(label, make)}
          >
            <Download aria-hidden />
            {label}
          </Button>
        ))}
      </div>
    </SettingsCard>
  );
}
