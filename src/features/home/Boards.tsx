/** The blocks of a home page: one column on phones, in the order of their numbers; two beside each other; three where there is room. */
import { type ReactNode, useEffect, useState } from "react";
import { cx } from "../../lib/cx";
import { useAreKeptRead } from "../../live/useLastResult";
import { NotKept } from "../../ui/ContentToCome";
import { HeldBlocks } from "./Block";

/** The first answers come together, on a slow phone after seconds. A block that is later than this shows its placeholder among the others. */
const WAIT_MS = 1_500;

type Asked = { readonly value: unknown; readonly error: Error | null };

/** True once each block has an answer, or has had time for one. */
function useAnswered(answers: readonly Asked[]): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setIsOver(true), WAIT_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return isOver || answers.every(({ value, error }) => value !== undefined || error !== null);
}

export type BoardsProps = {
  answers: readonly Asked[];
  /** Whatever is to be done first. */
  main: ReactNode;
  /** Below it, or in a column of its own. */
  extra: ReactNode;
  /** Below both. */
  more: ReactNode;
  side: ReactNode;
  /** Below all of them. */
  end: ReactNode;
};

const GRID =
  "grid grid-cols-1 gap-4 @4xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] @4xl:grid-rows-[auto_auto_1fr] @[94rem]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)] @[94rem]:grid-rows-[auto_1fr]";
/** Its blocks stand in the grid itself on phones, where their own order counts. */
const COLUMN = "contents @4xl:flex @4xl:min-w-0 @4xl:flex-col @4xl:gap-4";
const SECOND =
  "@4xl:col-start-1 @4xl:row-start-2 @[94rem]:col-start-2 @[94rem]:row-span-2 @[94rem]:row-start-1";
const BELOW = "@4xl:col-start-1 @4xl:row-start-3 @[94rem]:row-start-2";
const SIDE =
  "@4xl:col-start-2 @4xl:row-span-3 @4xl:row-start-1 @[94rem]:col-start-3 @[94rem]:row-span-2";

export function Boards({ answers, main, extra, more, side, end }: BoardsProps) {
  // Placeholders give way to all blocks at once: one by one, each would push those below it.
  const isAnswered = useAnswered(answers);
  const areKeptRead = useAreKeptRead();
  if (areKeptRead && answers.every(({ value, error }) => value === undefined && error === null))
    return (
      <div className="@container mt-4">
        <NotKept />
        {end}
      </div>
    );
  return (
    <HeldBlocks value={!isAnswered}>
      <div key={String(isAnswered)} className="@container mt-4">
        <div className={GRID}>
          <div className={COLUMN}>{main}</div>
          <div className={cx(COLUMN, SECOND)}>{extra}</div>
          <div className={cx(COLUMN, BELOW)}>{more}</div>
          <div className={cx(COLUMN, SIDE)}>{side}</div>
        </div>
        {end}
      </div>
    </HeldBlocks>
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
