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
  /** What one is called, and many are. */
  words: { readonly one: string; readonly many: string };
  count: number;
  sum: { readonly label: string; readonly paise: number };
  action: string;
  make: () => Promise<File>;
  onList: () => void;
  children?: ReactNode;
};

export function FileCard(props: FileCardProps) {
  const { title, lead, words, count, sum, action, make, onList, children } = props;
  const { busy, failed, run } = useSave();
  return (
    <SettingsCard title={title} lead={lead}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="sm" className="tabular-nums" onClick={onList}>
          {count.toLocaleString("en-IN")} {count === 1 ? words.one : words.many}
        </Button>
        <span className="text-muted">
          {sum.label} <Money paise={sum.paise} className="text-ink" />
        </span>
      </p>
      {children}
      {failed !== null && <ErrorNotice message={failed.text} />}
      <Button
        className="self-start"
        disabled={count === 0}
        busy={busy !== null}
        onClick={() => run(title, make)}
      >
        <Download aria-hidden />
        {action}
      </Button>
    </SettingsCard>
  );
}
