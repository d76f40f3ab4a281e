/** The third step: what every row would do, before anything is written. */
import { CirclePlus, CircleX, Equal, Pencil, type LucideIcon } from "lucide-react";
import { useMemo, useState } from "react";
import { Badge, type Tone } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { type Column, DataTable } from "../../ui/DataTable";
import { ErrorNotice } from "../../ui/ErrorNotice";
import {
  comparedText,
  type Counts,
  countsOf,
  faultKey,
  faultText,
  type Kind,
  KINDS,
  type PreviewRow,
  sharedFaults,
} from "./preview";
import { useSaveRefused } from "./saveTable";
import { SharedFaults } from "./SharedFaults";
import { UnreadNotice } from "./UnreadNotice";
import type { Import, Opened } from "./useImport";
import { t } from "../../../domain/language/texts";

const LOOKS: Record<Kind, { label: string; tone: Tone; icon: LucideIcon }> = {
  new: { label: t("New"), tone: "positive", icon: CirclePlus },
  changed: { label: t("Changed"), tone: "info", icon: Pencil },
  same: { label: t("Same"), tone: "neutral", icon: Equal },
  wrong: { label: t("Wrong"), tone: "negative", icon: CircleX },
};

function KindBadge({ kind }: { kind: Kind }) {
  const { label, tone, icon } = LOOKS[kind];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

const COLUMNS: readonly Column<PreviewRow>[] = [
  { key: "line", header: t("Row"), align: "right", cell: ({ line }) => line },
  { key: "sku", header: t("SKU"), primary: true, cell: ({ sku }) => sku || "–" },
  { key: "name", header: t("Product"), cell: ({ name }) => name || "–" },
  { key: "kind", header: t("Verdict"), cell: ({ kind }) => <KindBadge kind={kind} /> },
  {
    key: "details",
    header: t("Details"),
    cell: ({ details }) => (
      <ul className="flex flex-col gap-0.5 wrap-anywhere">
        {details.map((detail) => (
          <li key={detail}>{detail}</li>
        ))}
      </ul>
    ),
  },
];

/** The row without the reasons that are said once for several rows. */
function briefly(row: PreviewRow, shared: ReturnType<typeof sharedFaults>): PreviewRow {
  const details = row.faults.map((fault) =>
    faultText(shared.has(faultKey(fault)) ? { ...fault, reason: t("see above.") } : fault),
  );
  return { ...row, details };
}

type PreviewStepProps = { products: Import; opened: Opened; rows: readonly PreviewRow[] };

export function PreviewStep({ products, opened, rows }: PreviewStepProps) {
  const [kind, setKind] = useState<Kind | null>(null);
  const counts = useMemo(() => countsOf(rows), [rows]);
  const shared = useMemo(() => sharedFaults(rows), [rows]);
  const shown = useMemo(
    () =>
      rows
        .filter((row) => kind === null || row.kind === kind)
        .map((row) => (row.faults.length === 0 ? row : briefly(row, shared))),
    [rows, kind, shared],
  );
  const { isBusy, error } = products.previewing;
  const typeColumn = opened.mapping.type;
  const good = counts.new + counts.changed;
  const saving = useSaveRefused();
  const saveWrong = () => {
    const wrong = rows.filter((row) => row.kind === "wrong");
    const reasons = new Map(wrong.map((row) => [row.line, row.details]));
    void saving.run({ source: opened, reasons });
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          disabled={good === 0 || isBusy}
          onClick={() => products.start(opened, rows)}
        >
          {t("{count, plural, one {Import # row} other {Import # rows}}", { count: good })}
        </Button>
        {counts.wrong > 0 && (
          <Button busy={saving.isBusy} onClick={saveWrong}>
            {t("Download wrong rows")}
          </Button>
        )}
        <Button onClick={() => products.change(opened)}>{t("Columns")}</Button>
        <Button variant="quiet" onClick={products.again}>
          {t("Another file")}
        </Button>
      </div>
      <UnreadNotice opened={opened} />
      {error !== null && <ErrorNotice message={error} />}
      {isBusy && (
        <p role="status" className="text-sm text-muted">
          {comparedText(products.looked)}
        </p>
      )}
      <SharedFaults
        faults={[...shared.values()]}
        isBusy={isBusy}
        onChooseType={
          typeColumn === undefined
            ? undefined
            : (lines, text) => products.mend(opened, rows, { lines, column: typeColumn, text })
        }
      />
      <KindFilter counts={counts} all={rows.length} chosen={kind} onChoose={setKind} />
      <DataTable caption={t("Rows of the file")} columns={COLUMNS} rows={shown} hasManyColumns />
    </div>
  );
}

type KindFilterProps = {
  counts: Counts;
  all: number;
  chosen: Kind | null;
  onChoose: (kind: Kind | null) => void;
};

function KindFilter({ counts, all, chosen, onChoose }: KindFilterProps) {
  const choices = [
    { kind: null, label: t("All"), count: all },
    ...KINDS.map((kind) => ({ kind, label: LOOKS[kind].label, count: counts[kind] })),
  ];
  return (
    <div role="group" aria-label={t("Rows shown")} className="flex flex-wrap gap-2">
      {choices.map(({ kind, label, count }) => (
        <Button
          key={kind ?? "all"}
          variant="chip"
          size="sm"
          aria-pressed={kind === chosen}
          onClick={() => onChoose(kind)}
        >
          {label} <span className="tabular-nums">{count.toLocaleString("en-IN")}</span>
        </Button>
      ))}
    </div>
  );
}
