/** The blocks of a home page: one column on phones, in the order of their numbers; two beside each other; three where there is room. */
import { Fragment, type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { cx } from "../../lib/cx";
import { useAreKeptRead } from "../../live/useLastResult";
import { NotKept } from "../../ui/ContentToCome";
import { type BlockKind, HeldBlocks, type LiveBlock } from "./Block";
import { t } from "../../../domain/language/texts";

/** The first answers come together, on a slow phone after seconds. A block that is later than this shows its placeholder among the others. */
const WAIT_MS = 1_500;

type Answer = { readonly value: unknown; readonly error: Error | null };

/** True once each block has an answer, or has had time for one. */
function useAnswered(answers: readonly Answer[]): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setIsOver(true), WAIT_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return isOver || answers.every(({ value, error }) => value !== undefined || error !== null);
}

/** A block in its column. */
export type Board = {
  readonly block: Answer & Pick<LiveBlock<unknown>, "nothing"> & { readonly kind: Topic };
  readonly shown: ReactNode;
};

type Topic = Pick<BlockKind<never>, "title" | "to" | "topic">;

export type BoardsProps = {
  /** The first steps of a new account, above the blocks; their query is awaited with those of the blocks. */
  start: { readonly answer: Answer; readonly card: ReactNode };
  /** Whatever is to be done first. */
  main: readonly Board[];
  /** Among it, or in a column of its own. */
  extra: readonly Board[];
  side: readonly Board[];
  /** Below all of them. */
  end: ReactNode;
};

/** Its blocks stand in the grid itself on phones, where their own order counts. */
const LEFT = "contents @4xl:flex @4xl:min-w-0 @4xl:flex-col @4xl:gap-4 @[94rem]:contents";
const SIDE = "contents @4xl:flex @4xl:min-w-0 @4xl:flex-col @4xl:gap-4";
const WIDE_COLUMN = "contents @[94rem]:flex @[94rem]:min-w-0 @[94rem]:flex-col @[94rem]:gap-4";
const WIDE_GRIDS = [
  "@[94rem]:grid-cols-1",
  "@[94rem]:grid-cols-1",
  "@[94rem]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]",
  "@[94rem]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]",
] as const;

export function Boards({ start, main, extra, side, end }: BoardsProps) {
  const boards = [...main, ...extra, ...side];
  const answers = boards.map(({ block }) => block);
  // Placeholders give way to all blocks at once: one by one, each would push those below it.
  const isAnswered = useAnswered([start.answer, ...answers]);
  const areKeptRead = useAreKeptRead();
  if (areKeptRead && answers.every(({ value, error }) => value === undefined && error === null))
    return (
      <div className="@container mt-4">
        <NotKept />
        {end}
      </div>
    );
  const quiet = isAnswered ? answers.filter(({ nothing }) => nothing !== undefined) : [];
  const isMerged = quiet.length > 1;
  const [mainShown, extraShown, sideShown] = [main, extra, side].map((column) =>
    column.filter(({ block }) => !isMerged || block.nothing === undefined),
  );
  return (
    <HeldBlocks value={!isAnswered}>
      <div key={String(isAnswered)} className="@container mt-4">
        {isAnswered && start.card}
        <Columns main={mainShown ?? []} extra={extraShown ?? []} side={sideShown ?? []} />
        {isMerged && <NothingWaits blocks={quiet} />}
        {end}
      </div>
    </HeldBlocks>
  );
}

function Columns({ main, extra, side }: Pick<BoardsProps, "main" | "extra" | "side">) {
  const columns = [main, extra, side].filter(({ length }) => length > 0).length;
  const hasLeft = main.length + extra.length > 0;
  if (columns === 0) return null;
  return (
    <div
      className={cx(
        "grid grid-cols-1 gap-4",
        hasLeft && side.length > 0 && "@4xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]",
        WIDE_GRIDS[columns],
      )}
    >
      {hasLeft && (
        <div className={LEFT}>
          <Column boards={main} className={WIDE_COLUMN} />
          <Column boards={extra} className={WIDE_COLUMN} />
        </div>
      )}
      <Column boards={side} className={SIDE} />
    </div>
  );
}

function Column({ boards, className }: { boards: readonly Board[]; className: string }) {
  if (boards.length === 0) return null;
  return (
    <div className={className}>
      {boards.map(({ block, shown }) => (
        <Fragment key={block.kind.title}>{shown}</Fragment>
      ))}
    </div>
  );
}

/** Two or more blocks that have nothing to show, as one row of links to their lists. */
function NothingWaits({ blocks }: { blocks: readonly Board["block"][] }) {
  return (
    <section
      aria-label={t("Nothing waits")}
      className="flex min-h-14 flex-wrap items-center gap-x-2 rounded-md border border-line px-4 py-1.5 text-muted not-first:mt-4"
    >
      <h2 className="font-medium">{t("Nothing waits:")}</h2>
      <ul className="-mx-1 flex flex-wrap touch:-mx-1.5">
        {blocks.map(({ kind: { title, to, topic }, nothing }, at) => (
          <li key={title}>
            <Link
              to={to}
              title={nothing}
              className="inline-flex min-h-8 items-center rounded-sm px-1 hover:underline touch:min-h-11 touch:min-w-11 touch:justify-center touch:px-1.5"
            >
              {topic}
              {at < blocks.length - 1 && <span aria-hidden>,</span>}
              <span className="sr-only">: {nothing}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Places of blocks on phones. */
export const PLACES = [
  "order-1",
  "order-2",
  "order-3",
  "order-4",
  "order-5",
  "order-6",
  "order-7",
] as const;
