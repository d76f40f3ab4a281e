/** Blocks of the distributor's home: what to answer, requests, and products that run low. */
import * as links from "../../../domain/links";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { LOW_STOCK_MAX } from "../../../domain/limits";
import { cx } from "../../lib/cx";
import { contentText } from "../../market/orderContent";
import { useNow } from "../../lib/useNow";
import { useServerAction } from "../../forms/useServerAction";
import { sinceText } from "../../lib/waiting";
import { AgeText } from "../../ui/AgeText";
import { Button } from "../../ui/Button";
import { FlashOnChange } from "../../ui/FlashOnChange";
import { Money } from "../../ui/Money";
import {
  Block,
  type BlockKind,
  countText,
  type LiveBlock,
  Row,
  RowPicture,
  TwoLines,
} from "./Block";
import { coverText } from "./texts";
import { t } from "../../../domain/language/texts";

type Live<Value> = { block: LiveBlock<Value>; className: string };

type ToAnswer = FunctionReturnType<typeof api.home.toAnswer>;

export const TO_ANSWER: BlockKind<ToAnswer> = {
  title: t("To answer"),
  to: links.ORDER_PAGES.distributor.pending,
  topic: t("orders to answer"),
  emptyText: ({ count }) => (count === 0 ? t("All answered") : undefined),
  errorMessage: t("Failed to fetch orders. Please try again later."),
};

export type ToAnswerBlockProps = Live<ToAnswer> & { onAccept: (orderId: string) => void };

export function ToAnswerBlock({ onAccept, ...props }: ToAnswerBlockProps) {
  return (
    <Block {...props} figure={({ count, hasMore }) => countText(count, hasMore)}>
      {({ rows, count, hasMore, newestAt }) => (
        <ul>
          {rows.map((row) => (
            <li
              key={row.orderId}
              className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-1.5"
            >
              <Link
                to={links.orderAddress("distributor", "pending", row.orderId)}
                className="-my-1.5 flex min-h-13 min-w-20 flex-1 items-center gap-3 py-1.5 hover:underline"
              >
                <RowPicture src={row.picture} />
                <span className="flex min-w-0 flex-1 flex-col justify-center gap-x-3 sm:flex-row sm:items-center">
                  <span className="min-w-0 sm:flex-1">
                    <TwoLines text={row.partner} className="font-medium" />
                    <TwoLines text={contentText(row)} className="text-sm text-muted" />
                  </span>
                  <span className="flex shrink-0 flex-wrap items-baseline gap-x-3 sm:flex-col sm:items-end">
                    <Money paise={row.totalPaise} className="font-medium" />
                    <AgeText placedAt={row.placedAt} />
                  </span>
                </span>
              </Link>
              <Button
                size="sm"
                aria-label={t("Accept the order of {retailer}", { retailer: row.partner })}
                onClick={() => onAccept(row.orderId)}
              >
                {t("Accept")}
              </Button>
            </li>
          ))}
          {newestAt !== undefined && (
            <li className="border-t border-line">
              <MoreWaiting count={count - rows.length} hasMore={hasMore} newestAt={newestAt} />
            </li>
          )}
        </ul>
      )}
    </Block>
  );
}

type MoreWaitingProps = {
  /** 0 where none of them was counted. */
  count: number;
  hasMore: boolean | undefined;
  newestAt: number;
};

/** Leads to the newest orders, which stand behind the oldest. */
function MoreWaiting({ count, hasMore, newestAt }: MoreWaitingProps) {
  const age = sinceText(newestAt, useNow());
  return (
    <Link
      to={`${links.ORDER_PAGES.distributor.pending}?sort=latest`}
      className="flex min-h-11 items-center gap-1 px-4 py-1.5 text-muted tabular-nums hover:bg-hover"
    >
      <FlashOnChange value={newestAt}>
        {count === 0
          ? t("and more, newest {age}", { age })
          : t("and {count} more, newest {age}", { count: countText(count, hasMore), age })}
      </FlashOnChange>
    </Link>
  );
}

type Requests = FunctionReturnType<typeof api.network.pending>;

export const REQUESTS: BlockKind<Requests> = {
  title: t("Requests"),
  to: links.REQUESTS,
  topic: t("requests"),
  emptyText: ({ page }) => (page.length === 0 ? t("No new requests") : undefined),
  errorMessage: t("An error occurred while fetching requests."),
};

export type RequestsBlockProps = Live<Requests> & {
  /** Undefined until it has been received. */
  count: number | undefined;
};

export function RequestsBlock({ count = 0, ...props }: RequestsBlockProps) {
  return (
    <Block
      {...props}
      // The counter may be a second late.
      figure={({ page }) => countText(Math.max(count, page.length))}
    >
      {({ page }) => (
        <ul>
          {page.map((request) => (
            <RequestRow key={request._id} request={request} />
          ))}
        </ul>
      )}
    </Block>
  );
}

function RequestRow({ request }: { request: Requests["page"][number] }) {
  const { _id, userName, shopName } = request;
  const { run, isBusy } = useServerAction(useMutation(api.network.answer), {
    failure: t("An error occurred while accepting the request."),
    onFailure: "toast",
    success: t("Request accepted successfully."),
  });
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-1.5">
      <span className="min-w-20 flex-1">
        <TwoLines text={shopName} className="font-medium" />
        <TwoLines text={userName} className="text-sm text-muted" />
      </span>
      <Button
        size="sm"
        busy={isBusy}
        aria-label={t("Accept the request of {shop}", { shop: shopName })}
        onClick={() => void run({ connectionId: _id, status: "accepted" })}
      >
        {t("Accept")}
      </Button>
    </li>
  );
}

type RunsLow = FunctionReturnType<typeof api.home.runsLow>;

export const RUNS_LOW: BlockKind<RunsLow> = {
  title: t("Runs low"),
  to: links.OWN_PRODUCTS,
  topic: t("low stock"),
  emptyText: ({ count }) => (count === 0 ? t("Every product lasts a week") : undefined),
  errorMessage: t("An error occurred while fetching products."),
};

export function RunsLowBlock(props: Live<RunsLow>) {
  return (
    <Block {...props} figure={({ count }) => countText(count)}>
      {({ rows }) => (
        <ul>
          {rows.map(({ _id, name, picture, stock, cover }) => (
            <Row
              key={_id}
              to={links.ownProductsLike(name)}
              picture={picture}
              text={name}
              detail={coverText(cover)}
              value={
                <span className={cx(stock <= LOW_STOCK_MAX && "font-medium text-negative")}>
                  {t("{count, plural, other {# Pcs}}", { count: stock })}
                </span>
              }
            />
          ))}
        </ul>
      )}
    </Block>
  );
}
