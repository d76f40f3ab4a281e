/** A text that arrives after what is around it. Its room is kept before and after, so that nothing below moves unless it is longer. */
import { cx } from "../lib/cx";
import { Skeleton } from "./Skeleton";

export type LateTextProps = {
  /** Undefined until it has been received. */
  text: string | undefined;
  /** Classes for the least height, in lines of text: min-h-[3lh]. */
  room: string;
};

export function LateText({ text, room }: LateTextProps) {
  if (text === undefined) {
    return (
      <span className={cx("flex flex-col", room)}>
        <Skeleton className="my-[0.2lh] h-[0.6lh] w-full" />
        <Skeleton className="my-[0.2lh] h-[0.6lh] w-full" />
        <Skeleton className="my-[0.2lh] h-[0.6lh] w-2/3" />
      </span>
    );
  }
  return <span className={cx("block wrap-anywhere whitespace-pre-line", room)}>{text}</span>;
}
