/**
 * A block of a home page: title, figure and link to its list above a few live rows. It shows its own loading, emptiness and failure;
 * nothing to see is one row of 56 px.
 */
import { ChevronRight } from "lucide-react";
import { type ReactNode, use, useId, createContext } from "react";
import { Link } from "react-router-dom";
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { BADGE_MAX } from "../../../domain/limits";
import { cx } from "../../lib/cx";
import { type LiveQueryOptions, useAreKeptRead } from "../../live/useLastResult";
import { type LiveQueryResult, useLiveQuery } from "../../live/useLiveQuery";
import { Card } from "../../ui/Card";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { ProductPicture } from "../../ui/ProductPicture";
import { Skeleton } from "../../ui/Skeleton";
import { useSession } from "../../live/useSession";
import { t } from "../../../domain/language/texts";

/** The subject of a block, the same whatever its result. */
export type BlockKind<Value> = {
  readonly title: string;
  /** Address of its list. */
  readonly to: string;
  /** Words of the link. */
  readonly link?: string;
  /** Its word in the row of what does not wait. */
  readonly topic: string;
  /** Undefined unless there is nothing to show. */
  readonly emptyText: (value: Value) => string | undefined;
  readonly errorMessage: string;
};

/** The live result of a block's query. */
export type LiveBlock<Value> = LiveQueryResult<Value> & {
  readonly kind: BlockKind<Value>;
  /** Says that there is nothing to show; else undefined. */
  readonly nothing: string | undefined;
};

export type BlockProps<Value> = {
  block: LiveBlock<Value>;
  figure?: (value: Value) => ReactNode;
  /** Renders what stands beside the link. */
  action?: (value: Value) => ReactNode;
  className?: string;
  children: (value: Value) => ReactNode;
};

export function Block<Value>({ block, figure, action, className, children }: BlockProps<Value>) {
  const { title, to, link = t("See all"), errorMessage } = block.kind;
  const isHeld = use(HeldBlocks);
  const { value, error, nothing } = isHeld
    ? { value: undefined, error: null, nothing: undefined }
    : block;
  const isNotKept = useAreKeptRead() && block.value === undefined;
  const titleId = useId();
  if (nothing !== undefined)
    return <QuietBlock title={title} to={to} text={nothing} {...(className && { className })} />;
  return (
    <Card as="section" aria-labelledby={titleId} className={className}>
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 pr-2 pl-4">
        <h2 id={titleId} className="max-w-full truncate py-2 text-md font-semibold">
          {title}
        </h2>
        {figure !== undefined && (
          <span className="shrink-0 font-semibold text-muted tabular-nums">
            {value === undefined ? "–" : figure(value)}
          </span>
        )}
        <span className="ml-auto flex flex-wrap items-center justify-end gap-1">
          {value !== undefined && action?.(value)}
          <Link
            to={to}
            className="inline-flex h-11 items-center gap-1 rounded-sm px-2 font-medium text-accent-ink hover:underline"
          >
            {link}
            <span className="sr-only">: {title}</span>
            <ChevronRight aria-hidden className="size-4" />
          </Link>
        </span>
      </header>
      {error !== null && (
        <ErrorNotice message={errorMessage} onRetry={block.retry} className="mx-4 mb-3" />
      )}
      {value === undefined
        ? error === null && (isNotKept ? <BlockNotKept /> : <BlockSkeleton />)
        : children(value)}
    </Card>
  );
}

type QuietBlockProps = { title: string; to: string; text: string; className?: string };

/** Nothing to do here: a row that asks for no attention. */
function QuietBlock({ title, to, text, className }: QuietBlockProps) {
  return (
    <section aria-label={title} className={className}>
      <Link
        to={to}
        className="flex min-h-14 items-center gap-x-3 rounded-md border border-line px-4 text-muted hover:bg-hover"
      >
        <h2 className="max-w-3/4 shrink-0 font-medium">{title}</h2>
        <span className="truncate">{text}</span>
        <ChevronRight aria-hidden className="ml-auto size-4 shrink-0" />
      </Link>
    </section>
  );
}

function BlockNotKept() {
  return (
    <p className="flex min-h-11 items-center border-t border-line px-4 text-muted">
      {t("Not kept on this device.")}
    </p>
  );
}

const SKELETON_ROWS = [1, 2, 3];

function BlockSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        {t("Loading...")}
      </p>
      {SKELETON_ROWS.map((row) => (
        <div key={row} className="flex h-11 items-center gap-6 border-t border-line px-4">
          <Skeleton className="h-3.5 w-1/2" />
          <Skeleton className="ml-auto h-3.5 w-16" />
        </div>
      ))}
    </div>
  );
}

/** Returns "12", and "99+" for more than was counted. */
export function countText(count: number, hasMore = false): string {
  if (count >= BADGE_MAX) return `${BADGE_MAX - 1}+`;
  return hasMore ? `${count}+` : String(count);
}

export type TwoLinesProps = { text: string; className?: string };

/** A name in its row: whole up to two lines, then cut with all of it as its title. */
export function TwoLines({ text, className }: TwoLinesProps) {
  return (
    <span title={text} className={cx("line-clamp-2 wrap-anywhere", className)}>
      {text}
    </span>
  );
}

export type RowProps = {
  to: string;
  /** The picture of the product that it names. */
  picture?: string | null | undefined;
  text: string;
  /** The text of a second line. */
  detail?: string | undefined;
  /** The content at the right. */
  value?: ReactNode;
};

/** A row that leads to what it names. */
export function Row({ to, picture, text, detail, value }: RowProps) {
  return (
    <li className="border-t border-line">
      <Link to={to} className="flex min-h-11 items-center gap-3 px-4 py-1.5 hover:bg-hover">
        {picture !== undefined && <RowPicture src={picture} />}
        <span className="min-w-0 flex-1">
          <TwoLines text={text} />
          {detail !== undefined && <TwoLines text={detail} className="text-sm text-muted" />}
        </span>
        {value !== undefined && <span className="shrink-0 tabular-nums">{value}</span>}
      </Link>
    </li>
  );
}

/** The picture of the product that a row names; on a phone with large text the words take its place. */
export function RowPicture({ src }: { src: string | null }) {
  return (
    <ProductPicture src={src} alt="" className="w-10 shrink-0 rounded-sm @max-[14em]:hidden" />
  );
}

/** Tells blocks to show their placeholders although some have been answered. */
export const HeldBlocks = createContext(false);

/** Calls the query of a block once it is certain who looks, since the page is drawn before. Its last result is kept unless `options` say otherwise. */
export function useHomeQuery<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query>,
  options: LiveQueryOptions = { isKeptOffline: true },
): LiveQueryResult<FunctionReturnType<Query>> {
  return useLiveQuery(query, useSession().state === "signedIn" ? args : "skip", options);
}

export function useBlock<Query extends FunctionReference<"query">>(
  kind: BlockKind<FunctionReturnType<Query>>,
  query: Query,
  args: FunctionArgs<Query>,
  options?: LiveQueryOptions,
): LiveBlock<FunctionReturnType<Query>> {
  const result = useHomeQuery(query, args, options);
  const { value, error } = result;
  const isGood = value !== undefined && error === null;
  return { ...result, kind, nothing: isGood ? kind.emptyText(value) : undefined };
}
